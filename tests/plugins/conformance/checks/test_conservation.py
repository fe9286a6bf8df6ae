"""Engines in which cards vanish or appear, and what counts as a card."""

from plugins.conformance.checks.conservation import written_cards
from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import LittleState


def test_written_cards():
    snapshot = {
        "hands": [["2C", "-TS"], []],
        "layouts": [{"cards": ["5H", "JK", "7H"], "as": ["5H", "6H", "7H"]}],
        "known": [["2C"]],
        "table": [["H", 0, 1, "5S"]],
        "phase": "play",
        "held": None,
        "KS": "1C",
        "others": ["-JK", "10H", "2c", "AS ", ("9D",)],
    }
    assert list(written_cards(snapshot)) == ["2C", "TS", "5H", "JK", "7H", "5S", "JK", "9D"]


class Forgetful(LittleState):
    def play(self, seat, action):
        LittleState.play(self, seat, action)
        if self.turn == 9:
            self.gone = self.pile.pop(0)


class Generous(LittleState):
    def play(self, seat, action):
        LittleState.play(self, seat, action)
        if self.turn == 9:
            self.pile.insert(0, self.pile.pop(0) ^ 2)


def test_a_card_that_vanishes():
    # The sample cannot know that a card is gone, and has one too many.
    assert_caught(
        "cards_are_conserved",
        r"seed 0, decision 9: since the deal the game has lost \d[CD]; every card stays in the game, and is in the",
        broken(Forgetful),
        also=("samples_look_the_same",),
    )


def test_a_card_that_becomes_another():
    found = failures(broken(Generous))
    message = found["cards_are_conserved"]
    assert "decision 9: since the deal the game has gained " in message
    assert " and lost " in message


def test_cards_that_cannot_be_found():
    message = (
        "standard, 3 seats, seed 0, decision 1: no card was found in the snapshot; say where they are with "
        "cards=function, or cards=None if the game has none"
    )
    assert failures(broken(), cards=lambda snapshot: [])["cards_are_conserved"] == message
    assert failures(broken(), cards=None) == {}


def test_cards_as_the_author_counts_them():
    def cards(snapshot):
        return [*snapshot["pile"], *snapshot["stock"], *(card for hand in snapshot["hands"] for card in hand)]

    assert failures(broken(), cards=cards) == {}
    assert "cards_are_conserved" in failures(broken(Forgetful), cards=cards)
    assert set(failures(broken(), cards=lambda snapshot: snapshot["pile"] + ["2C"])) == {"cards_are_conserved"}
