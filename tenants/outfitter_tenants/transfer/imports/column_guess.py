"""What a file holds and what its columns are: by their headings, then by what stands in them. Pure."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.db.imports import ImportColumn, Importer
from outfitter_tenants.transfer.imports.cell_formats import EMAIL, date_formats, decimal_signs
from outfitter_tenants.transfer.imports.presets import Preset

MILLION: Final = 1_000_000
# Under this share nobody would call it a guess.
_LEAST: Final = 150_000
_PRESET_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class DateGuess:
    """How the days of a column may be read; several formats ask."""

    heading: str
    formats: tuple[str, ...]
    example: str


def plain(heading: str) -> str:
    """Return a heading as it is compared: small, without accents and signs."""
    parted = unicodedata.normalize("NFKD", re.sub(r"([a-z])([A-Z])", r"\1 \2", heading)).casefold()
    bare = "".join(one for one in parted if not unicodedata.combining(one))
    return " ".join(re.sub(r"[\W_]+", " ", bare).split())


def guess_mapping(
    importer: Importer,
    headings: Sequence[str],
    samples: Sequence[Sequence[str]],
    preset: Preset | None = None,
) -> dict[str, str]:
    """Return which heading fills which column, each heading once."""
    by_plain = {plain(heading): heading for heading in headings}
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name_of in (lambda c: preset.headings(c.key) if preset else (), _names, _loose):
        for column in importer.columns:
            names = [plain(name) for name in name_of(column)]
            heading = next((by_plain[n] for n in names if n in by_plain and by_plain[n] not in taken), None)
            if heading and column.key not in found:
                found[column.key] = heading
                taken.add(heading)
    _fill_by_content(importer, headings, samples, found, taken)
    return {column.key: found[column.key] for column in importer.columns if column.key in found}


def _names(column: ImportColumn) -> tuple[str, ...]:
    return (column.key, column.key.removesuffix("_amount"), *column.aliases)


def _loose(column: ImportColumn) -> tuple[str, ...]:
    """Return names with what people put before them: "Customer email", "Guest phone"."""
    people = ("customer", "guest", "contact", "client", "lead", "kunde", "kunden", "gast", "your")
    return tuple(f"{who} {name}" for name in _names(column) for who in people)


def _fill_by_content(
    importer: Importer,
    headings: Sequence[str],
    samples: Sequence[Sequence[str]],
    found: dict[str, str],
    taken: set[str],
) -> None:
    """Find a column of email addresses that is called something else: nothing else looks like one."""
    column = next((one for one in importer.columns if one.kind == "email" and one.key not in found), None)
    if column is None:
        return
    for place, heading in enumerate(headings):
        cells = [row[place] for row in samples if row[place]]
        if heading not in taken and cells and all(EMAIL.fullmatch(cell) for cell in cells):
            found[column.key] = heading
            taken.add(heading)
            return


def confidence(importer: Importer, headings: Sequence[str], mapping: Mapping[str, str]) -> int:
    """
    Return how likely a file holds this kind of thing, in millionths.

    Half is the share of headings that mean something here, half the share of columns that must be there.
    """
    if not mapping or not headings:
        return 0
    needed = [column.key for column in importer.columns if column.is_required]
    known = len(set(mapping.values())) / len(headings)
    filled = sum(key in mapping for key in needed) / len(needed) if needed else 1.0
    weight = 0.35 + 0.65 * min(1.0, len(mapping) / 3)
    return round(MILLION * (0.5 * known + 0.5 * filled) * weight)


def guess_preset(headings: Sequence[str], presets: Sequence[Preset]) -> Preset | None:
    """Return whose export this is: the system of which most headings are there."""
    there = {plain(heading) for heading in headings}
    best: tuple[float, Preset] | None = None
    for preset in presets:
        telling = {plain(name) for name in preset.telling}
        share = len(telling & there) / max(1, len(telling))
        if telling and share >= _PRESET_SHARE and (best is None or share > best[0]):
            best = (share, preset)
    return best[1] if best else None


def likely(guesses: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return kinds by their confidence, the best first, without those that are none."""
    return sorted(
        ((name, ppm) for name, ppm in guesses.items() if ppm >= _LEAST), key=lambda one: (-one[1], one[0])
    )


class ColumnShapes:
    """What the values of some columns could mean, looked at row by row."""

    def __init__(self, dates: Sequence[str], amounts: Sequence[str]) -> None:
        self._formats = {heading: frozenset({"ymd", "dmy", "mdy"}) for heading in dates}
        self._examples: dict[str, str] = {}
        self._amounts = amounts
        self._signs = frozenset({".", ","})
        self._has_signs = False

    def look(self, cells: Mapping[str, str | int | float]) -> None:
        """Look at a row, its cells by heading."""
        for heading in self._formats:
            cell = cells.get(heading, "")
            fits = date_formats(str(cell).partition(" ")[0])
            # A value that is no day at all is the check's business.
            if fits and fits != {"ymd"}:
                self._formats[heading] &= fits
                self._examples.setdefault(heading, str(cell))
        for heading in self._amounts:
            cell = cells.get(heading, "")
            if isinstance(cell, str) and ("." in cell or "," in cell):
                self._signs &= decimal_signs(cell) or self._signs
                self._has_signs = True

    def dates(self) -> list[DateGuess]:
        """Return columns whose days begin with a day or a month, and in which formats they may be."""
        order = ("dmy", "mdy", "ymd")
        return [
            DateGuess(
                heading, tuple(one for one in order if one in formats - {"ymd"}), self._examples[heading]
            )
            for heading, formats in self._formats.items()
            if heading in self._examples
        ]

    def decimal_signs(self) -> list[str]:
        """Return the signs that may part decimals; none when no value has any."""
        return sorted(self._signs) if self._has_signs else []
