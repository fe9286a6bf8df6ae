"""What becomes of a table at which somebody sat whose results do not count."""

from collections.abc import Sequence


def ranks_without(ranks: Sequence[int], gone: Sequence[bool]) -> tuple[int, ...]:
    """The ranks of a table, by seat, with those who are ``gone`` behind everyone else and the others as they stood.

    Raises ValueError for lists of different lengths.
    """
    if len(ranks) != len(gone):
        raise ValueError(f"gone: {len(gone)} values for {len(ranks)} ranks; one for each seat")
    here = [rank for rank, is_gone in zip(ranks, gone, strict=True) if not is_gone]
    return tuple(
        len(here) if is_gone else sum(other < rank for other in here) for rank, is_gone in zip(ranks, gone, strict=True)
    )
