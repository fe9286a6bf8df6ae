"""In which form an answer is given, where that is asked for in the query string."""

from __future__ import annotations

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer


class AsAsked(BaseContentNegotiation):
    """The query says what is wanted, whatever `Accept` does."""

    def select_parser(self, request, parsers):  # type: ignore[no-untyped-def]
        return parsers[0]

    def select_renderer(self, request, renderers, format_suffix=None):  # type: ignore[no-untyped-def]
        chosen: BaseRenderer = renderers[0]
        return chosen, chosen.media_type
