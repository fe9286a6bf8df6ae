import hashlib

from hypothesis import given
from hypothesis import strategies as st

from tournaments.access import secret


def test_a_token_reads_as_promised():
    made = secret.new()
    assert len(made.text) == 4 + 8 + 32 + 6
    assert made.text.startswith("crp_")
    assert made.prefix == made.text[:12]
    assert made.digest == hashlib.sha256(made.text.encode("ascii")).hexdigest()
    assert secret.parse(made.text) == made


def test_checksum_against_known_crc32():
    # CRC-32 of "123456789" is 0xCBF43926 (the check value of the CRC catalogue) = 3421780262, in base 62 3JZKNm.
    digits, number = "", 0xCBF43926
    while number:
        number, digit = divmod(number, 62)
        digits = secret.ALPHABET[digit] + digits
    assert secret.checksum("123456789") == digits.rjust(6, "0")
    # CRC-32 of nothing is 0.
    assert secret.checksum("") == "000000"


def test_no_two_are_equal():
    assert len({secret.new().text for _ in range(1000)}) == 1000


@given(st.integers(4, 49), st.sampled_from(secret.ALPHABET))
def test_one_wrong_character_is_noticed(position, character):
    text = secret.new().text
    wrong = text[:position] + character + text[position + 1 :]
    assert (secret.parse(wrong) is None) == (wrong != text)


@given(st.text(max_size=60))
def test_other_text_is_no_token(text):
    assert secret.parse(text) is None


def test_newlines_and_neighbours_are_not_swallowed():
    text = secret.new().text
    assert all(secret.parse(wrong) is None for wrong in (text + "\n", " " + text, text[:-1], text + "0"))


def test_a_printed_secret_shows_its_prefix_alone():
    made = secret.new()
    assert made.text[12:] not in repr(made)


def test_redact():
    made = secret.new()
    assert secret.redact(f"key={made.text}; crp_cup") == f"key={made.prefix}...; crp_cup"
