"""A report on paper: the operator, the days, what was asked, rows or groups, totals, in any script."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Final, cast

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal
from django.conf import settings

from outfitter.accounts import business_profile
from outfitter.db.lists import ListReader
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.pdf import document
from outfitter_tenants.people import logos
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports.printout import Reader
from outfitter_tenants.reports.report import Report, ReportQuery

TEMPLATE: Final = Path(__file__).parent / "report.typ"
# Wider than this it is printed across.
_UPRIGHT: Final = 6
_DASH: Final = "\N{EN DASH}"
_NUMBERS: Final = frozenset({"money", "number"})
_SIGNS: Final = {"ne": "≠ ", "nin": "≠ ", "gt": "> ", "gte": "≥ ", "lt": "< ", "lte": "≤ "}


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its cells as they are, money in minor units of its currency."""

    cells: Sequence[object]
    currency: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Rows under their headings; `total` is how many there are, also those that are not here."""

    labels: Sequence[str]
    kinds: Sequence[str]
    keys: Sequence[str]
    rows: Sequence[Line]
    total: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands above the rows."""

    report: Report
    asked: ReportQuery
    title: str
    locale: str
    labels: Mapping[str, str]


def lines_of_groups(found: Mapping[str, object], labels: Mapping[str, str], *, is_compared: bool) -> Lines:
    """Return an answer's groups as rows: what each is by, its sums, and those of the other period."""
    columns = cast("Sequence[Mapping[str, str]]", found["columns"])
    groups = cast("Sequence[Mapping[str, object]]", found["groups"])
    heads = [(one["key"], labels.get(one["key"]) or one["label"], one["type"]) for one in columns]
    by_cnt = len(cast("Sequence[object]", groups[0]["by"])) if groups else 0
    sums = [one for one in heads[by_cnt:] if one[0] != "currency"]
    tail = [one for one in heads[by_cnt:] if one[0] == "currency"]
    before = [(key, f"{label} (±)", kind) for key, label, kind in sums] if is_compared else []
    shown = [*heads[:by_cnt], *sums, *before, *tail]
    return Lines(
        [label for _, label, _ in shown],
        [kind for _, _, kind in shown],
        [key for key, _, _ in shown],
        [_line(group, sums, is_compared, bool(tail)) for group in groups],
        len(groups),
    )


def _line(
    group: Mapping[str, object], sums: Sequence[tuple[str, str, str]], is_compared: bool, has_currency: bool
) -> Line:
    by = cast("Sequence[Mapping[str, object]]", group["by"])
    now = cast("Mapping[str, int | None]", group["sums"])
    then = cast("Mapping[str, int | None]", group["before"] or {})
    currency = str(group["currency"])
    cells: list[object] = [one["label"] or one["value"] for one in by]
    cells += [now.get(key) for key, _, _ in sums]
    if is_compared:
        cells += [_change(now.get(key), then.get(key)) for key, _, _ in sums]
    return Line([*cells, currency] if has_currency else cells, currency)


def _change(now: int | None, then: int | None) -> int | None:
    return None if now is None or then is None else now - then


def render(sheet: Sheet, lines: Lines, totals: Mapping[str, object], reader: ListReader) -> bytes:
    """
    Return a report as PDF.

    :raises CannotPrint: it could not be set; the log says why
    """
    paper, properties = Reader(sheet.locale), people.get_properties()
    schema = current_schema()
    logo = logos.read(address=properties.logo_url, folder=settings.MEDIA_ROOT / schema)
    business = business_profile.get_business(schema_name=schema)
    printed = zones.to_local(reader.at, reader.zone)
    data = {
        "operator": business.name,
        "title": sheet.title or sheet.report.slug,
        "days": _days(sheet, paper),
        "filters": [_filter(one, sheet, paper) for one in sheet.asked.filters],
        "head": list(lines.labels),
        "numbers": [kind in _NUMBERS for kind in lines.kinds],
        "rows": [
            [
                _text(cell, kind, row.currency, paper, reader)
                for cell, kind in zip(row.cells, lines.kinds, strict=True)
            ]
            for row in lines.rows
        ],
        "sums": _sums(totals, sheet, paper),
        "note": _note(lines, paper),
        "printed": f"{paper.say('printed')} {format_datetime(printed, 'medium', locale=paper.babel)}",
        "page": paper.say("page"),
        "logo": "logo.png" if logo else "",
        "flipped": len(lines.labels) > _UPRIGHT,
    }
    return document.render(
        TEMPLATE,
        data,
        paper=document.paper_of(business.country),
        locale=sheet.locale,
        at=reader.at,
        files={"logo.png": logo} if logo else None,
    )


def _days(sheet: Sheet, paper: Reader) -> str:
    if not sheet.report.dates:
        # How things are now: the day stands under the rows, where it was printed.
        return ""
    first, last = (_day(one, paper) for one in (sheet.asked.first, sheet.asked.last))
    date_type = sheet.asked.date_type or next(iter(sheet.report.dates))
    span = first if first == last else f"{first} {_DASH} {last}"
    return f"{span} · {paper.say(f'by_{date_type}')}"


def _day(day: date, paper: Reader) -> str:
    return format_date(day, "medium", locale=paper.babel)


def _note(lines: Lines, paper: Reader) -> str:
    if not lines.total:
        return paper.say("nothing")
    if lines.total > len(lines.rows):
        shown, total = (format_decimal(n, locale=paper.babel) for n in (len(lines.rows), lines.total))
        return paper.say("first_rows").replace("{shown}", shown).replace("{total}", total)
    return ""


def _sums(totals: Mapping[str, object], sheet: Sheet, paper: Reader) -> list[list[str]]:
    """Return the totals as pairs of a word and a figure, under each currency."""
    report = sheet.report
    kinds: dict[str, str] = {"cnt": "number", **dict.fromkeys(report.totals, "money")}
    kinds.update(dict.fromkeys((*report.ratios, *report.beside_ratios), "number"))
    kinds.update(dict.fromkeys(report.balances, "money"))
    if report.beside:
        kinds.update({key: report.beside.total_kinds.get(key, "money") for key in report.beside_sums})
    kinds.update(report.total_kinds)
    found = []
    for currency, sums in sorted(totals.items()):
        for key, value in cast("Mapping[str, int | None]", sums).items():
            label = sheet.labels.get(key) or (
                paper.say("cnt") if key == "cnt" else key.replace("_", " ").capitalize()
            )
            shown = (
                paper.money(value, currency) if kinds[key] == "money" and currency else _number(value, paper)
            )
            found.append([label, shown])
    return found


def _number(value: int | None, paper: Reader) -> str:
    return "-" if value is None else format_decimal(value, locale=paper.babel)


def _text(value: object, kind: str, currency: str, paper: Reader, reader: ListReader) -> str:
    if value is None or value == "":
        return ""
    if kind == "money" and isinstance(value, int) and currency:
        return paper.money(value, currency)
    if isinstance(value, datetime):
        return format_datetime(zones.to_local(value, reader.zone), "short", locale=paper.babel)
    if isinstance(value, date):
        return _day(value, paper)
    if kind == "date" and isinstance(value, str):
        return _day(date.fromisoformat(value), paper)
    if isinstance(value, bool):
        return "✓" if value else ""
    if kind == "number" and isinstance(value, int):
        return _number(value, paper)
    return str(value)


def _filter(one: Mapping[str, object], sheet: Sheet, paper: Reader) -> str:
    key, op, value = str(one["field"]), str(one["op"]), one.get("value")
    label = sheet.labels.get(key) or key.replace("_", " ").capitalize()
    column = next((found for found in sheet.report.listing.columns if found.key == key), None)
    names = {option.id: option.name for option in column.choices().values()} if column else {}

    def shown(part: object) -> str:
        return str(names.get(part, part)) if isinstance(part, int | str) else "…"

    if op in {"empty", "notEmpty"}:
        return f"{label}: {_DASH if op == 'empty' else f'≠ {_DASH}'}"
    parts = [shown(part) for part in value] if isinstance(value, list) else [shown(value)]
    between = f" {_DASH} " if op == "between" else ", "
    return f"{label}: {_SIGNS.get(op, '')}{between.join(parts)}"
