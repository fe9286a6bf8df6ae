"""Golden games: written once, replayed ever after, and what is said when they do not."""

import json
from pathlib import Path

import pytest

from plugins.conformance.checks import golden
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import subject
from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import HAND, INFO, Little, LittleState, info


@pytest.fixture
def folder(tmp_path) -> Path:
    """Holds the golden games of the sound engine."""
    golden.write(subject(INFO), tmp_path / "golden")
    return tmp_path / "golden"


CHECK = "golden_games_replay"


def replays(engine, folder, **settings):
    """These are sound engines; only that they are no longer the same is wrong with them."""
    return failures(engine, golden=folder, only=CHECK, **settings)


def caught(message, engine, folder):
    assert_caught(CHECK, message, engine, golden=folder, only=CHECK)


def test_the_file(folder):
    [file] = folder.iterdir()
    assert file.name == "little-1.json"
    stored = json.loads(file.read_text())
    assert [(game["variant"], game["seats"], game["options"]) for game in stored["games"]] == [
        ("standard", 2, {"hand": 2}),
        ("standard", 3, {"hand": 2}),
        ("full", 2, {"hand": 4}),
        ("full", 3, {"hand": 4}),
    ]
    for game in stored["games"]:
        assert game["decisions"] == 40
        assert 20 < len(game["moves"]) < 40
        assert game["every"] == 2
        assert len(game["digests"]) == 21
    assert len(file.read_text().splitlines()) == 4 + 2


def test_it_replays(folder):
    assert replays(INFO, folder, variants=(), seats=()) == {}


def test_without_a_folder_there_is_no_check():
    assert golden.golden_games_replay(subject(INFO).tables[0]) == 0


def test_a_missing_file_says_how_it_is_written(tmp_path):
    caught(
        r"/little-1.json: there is no file of golden games for this version of the rules; "
        r"python -m plugins.conformance little --golden .* --write-golden writes it$",
        INFO,
        tmp_path,
    )


def test_the_writer_never_overwrites(folder):
    before = (folder / "little-1.json").read_text()
    with pytest.raises(
        golden.GoldenFileExists, match=r"it has all games, and is never overwritten; a change of the game"
    ):
        golden.write(subject(INFO), folder)
    assert (folder / "little-1.json").read_text() == before


def test_the_writer_adds_what_is_missing_and_leaves_the_rest(folder):
    before = json.loads((folder / "little-1.json").read_text())["games"]
    more = info(variants={"standard": {}, "full": {"hand": 4}, "bare": {"hand": 1}})
    found = replays(more, folder, variants=("bare",))
    assert found == {
        CHECK: "little-1.json, bare, 3 seats: the file has no such game; --write-golden adds those that are missing"
    }
    file, added = golden.write(subject(more), folder)
    assert added == 2
    assert json.loads(file.read_text())["games"][:4] == before
    assert replays(more, folder, variants=()) == {}


def test_a_new_version_has_a_file_of_its_own(folder):
    newer = info(rules_version=2)
    caught("little-2.json: there is no file", newer, folder)
    golden.write(subject(newer), folder)
    assert replays(newer, folder) == {}
    assert replays(INFO, folder) == {}


def edited(folder, change):
    file = folder / "little-1.json"
    stored = json.loads(file.read_text())
    change(stored)
    file.write_text(json.dumps(stored))


@pytest.mark.parametrize(
    "change",
    [
        lambda stored: stored["games"][1]["moves"].__setitem__(0, 1 - stored["games"][1]["moves"][0]),
        lambda stored: stored["games"].pop(0),
        lambda stored: stored.update(rules_version=2),
        lambda stored: stored.update(digest="0" * 16),
        lambda stored: stored.pop("digest"),
    ],
)
def test_a_file_that_was_changed_by_hand(folder, change):
    edited(folder, change)
    caught(r"little-1.json: it was changed after it was written; take the file of the last release", INFO, folder)
    with pytest.raises(ConformanceError, match="it was changed after it was written"):
        golden.write(subject(INFO), folder)


def test_a_file_that_is_no_json(folder):
    (folder / "little-1.json").write_text("[1, 2")
    caught(r"it was changed after it was written", INFO, folder)
    (folder / "little-1.json").write_text("[1, 2]")
    caught(r"it was changed after it was written", INFO, folder)


def test_a_file_under_the_wrong_name(folder):
    (folder / "little-1.json").rename(folder / "little-2.json")
    caught(r"little-2.json: its rules_version is 1; 2, as its name says, would be right", info(rules_version=2), folder)


RAISE = "if legality, the order of legal actions, scoring or chance was changed on purpose, raise rules_version"


class OtherOrder(LittleState):
    def choices(self, seat):
        return LittleState.choices(self, seat)[::-1]


class OtherScores(LittleState):
    def play(self, seat, action):
        LittleState.play(self, seat, action)
        if self.turn == 41:
            self.points[0] += 1


class OtherChance(LittleState):
    def reshuffle(self):
        LittleState.reshuffle(self)
        self.stock.reverse()


class FewerActions(LittleState):
    def choices(self, seat):
        found = LittleState.choices(self, seat)
        return found[:1] if self.turn == 11 else found


@pytest.mark.parametrize(
    ("state", "where"),
    [
        (OtherOrder, "is another as it is dealt"),
        (OtherScores, "is another after decision 38, and by decision 40"),
        (OtherChance, r"is another after decision \d+, and by decision \d+"),
        (FewerActions, r"is another after decision 8, and by decision 10"),
    ],
)
def test_a_change_of_the_game_without_a_new_version(folder, state, where):
    caught(f"^little-1.json, standard, 3 seats: the golden game {where}; {RAISE}", broken(state), folder)


def test_another_deal(folder):
    def new(self, options, seats, chance):
        return Little.new(self, options, seats, chance.derive("dealer"))

    found = replays(broken(new=new), folder)
    assert "the golden game is another as it is dealt" in found[CHECK]


def test_another_result(folder):
    class State:
        def result(self):
            right = LittleState.result(self)
            return type(right)(right.ranks, tuple(score + 1 for score in right.scores))

    caught(
        rf"the golden game has ranks \[.*\] and scores \[.*\], and had \[.*\] and \[.*\]; {RAISE}",
        broken(State),
        folder,
    )


def test_a_game_that_ends_sooner(folder):
    class State:
        def to_act(self):
            return LittleState.to_act(self) if self.turn < 12 else ()

    caught(rf"the golden game cannot be played on after decision 11: 0 legal actions; {RAISE}", broken(State), folder)


def test_a_variant_that_is_now_another(folder):
    caught(
        r'standard, 3 seats: the variant was \{"hand":2\}, and now is \{"hand":3\}; other options have a variant of',
        info(hand={**HAND, "default": 3}),
        folder,
    )
