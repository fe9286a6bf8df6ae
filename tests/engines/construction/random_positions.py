"""Random positions of Construction in which rare things are near: smothering, kings, turns and homecomings, stops."""

from plugins.chance import Stream
from tests.engines.construction.slow import PACK, START, SlowConstruction, touching

LOWEST_ROWS = (-3, -1, 0, 0, 8)


def neighbours(place) -> list:
    kind, c, r = place
    return touching(place) + ([("V", c, r - 1), ("V", c, r + 1)] if kind == "V" else [])


def crowded(stream: Stream, seed: bytes) -> SlowConstruction:
    """A dense network of few cards; one seat's small chips are all round the other's big chip, which has few exits."""
    game = SlowConstruction(stream.below(3) > 0, seed)
    lowest = stream.choice(LOWEST_ROWS)
    for c in (-1, 0, 1, 2):
        for r in range(lowest, lowest + 4):
            for kind in "HV":
                if stream.below(8) < 5:
                    # No king is ever built.
                    game.table.setdefault((kind, c, r), stream.choice([card for card in PACK if card[0] != "K"]))
    taken: dict = {START[0]: 0, START[1]: 1}

    def free(seat: int, places) -> list:
        return [place for place in sorted(places) if place in game.table and taken.get(place, seat) == seat]

    hunter = stream.below(2)
    hunted = 1 - hunter
    game.big[hunted] = stream.choice(free(hunted, game.table))
    taken[game.big[hunted]] = hunted
    exits = free(hunter, neighbours(game.big[hunted]))
    further = [place for one in exits for place in neighbours(one)]
    near = free(hunter, stream.choice([exits, further, []])) or free(hunter, game.table)
    game.big[hunter] = stream.choice(near)
    taken[game.big[hunter]] = hunter
    for place in free(hunter, exits)[stream.below(3) :]:
        if stream.below(4) and game.in_hand[hunter] > 1:
            game.small[hunter].append(place)
    for seat, likely in ((hunter, further), (hunted, further), (hunted, list(game.table)), (hunter, list(game.table))):
        for _ in range(stream.below(4)):
            places = free(seat, likely)
            if places and len(game.small[seat]) < 6:
                game.small[seat].append(stream.choice(places))
                taken[game.small[seat][-1]] = seat
        for place in game.small[seat]:
            taken[place] = seat
    for seat in (0, 1):
        hand = 6 - len(game.small[seat])
        if stream.below(3) == 0:
            # All placed, the rest at home.
            game.small[seat] += [START[seat]] * hand
            hand = 0
        game.in_hand[seat] = hand
        kind, _, r = game.big[seat]
        row = max(0, min(10, r if kind == "V" else 0))
        turned = row == 10 or (stream.below(2) == 0 and game.big[seat] != START[seat])
        game.best[seat] = 10 if turned else row + stream.below(10 - row)
    own = [card for card in PACK if (card[1] in "CS") == (hunter == 0)]
    high = [card for card in own if card[0] in "TJQKA"]
    game.opened, game.player = stream.choice(stream.choice([own, high, high])), hunter
    game.open = [stream.choice(PACK) for _ in range(stream.below(8))]
    game.closed = [stream.choice(PACK) for _ in range(stream.below(30))]
    game.reshuffles, game.turn = stream.below(4), 1 + stream.below(600)
    return game


def eager(stream: Stream):
    """A chooser that rather moves chips than builds, builds upwards, and takes its big chip up, then down and home."""

    def choose(game: SlowConstruction, choices: list) -> dict:
        kinds = {choice["t"]: None for choice in choices}
        kind = stream.choice([kind for kind in kinds for _ in range({"discard": 1, "big": 6}.get(kind, 3))])
        of_kind = [choice for choice in choices if choice["t"] == kind]
        if kind in ("build", "big") and stream.below(3):
            sign = -1 if kind == "big" and game.best[game.player] == 10 else 1
            rows = {choice.get("at", choice.get("to"))[2] * sign for choice in of_kind}
            of_kind = [choice for choice in of_kind if choice.get("at", choice.get("to"))[2] * sign == max(rows)]
        return stream.choice(of_kind)

    return choose


def indifferent(stream: Stream):
    """A chooser to whom all choices are alike."""
    return lambda game, choices: stream.choice(choices)
