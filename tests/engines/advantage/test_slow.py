"""The slow reading plays the scenarios of the rules of Advantage."""

from tests.engines.advantage.slow import SlowAdvantage


def position(hand: str, piles: str, round: int = 1, stock: str = "", other: str = "", **changes) -> SlowAdvantage:
    """Seat 0 in the first cycle; ``piles`` parted by commas, bottoms first; ``stock`` with its top last."""
    start = SlowAdvantage("fixed", b"scenario").everything()
    hands = [hand.split(), other.split()]
    table = [pile.split() for pile in piles.split(",")]
    game = {**start, "hands": hands, "known": [[], []], "piles": table, "stock": stock.split(), "round": round}
    return SlowAdvantage.of({**game, "player": 0, "drew": False, **changes})


def moves(game: SlowAdvantage) -> set:
    return {(choice["card"], choice["pile"]) for choice in game.choices() if "card" in choice}


def test_the_deal():
    game = SlowAdvantage("fixed", b"deal")
    assert [len(game.hand[seat]) for seat in (0, 1)] == [len(game.known[seat]) for seat in (0, 1)] == [3, 3]
    assert [len(pile) for pile in game.piles] == [1, 1, 1]
    assert len(game.stock) == 43


def test_laying():
    assert moves(position("5H TS 9H", "KD,9S,2C")) == {
        *(("5H", 0), ("TS", 0), ("TS", 1), ("TS", 2), ("9H", 0), ("9H", 1)),
    }
    assert moves(position("8H 8C AH", "TS,KS,KD")) == {("8C", 0), ("8C", 1), ("8H", 2), ("AH", 2)}
    assert {choice["t"] for choice in position("5H", "KD,9S,2C", stock="2D").choices()} == {"lay"}


def test_drawing_what_can_be_laid():
    game = position("5H 6H 8D", "KS,9S,2C", stock="3D 3H QS")
    game.go_on()
    assert (len(game.hand[0]), game.drew, moves(game)) == (4, True, {("QS", pile) for pile in (0, 1, 2)})
    game.choose({"t": "lay", "card": "QS", "pile": 0})
    assert game.hand[0] == ["5H", "6H", "8D", "3H"]
    # What cannot be laid is kept; then it is the other's turn, and nobody can.
    game = position("5H 6H 8D", "KS,9S,2C", stock="3D 3H", other="7D")
    game.go_on()
    assert (game.hand[0], game.hand[1], game.round) == (["5H", "6H", "8D", "3H"], ["7D", "3D"], 3)


def test_exchanging():
    game = position("5H 4S 6C", "KD 5S 8H,3S,9S", round=2, other="AD 5C 2S")
    game.choose({"t": "exchange", "card": "5H", "pile": 0})
    assert (game.hand[0], game.known[0]) == (["4S", "6C", "KD", "5S", "8H"], ["KD", "5S", "8H"])
    assert game.piles[0] == ["5H"]
    assert {card for card, pile in moves(game) if pile == 0} == {"AD", "5C"}
    assert moves(position("TH", "4S,4D,TC", round=2)) == {("TH", 1), ("TH", 2)}
    assert moves(position("8H", "TS,3C,3S", round=2)) == {("8H", 0)}


def test_pairing():
    game = position("7C 7D 7S KH", "2C,2D,2H", round=3, stock="3H 3D 4C KS")
    assert [choice["cards"] for choice in game.choices()] == [["7C", "7D"], ["7C", "7S"], ["7D", "7S"]]
    game.choose({"t": "pair", "cards": ["7C", "7S"]})
    assert game.choices() == [{"t": "pair", "cards": ["KH", "KS"]}]
    game.choose({"t": "pair", "cards": ["KH", "KS"]})
    assert game.pairs[0] == [["7C", "7S"], ["KH", "KS"]]
    game = position("7C 7D 7S KH", "2C,2D,2H", round=3, stock="3H")
    game.choose({"t": "pair", "cards": ["7C", "7S"]})
    assert game.stock == []


def test_the_ends():
    # Nobody moves and the stock is empty.
    game = position("5H", "2C,3C,4C", other="6H")
    game.go_on()
    assert (game.over, game.cycle, game.ranks()) == (True, 1, (0, 0))
    # Each can lay and exchange for ever, but three cycles without a pair are enough.
    game = position("5H 7H 9H JH", "2D,3D,4D", other="6H 8H QH KH", began_empty=True)
    while not game.over:
        game.choose(game.choices()[0])
    assert (game.cycle, game.dry_cycles) == (3, 3)
