"""Plain text tables: numbers to the right, everything else to the left."""

from __future__ import annotations

from collections.abc import Sequence

Cell = str | int | float | None


def table(columns: Sequence[str], rows: Sequence[Sequence[Cell]], *, decimals: int = 2) -> str:
    """A heading, a rule and one line for each row. Floats have so many decimals, None is empty.

    Raises ValueError if a row has not as many cells as there are columns.
    """
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"row {tuple(row)!r}: {len(row)} cells for {len(columns)} columns")
    texts = [[_text(cell, decimals) for cell in row] for row in rows]
    widths = [max(len(text) for text in column) for column in zip(columns, *texts, strict=True)]
    right = [
        bool(rows) and all(isinstance(row[place], int | float | None) for row in rows) for place in range(len(columns))
    ]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join([line(columns), line(["-" * width for width in widths]), *map(line, texts)])


def _text(cell: Cell, decimals: int) -> str:
    if cell is None:
        return ""
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else str(cell)
