"""Experiences of a file: made, changed and taken back by the operations that staff use."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from outfitter.db.imports import (
    Action,
    CheckedRow,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    problems_of,
)
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import ExperienceValues, removal
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.catalog.queries.experience_match import ExperienceIndex, folded
from outfitter_tenants.scheduling.experience_imports import experience_prices, experience_taxonomy
from outfitter_tenants.scheduling.experience_imports.experience_columns import COLUMNS, FIELDS
from outfitter_tenants.scheduling.operations.experiences import save_experience

_COLUMN_OF: Final = {field: column for column, field in FIELDS.items()} | {"customerTypes": "price_adult"}


def keys(row: ParsedRow, context: ImportContext) -> tuple[str, ...]:
    """Return what an experience is known by within its file: its code, else its name."""
    values = row.values
    return (folded(values["sku"]) if values.get("sku") else f"name:{folded(values.get('name', ''))}",)


def _there(row: ParsedRow, index: ExperienceIndex) -> ExperienceRow | None:
    """Return the experience that a row is about, by its code first; what is archived is not meant."""
    for name in ("sku", "slug", "name"):
        text = row.values.get(name)
        found = index.find(text) if text else None
        if found is not None and found.status != "archived":
            return found
    return None


def check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    """Return what would become of these rows."""
    index = ExperienceIndex(catalog.list_all())
    return [_verdict(row, index, context) for row in rows]


def _verdict(row: ParsedRow, index: ExperienceIndex, context: ImportContext) -> Verdict:
    there = _there(row, index)
    if there is not None and context.mode == "insert":
        problem = Problem("name", "exists", "There is already an experience of this name or code.")
        return Verdict(problems=(problem,), object_id=there.id)
    if there is not None and context.mode == "skip":
        return Verdict("skip", object_id=there.id)
    action: Action = "create" if there is None else "update"
    return Verdict(action, tuple(_problems(row, there, context)), there.id if there else None)


def _problems(row: ParsedRow, there: ExperienceRow | None, context: ImportContext) -> list[Problem]:
    values = row.values
    prices = experience_prices.prices_of(row, context.currency)
    found: list[Problem] = [*prices.problems]
    currency = values.get("currency")
    if currency is not None and currency != context.currency:
        message = f"Prices are kept in {context.currency}."
        found.append(Problem("currency", "other_currency", message, {"currency": context.currency}))
    smallest = values.get("min_pax", there.min_pax if there else 1)
    largest = values.get("max_pax", there.max_pax if there else 50)
    if largest < smallest:
        message = "The largest party must not be smaller than the smallest."
        found.append(Problem("max_pax", "below_minimum", message))
    counted = values.get("capacity_type", there.capacity_type if there else "timeslot")
    has_capacity = "capacity" in values or (there is not None and there.default_capacity is not None)
    if counted == "experience_date" and not has_capacity:
        found.append(Problem("capacity", "required", "Enter the daily capacity."))
    sold = prices.amounts or (there.customer_types if there else ())
    if values.get("status") == "live" and not sold:
        message = "A live experience needs a price. Import it as a draft, or map a price."
        found.append(Problem("price_adult", "required", message))
    return found


def write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    """Make experiences and change those that are there, each whole or not at all."""
    index = ExperienceIndex(catalog.list_all())
    return [_written(one, index, context) for one in rows]


def _written(one: CheckedRow, index: ExperienceIndex, context: ImportContext) -> WrittenRow:
    row, action = one.row, one.verdict.action
    if action == "skip":
        return WrittenRow(row.no, "skip", one.verdict.object_id)
    there = _there(row, index)
    action = "create" if there is None else "update"
    if there is not None and context.mode != "upsert":
        problem = Problem("name", "exists", "There is already an experience of this name or code.")
        return WrittenRow(row.no, "create", there.id, problems=(problem,))
    try:
        with atomic():
            made, before = _save(row, there, context)
    except DomainError as problem:
        return WrittenRow(row.no, action, None, problems=problems_of(problem, _COLUMN_OF))
    return WrittenRow(row.no, action, made, before)


def _save(
    row: ParsedRow, there: ExperienceRow | None, context: ImportContext
) -> tuple[int, Mapping[str, object] | None]:
    values = _values_of(row, context)
    drafts = experience_prices.drafts_of(
        experience_prices.prices_of(row, context.currency), there, at=context.at
    )
    saved = save_experience(
        values=values, at=context.at, experience_id=there.id if there else None, customer_types=drafts
    )
    if there is None:
        return saved, None
    after = catalog.get_experience(experience_id=saved)
    before = {
        "version": after.version,
        "values": {name: _plain(getattr(there, name)) for name in values},
        "prices": {str(kind.id): kind.base_price for kind in there.customer_types},
    }
    return saved, before


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _values_of(row: ParsedRow, context: ImportContext) -> ExperienceValues:
    values: dict[str, object] = {
        field: _plain(row.values[column]) for column, field in FIELDS.items() if column in row.values
    }
    if "description_html" in values:
        values["description_html"] = experience_taxonomy.as_html(str(values["description_html"]))
    if row.values.get("categories"):
        values["category_ids"] = experience_taxonomy.categories_of(row.values["categories"], at=context.at)
    if row.values.get("location"):
        values["location_id"] = experience_taxonomy.location_of(row.values["location"], at=context.at)
    return cast("ExperienceValues", values)


def undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    """Take experiences back that nobody has built on; returns what stays and why."""
    kept: dict[int, Problem] = {}
    for experience_id in sorted(rows):
        try:
            with atomic():
                reason = _take_back(experience_id, rows[experience_id], context)
        except DomainError as problem:
            reason = problems_of(problem)[0]
        if reason is not None:
            kept[experience_id] = reason
    return kept


def _take_back(
    experience_id: int, before: Mapping[str, object] | None, context: ImportContext
) -> Problem | None:
    there = catalog.find_experience(experience_id=experience_id)
    if there is None:
        return None
    if there.version != (before["version"] if before else 1):
        return Problem("", "changed_since", "This experience was changed since.")
    if before is None:
        is_gone = removal.delete_unused(experience_id=experience_id, at=context.at)
        message = "This experience has departures, or something else refers to it."
        return None if is_gone else Problem("", "still_used", message)
    save_experience(
        values=cast("ExperienceValues", before["values"]),
        at=context.at,
        experience_id=experience_id,
        version=there.version,
        customer_types=experience_prices.drafts_before(there, cast("Mapping[str, int]", before["prices"])),
    )
    return None


IMPORTER: Final = Importer(
    object="experiences",
    permission="setup.experiences",
    columns=COLUMNS,
    check=check,
    write=write,
    undo=undo,
    keys=keys,
)
