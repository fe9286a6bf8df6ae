"""Protocol 1: what the referee sends, and what becomes of whatever a bot sends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.rummy.engine import Rummy
from plugins import protocol
from plugins.contract import IllegalAction
from plugins.protocol import LINE_BYTES, BadMessage, Limits, Move, NoMessage, Ready, understand


def said(message: Any, game: str = "m7.3") -> Any:
    return understand(json.dumps(message).encode(), game)


def move(**fields: Any) -> dict[str, Any]:
    return {"type": "move", "game": "m7.3", "seq": 12, "action": 3} | fields


READY = {"type": "ready", "game": "m7.3", "protocol": 1}


def test_hello_is_as_the_protocol_says():
    message = protocol.hello(
        game="m7.3",
        engine="rummy",
        rules_version=1,
        options={"deck": 54},
        seat=0,
        seats=2,
        seed="00ff",
        limits=Limits(),
    )
    assert protocol.line(message) == (
        b'{"type":"hello","protocol":1,"game":"m7.3","engine":"rummy","rules_version":1,"options":{"deck":54},'
        b'"seat":0,"seats":2,"seed":"00ff","limits":{"startup_ms":10000,"move_ms":1000,"bank_ms":30000,'
        b'"game_ms":600000,"line_bytes":65536}}\n'
    )


def test_act_error_and_over_are_as_the_protocol_says():
    clock = {"move_ms": 1000, "bank_ms": 28750, "game_ms": 540100}
    assert protocol.line(protocol.act(game="m7.3", seq=12, observation={}, legal=({"t": "draw"},), clock=clock)) == (
        b'{"type":"act","game":"m7.3","seq":12,"observation":{},"legal":[{"t":"draw"}],'
        b'"clock":{"move_ms":1000,"bank_ms":28750,"game_ms":540100}}\n'
    )
    assert protocol.line(protocol.error(game="g", seq=1, code="illegal_action", message="no", fatal=True)) == (
        b'{"type":"error","game":"g","seq":1,"code":"illegal_action","message":"no","fatal":true}\n'
    )
    assert protocol.line(protocol.over(game="g", ranks=(0, 1), scores=(0, -31), verdicts=("played", "crash"))) == (
        b'{"type":"over","game":"g","ranks":[0,1],"scores":[0,-31],"verdicts":["played","crash"]}\n'
    )


@given(st.text())
def test_a_message_of_the_referee_is_one_line_whatever_it_holds(text: str):
    sent = protocol.line(protocol.error(game="g", seq=1, code="protocol", message=text, fatal=False))
    assert sent.count(b"\n") == 1
    assert json.loads(sent)["message"] == text


def test_ready_and_move_are_understood():
    assert said(READY) == Ready("", "")
    assert said(READY | {"name": "x", "version": "1.0", "more": [1]}) == Ready("x", "1.0")
    assert said(move()) == Move(12, 3, "")
    assert said(move(action={"t": "draw"}, note="é\U0001f0a1", clock=None)) == Move(12, {"t": "draw"}, "é\U0001f0a1")


def test_types_of_later_protocols_are_ignored():
    assert said({"type": "resign", "game": 5}) is None


def test_a_long_note_is_cut():
    assert said(move(note="x" * 5000)).note == "x" * 2000


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({}, 'type: nothing is not "ready" or "move"'),
        ({"type": 1}, 'type: 1 is not "ready" or "move"'),
        (move(game="m7.2"), 'game: "m7.2" is not "m7.3"'),
        ({"type": "move", "seq": 1, "action": 0}, 'game: nothing is not "m7.3"'),
        (move(seq="12"), 'seq: "12" is not the seq of the act that is answered'),
        (move(seq=True), "seq: true is not the seq of the act that is answered"),
        (move(action=3.0), "action: 3.0 is not an index into legal or one of the objects there"),
        (move(action=True), "action: true is not an index into legal or one of the objects there"),
        (move(action="draw"), 'action: "draw" is not an index into legal or one of the objects there'),
        (move(note=5), "note: 5 is not a string"),
        (READY | {"protocol": 2}, "protocol: 2 is not 1"),
        (READY | {"protocol": True}, "protocol: true is not 1"),
        (READY | {"name": "x" * 101}, "name: 101 characters are more than 100"),
    ],
)
def test_a_wrong_field_is_named_with_what_would_be_right(message: Any, error: str):
    with pytest.raises(BadMessage) as raised:
        said(message)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"", "not JSON"),
        (b"thinking...", "not JSON"),
        (b"[1]", r"not a JSON object: \[1\]"),
        (b"[" * 60_000, "nested too deeply"),
        (b'{"a":' * 10_000, "nested too deeply"),
        (b'{"seq":' + b"9" * 5000 + b"}", "not read: Exceeds the limit"),
        (b'{"seq":NaN}', "not read: NaN is not JSON"),
        (b'{"seq":-Infinity}', "not read: -Infinity is not JSON"),
        (b'{"note":"\x00"}', "not JSON"),
        (b'{"note":"\xff"}', "not UTF-8: invalid start byte at byte 9"),
        (b'{"note":"\xed\xa0\x80"}', "not UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON"),
    ],
)
def test_what_is_no_json_object_is_no_message(line: bytes, error: str):
    with pytest.raises(NoMessage, match=error):
        understand(line, "g")


def test_a_line_may_be_64_kib_and_not_a_byte_more():
    line = protocol.line(move(pad=""))[:-1]
    longest = line[:-2] + b"x" * (LINE_BYTES - len(line)) + line[-2:]
    assert understand(longest, "m7.3") == Move(12, 3, "")
    with pytest.raises(BadMessage, match="a line of 65537 bytes; at most 65536 are allowed"):
        understand(longest[:-2] + b"x" + longest[-2:], "m7.3")


@pytest.mark.parametrize(
    ("note", "error"),
    [
        ("\ud83c", "half a surrogate pair"),
        ("\udca1\ud83c", "half a surrogate pair"),
        ("a\x00", r"U\+0000"),
        ("\\\x00", r"U\+0000"),
    ],
)
def test_strings_that_are_no_text_are_refused_wherever_they_stand(note: str, error: str):
    for message in (move(note=note), move(more=[{note: 1}]), {"type": note}):
        with pytest.raises(BadMessage, match=error):
            said(message)


def test_what_only_looks_like_an_escape_is_text():
    assert said(move(note="\\u0000 \\ud800")).note == "\\u0000 \\ud800"
    assert understand(b'{"type":"move","game":"m7.3","seq":1,"action":0,"note":"\\ud83c\\udca1"}', "m7.3").note == "🂡"


def test_depth_short_of_the_parsers_limit_is_no_error_of_ours():
    # Whatever depth the parser takes, what comes after it must take too.
    for depth in range(100, 1200, 37):
        for pad in (b'"\\u0041"', b"1"):
            data = b'{"type":"move","game":"g","seq":1,"action":{"t":' + b"[" * depth + pad + b"]" * depth + b"}}"
            try:
                answer = understand(data, "g")
            except NoMessage:
                continue
            with pytest.raises(IllegalAction):
                protocol.choice(answer.action, (1, 2), Rummy())


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
FIELDS = dict.fromkeys(("game", "protocol", "seq", "action", "note", "name", "version"), JUNK)


@given(st.fixed_dictionaries({"type": st.sampled_from(["ready", "move"]) | JUNK}, optional=FIELDS), st.booleans())
def test_whatever_an_object_holds_it_is_understood_or_refused(message: Any, right_game: bool):
    if right_game:
        message["game"] = "g"
    try:
        answer = said(message, "g")
    except (BadMessage, NoMessage):
        return
    if isinstance(answer, Move):
        assert type(answer.seq) is int
        assert type(answer.action) in (int, dict)


@given(st.binary(max_size=200))
def test_whatever_bytes_come_they_are_refused_with_a_reason(data: bytes):
    with pytest.raises((BadMessage, NoMessage), match=r"."):
        understand(data, "g")


RUMMY = Rummy()
DRAW, KNOWN = RUMMY.decode({"t": "draw"}), {"t": "draw"}


def test_a_choice_is_an_index_or_the_object_itself():
    legal = ("other", DRAW)
    assert protocol.choice(0, legal, RUMMY) == 0
    assert protocol.choice(1, legal, RUMMY) == 1
    assert protocol.choice(KNOWN, legal, RUMMY) == 1


@pytest.mark.parametrize("index", [-1, 2, 10**4000])
def test_an_index_outside_legal_is_illegal(index: int):
    with pytest.raises(IllegalAction, match=r"is not an index into legal, 0 to 1"):
        protocol.choice(index, ("a", "b"), RUMMY)


def test_an_object_that_is_not_legal_is_told_what_is():
    discard = RUMMY.decode({"t": "discard", "card": "7H"})
    with pytest.raises(IllegalAction) as raised:
        protocol.choice({"t": "draw"}, (discard,), RUMMY)
    assert str(raised.value) == 'action: {"t": "draw"} is not legal here, but {"t": "discard", "card": "7H"}'
    with pytest.raises(IllegalAction, match=r'; the legal ones here are \{"t": "discard", "card": "7H"\}$'):
        protocol.choice({"t": "pass"}, (discard,), RUMMY)
    with pytest.raises(IllegalAction, match=r"and 2 more$"):
        protocol.choice({"t": "pass"}, (discard,) * 7, RUMMY)
