"""The slow reading plays the scenarios of the rules of Construction."""

from tests.engines.construction.slow import START, SlowConstruction

JOKERS = [["V", 0, 0, "JK"], ["V", 1, 0, "JK"]]


def position(opened: str, *laid, **changes) -> SlowConstruction:
    """The start, or what ``changes`` make of it, with the cards ``laid`` like "V01 9C" and ``opened`` to be played."""
    table = JOKERS + [[place[0], int(place[1]), int(place[2:]), card] for place, card in map(str.split, laid)]
    start = SlowConstruction(True, b"scenario").everything()
    player = 0 if opened[1] in "CS" else 1
    return SlowConstruction.of({**start, "table": table, "opened": opened, "player": player, **changes}, b"scenario")


def targets(game: SlowConstruction, kind: str, key: str) -> set:
    return {tuple(choice.get(key, START[game.player])) for choice in game.choices() if choice["t"] == kind}


def play(game: SlowConstruction, choice: dict) -> None:
    assert choice in game.choices()
    game.choose(choice)


def test_the_start():
    choices = position("5S").choices()
    places = [["H", c, r] for c in (-1, 0, 1) for r in (0, 1)]
    assert choices == [*({"t": "build", "at": place} for place in places), {"t": "discard"}]


def test_building_upwards():
    built = targets(position("5S", "H01 2C"), "build", "at")
    assert {("V", 0, 1), ("V", 1, 1)} <= built
    assert not {("V", 0, 2), ("H", 0, 2)} & built
    built = targets(position("5S", "H01 2C", "V01 2C"), "build", "at")
    assert ("H", 0, 2) in built
    assert ("V", 0, 2) not in built


def test_moving_the_big_chip():
    for opened, moves in (("8C", {("H", 0, 1)}), ("9C", {("H", 0, 1), ("V", 0, 1)}), ("4C", set())):
        assert targets(position(opened, "H01 5C", "V01 9C"), "big", "to") == moves


def test_kings():
    tower = ["H01 5C", "V01 AC", "H02 AH", "V02 AS", "V03 AS", "V04 AS"]
    game = position("KS", *tower, "H10 2C")
    assert {choice["t"] for choice in game.choices()} == {"king"}
    assert targets(game, "king", "to") == {START[0], *(("H", 0, r) for r in (1, 2)), *(("V", 0, r) for r in (1, 2, 3))}
    # H(0,1) is the only exit of the red chip.
    assert ("H", 0, 1) not in targets(position("KS", *tower), "king", "to")


def test_a_king_with_all_chips_placed_is_a_queen():
    game = position("KC", "H01 QC", "H10 2C", "V01 AC", in_hand=[0, 6], small=[[["V", 0, 0]] * 6, []])
    assert [choice["t"] for choice in game.choices()] == ["big", "small", "discard"]
    assert targets(game, "big", "to") == {("H", 0, 1)}


def test_walking_over_cards():
    """Every H is an ace, V(0,1) to V(0,4) are a 2, a 9, a 4 and a 10."""
    laid = [f"H0{r} AC" for r in range(1, 6)] + ["V01 2C", "V02 9C", "V03 4C", "V04 TC"]
    for opened, reached in (("JC", {2, 4}), ("9C", {2})):
        game = position(opened, *laid, small=[[["V", 0, 1]], []], in_hand=[5, 6])
        ends = targets(game, "small", "to")
        assert {r for kind, c, r in ends if (kind, c) == ("V", 0) and r > 0} == reached


def test_the_turn_round_and_the_way_home():
    for place, best in ((["H", 0, 10], 9), (["V", 0, 10], 10)):
        game = position("AC", "V09 2C", "H010 2C", "V010 2C", big=[["V", 0, 9], ["V", 1, 0]], best=[9, 0])
        play(game, {"t": "big", "to": place})
        assert game.best[0] == best
    for best, won in ((10, True), (9, False)):
        game = position("2C", "V01 7C", "H01 7C", big=[["V", 0, 1], ["V", 1, 0]], best=[best, 0])
        play(game, {"t": "big", "to": ["V", 0, 0]})
        assert game.over == won
        assert game.scores() == (1, 0)


def test_smothering():
    """Small black chips stand round the red chip on V(1,2), the black big chip on or behind the last exit, H(0,3)."""
    laid = ["V12 9H", "H02 2C", "H12 2C", "H13 2C", "H03 3C", "V02 3C", "V03 3C", "V22 3C"]
    ring = [["H", 0, 2], ["H", 1, 2], ["H", 1, 3]]
    joining = {"t": "small", "from": ["V", 0, 2], "to": ["H", 0, 3]}
    last_but_one = {"t": "small", "from": ["V", 2, 2], "to": ["H", 1, 3]}
    for big, small, more, move, legal in (
        ("H03", 3, [], joining, False),
        ("V03", 3, [], joining, False),
        ("H03", 3, ["V11 2C"], joining, True),
        ("V03", 3, ["V11 2C"], joining, True),
        # Not every exit would hold a small chip, but none would be free.
        ("H03", 2, [], last_but_one, False),
        ("V03", 2, [], last_but_one, True),
    ):
        chips = [*ring[:small], ["V", 0, 2], ["V", 2, 2]]
        at = [big[0], int(big[1]), int(big[2])]
        game = position("AC", *laid, *more, big=[at, ["V", 1, 2]], small=[chips, []], in_hand=[1, 6])
        assert (move in game.choices()) == legal


def test_three_reshuffles_and_the_stop():
    game = position("5S", "H01 5C", "V01 9C", big=[["V", 0, 1], ["V", 1, 0]], best=[1, 0], open=["9D", "9H"], closed=[])
    for reshuffles in (1, 2, 3):
        for _ in range(3):
            play(game, {"t": "discard"})
            assert game.reshuffles == reshuffles
    play(game, {"t": "discard"})
    assert game.over
    assert game.scores() == (1, 0)
