"""Seeds: worked values, made here with the plain algorithm, and what they depend on."""

from __future__ import annotations

import hashlib
import hmac

from tournaments.play import deal

ENTRIES = [deal.PinnedEntry(2, "bob", 'Q"', 1), deal.PinnedEntry(1, "ada", "Zoë", 3)]


def by_hand(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


def test_the_event_seed_is_an_hmac_of_the_pinned_entries_in_order() -> None:
    expected = by_hand(b"s" * 32, b'[[1,"ada","Zo\\u00eb",3],[2,"bob","Q\\"",1]]')
    assert deal.event_seed(b"s" * 32, ENTRIES) == expected
    assert deal.event_seed(b"s" * 32, ENTRIES[::-1]) == expected


def test_board_policy_and_tie_seeds() -> None:
    seed = deal.board_seed(b"e", round_number=3, table=None, board=2)
    assert seed == by_hand(b"e", b"3:all:2")
    assert deal.board_seed(b"e", round_number=3, table=7, board=2) == by_hand(b"e", b"3:7:2")
    assert deal.policy_seed(seed, table=7, rotation=1, seat=0) == by_hand(seed, b"policy:7:1:0")
    assert deal.tie_seed(seed, table=7) == by_hand(seed, b"ties:7")


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert deal.commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_game_has_its_boards_deal_or_one_of_its_own() -> None:
    game = {"round_number": 3, "table": 7, "board": 2, "rotation": 1, "attempt": 4}
    assert deal.game_seed(b"e", **game, duplicate=True) == by_hand(b"e", b"3:all:2")
    own = deal.game_seed(b"e", **game, duplicate=False)
    assert own == by_hand(b"e", b"3:7:2:1:4")
    for name in game:
        assert deal.game_seed(b"e", **{**game, name: game[name] + 1}, duplicate=False) != own


def test_the_seed_that_a_bot_is_told_does_not_tell_that_of_its_game() -> None:
    assert deal.bot_seed(b"g", table=7, rotation=1, seat=0) == by_hand(b"g", b"bot:7:1:0")[:16].hex()
