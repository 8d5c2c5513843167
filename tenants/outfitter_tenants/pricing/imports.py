"""Offer codes from a file (domain.md 3.5, 3.10)."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, cast

from django.db.models.functions import Upper

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    register,
    verdict_of,
    words,
)
from outfitter_tenants.audit.operations import record
from outfitter_tenants.pricing.models import OfferCode
from outfitter_tenants.pricing.operations import offer_codes
from outfitter_tenants.pricing.operations.offer_codes import OfferCodeValues

_FIELDS: Final = tuple(OfferCodeValues.__annotations__)
_SPANS: Final = (("book_from", "book_to"), ("travel_from", "travel_to"), ("min_pax", "max_pax"))
_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

COLUMNS: Final = (
    ImportColumn(
        "code",
        is_required=True,
        example="SUMMER10",
        max_length=32,
        aliases=words("promo code, coupon, coupon code, discount code, gutscheincode, código"),
    ),
    ImportColumn(
        "percent",
        "percent",
        example="10",
        aliases=words("percentage, discount percent, percent off, prozent"),
    ),
    ImportColumn(
        "amount",
        "money",
        example="5.00",
        aliases=words("discount, discount amount, amount off, betrag, value"),
    ),
    ImportColumn(
        "frequency",
        "choice",
        example="per_trip",
        choices={
            **{one: one for one in ("per_trip", "per_booking", "per_order")},
            **{
                "per trip": "per_trip",
                "per guest": "per_booking",
                "per person": "per_booking",
                "per booking": "per_booking",
            },
            **{"per order": "per_order"},
        },
        aliases=words("applies to, applied"),
    ),
    ImportColumn(
        "internal_name", example="Summer campaign", max_length=120, aliases=words("name, title, campaign")
    ),
    ImportColumn(
        "public_description",
        example="10 % off in July",
        max_length=400,
        aliases=words("description, beschreibung"),
    ),
    ImportColumn(
        "book_from", "date", example="2026-06-01", aliases=words("valid from, start date, starts, gültig von")
    ),
    ImportColumn(
        "book_to",
        "date",
        example="2026-08-31",
        aliases=words("valid to, valid until, end date, expires, expiry, expiration date, gültig bis"),
    ),
    ImportColumn("travel_from", "date", example="2026-07-01", aliases=words("travel start, activity from")),
    ImportColumn("travel_to", "date", example="2026-09-30", aliases=words("travel end, activity to")),
    ImportColumn(
        "usage_limit",
        "number",
        example="100",
        lowest=1,
        aliases=words("max uses, limit, maximum uses, uses allowed"),
    ),
    ImportColumn(
        "usage_limit_per_customer", "number", example="1", lowest=1, aliases=words("max uses per customer")
    ),
    ImportColumn(
        "min_pax", "number", example="2", lowest=1, highest=9999, aliases=words("minimum guests, min guests")
    ),
    ImportColumn(
        "max_pax", "number", example="8", lowest=1, highest=9999, aliases=words("maximum guests, max guests")
    ),
    ImportColumn(
        "min_spend", "money", example="50.00", aliases=words("minimum spend, minimum order, min amount")
    ),
    ImportColumn("is_active", "bool", example="yes", aliases=words("active, enabled, aktiv")),
)


def _keys(row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    return (f"code:{row.values['code'].upper()}",)


def _check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    codes = {row.values["code"].upper() for row in rows}
    known = OfferCode.objects.annotate(big=Upper("code")).filter(big__in=codes)
    owners = dict(known.values_list("big", "pk"))
    return [
        verdict_of(
            owners.get(row.values["code"].upper()),
            context,
            _problems(row, is_new=row.values["code"].upper() not in owners),
            exists="This code already exists, active or archived.",
        )
        for row in rows
    ]


def _problems(row: ParsedRow, *, is_new: bool) -> list[Problem]:
    values, found = row.values, []
    if set(values["code"].upper()) - _LETTERS or len(values["code"]) < 2:
        found.append(
            Problem("code", "not_a_code", "A code has 2 to 32 letters, digits, hyphens and underscores.")
        )
    percent, amount = values.get("percent"), values.get("amount")
    if percent and amount:
        found.append(Problem("amount", "both", "A code takes off a percentage or an amount, not both."))
    elif not (percent or amount) and is_new:
        found.append(Problem("percent", "missing", "Enter a percentage or an amount."))
    if (amount or 0) < 0 or (values.get("min_spend") or 0) < 0:
        found.append(Problem("amount", "negative", "This must not be negative."))
    for first, last in _SPANS:
        if first in values and last in values and values[last] < values[first]:
            found.append(Problem(last, "ends_too_early", "The end must not be before the beginning."))
    return found


def _write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    verdicts = _check([one.row for one in rows], context)
    return [_save(one.row, verdict, context) for one, verdict in zip(rows, verdicts, strict=True)]


def _save(row: ParsedRow, verdict: Verdict, context: ImportContext) -> WrittenRow:
    if verdict.problems or verdict.action == "skip":
        return WrittenRow(row.no, "skip", verdict.object_id, problems=verdict.problems)
    known = OfferCode.objects.get(pk=verdict.object_id) if verdict.object_id else None
    before = _values(known or OfferCode())
    said = {key: value for key, value in row.values.items() if key in _FIELDS}
    if row.values.get("percent"):
        said |= {"kind": "percent", "value": row.values["percent"]}
    elif row.values.get("amount"):
        said |= {"kind": "amount", "value": row.values["amount"]}
    values = cast("OfferCodeValues", {**before, **said})
    if known is not None and _values(known) == {**dict(values), "code": values["code"].upper()}:
        return WrittenRow(row.no, "skip", known.pk)
    saved = offer_codes.save_offer_code(values=values, offer_code_id=verdict.object_id, at=context.at)
    if known is None:
        return WrittenRow(row.no, "create", saved)
    return WrittenRow(row.no, "update", saved, {"version": known.version + 1, "fields": _plain(before)})


def _values(known: OfferCode) -> dict[str, object]:
    found = {name: getattr(known, name) for name in _FIELDS}
    mask = known.weekdays or 0
    return {**found, "weekdays": [number for number in range(7) if mask >> number & 1]}


def _plain(fields: Mapping[str, object]) -> dict[str, object]:
    """Return fields as JSON: days as ISO writes them."""
    return {
        name: [day.isoformat() for day in value]
        if name == "blackout_dates" and isinstance(value, list)
        else value.isoformat()
        if isinstance(value, date)
        else value
        for name, value in fields.items()
    }


def _undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    kept: dict[int, Problem] = {}
    for known in OfferCode.objects.select_for_update(of=("self",)).filter(pk__in=rows).order_by("pk"):
        before = rows[known.pk]
        if known.version != (before["version"] if before else 1):
            message = f"{known.code} was changed after the import."
            kept[known.pk] = Problem("", "changed_since", message, {"name": known.code})
        elif before is not None:
            _restore(known, before["fields"], context)
        elif known.redemptions.exists():
            message = f"{known.code} has been used."
            kept[known.pk] = Problem("", "still_used", message, {"name": known.code})
        else:
            _delete(known, context)
    return kept


def _restore(known: OfferCode, fields: object, context: ImportContext) -> None:
    was = dict(fields) if isinstance(fields, dict) else {}
    for name in ("book_from", "book_to", "travel_from", "travel_to"):
        was[name] = date.fromisoformat(was[name]) if was.get(name) else None
    was["blackout_dates"] = [date.fromisoformat(day) for day in was.get("blackout_dates", [])]
    values = cast("OfferCodeValues", was)
    offer_codes.save_offer_code(values=values, offer_code_id=known.pk, at=context.at)


def _delete(known: OfferCode, context: ImportContext) -> None:
    record(
        entity_type="offer_code",
        entity_id=known.pk,
        action="offer_code.deleted",
        at=context.at,
        before={"code": known.code},
    )
    known.delete()


IMPORTER: Final = register(
    Importer(
        object="offer_codes",
        permission="offer.manage",
        columns=COLUMNS,
        check=_check,
        write=_write,
        undo=_undo,
        keys=_keys,
    )
)
