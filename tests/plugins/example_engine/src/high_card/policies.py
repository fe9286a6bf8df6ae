"""The bots of High Card."""


class Random:
    def choose(self, view):
        return view.chance.choice(view.legal)


class Greedy:
    """Plays its highest card."""

    def choose(self, view):
        return view.legal[-1]
