"""Offer codes as the operator makes them (domain.md 3.5)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal, TypedDict

from django.db import IntegrityError, transaction

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.trip_methods import method_problems
from outfitter_tenants.pricing import queries
from outfitter_tenants.pricing.models import OfferCode

# Every one of these is tried on every cart.
MAX_AUTO: Final = 50
_TAKEN: Final = "This code already exists, active or archived."
_PAIRS: Final = (
    ("book_from", "book_to", "The last day must not be before the first."),
    ("travel_from", "travel_to", "The last day must not be before the first."),
    ("min_pax", "max_pax", "The maximum must not be less than the minimum."),
    ("advance_min_days", "advance_max_days", "The maximum must not be less than the minimum."),
)


class OfferCodeValues(TypedDict):
    """
    The fields of a code; empty lists and nulls demand nothing.

    `value` is minor units, with kind `percent` millionths. `weekdays` are numbers, 0 is Sunday.
    """

    code: str
    internal_name: str
    public_description: str
    kind: Literal["amount", "percent"]
    value: int
    frequency: str
    max_guests_per_trip: int | None
    is_active: bool
    book_from: date | None
    book_to: date | None
    travel_from: date | None
    travel_to: date | None
    weekdays: Iterable[int]
    blackout_dates: Sequence[date]
    experience_ids: Sequence[int]
    customer_type_ids: Sequence[int]
    methods: Sequence[str]
    reseller_ids: Sequence[int]
    min_pax: int | None
    max_pax: int | None
    min_spend: int | None
    advance_min_days: int | None
    advance_max_days: int | None
    usage_limit: int | None
    usage_limit_per_customer: int | None
    is_stackable: bool
    is_auto_apply: bool
    applies_to_addons: bool
    funded_by: str
    max_discount_amount: int | None


def save_offer_code(
    *, values: OfferCodeValues, at: datetime, offer_code_id: int | None = None, version: int | None = None
) -> int:
    """
    Make a code or change one; returns its id.

    Trips that were sold with it keep what they got; carts are priced by the new rule.

    :raises OfferCodeNotFound: there is no such code
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule, or the code exists
    """
    with atomic():
        row = _row(offer_code_id, version, at)
        before = _facts(row) if row.pk else None
        _check(row, values)
        _write(row, values)
        row.version += 1
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError as taken:
            # Somebody else made the same code in this very moment.
            raise Invalid({"code": [_TAKEN]}) from taken
        _tell(row, before, at)
    return row.pk


def set_archived(*, offer_code_id: int, is_archived: bool, at: datetime) -> None:
    """
    Take a code out of use, or into use again; trips that have it keep it.

    :raises OfferCodeNotFound: there is no such code
    """
    with atomic():
        row = queries.lock_offer_code(offer_code_id=offer_code_id)
        if (row.archived_at is not None) == is_archived:
            return
        before = _facts(row)
        row.archived_at = at if is_archived else None
        row.version += 1
        row.save(update_fields=["archived_at", "version"])
        _tell(row, before, at)


def _row(offer_code_id: int | None, version: int | None, at: datetime) -> OfferCode:
    if offer_code_id is None:
        return OfferCode(version=0, created_at=at)
    row = queries.lock_offer_code(offer_code_id=offer_code_id)
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this code in the meantime.", version=row.version)
    return row


def _check(row: OfferCode, values: OfferCodeValues) -> None:
    fields: dict[str, list[str]] = {}
    same = OfferCode.objects.filter(code=values["code"].upper()).exclude(pk=row.pk)
    if same.exists():
        fields["code"] = [_TAKEN]
    if values["kind"] == "percent" and values["value"] > 1_000_000:
        fields["value"] = ["A discount can't be more than 100%."]
    if values["max_guests_per_trip"] is not None and values["frequency"] != "per_booking":
        fields["max_guests_per_trip"] = ["Only a code for single guests counts guests."]
    given: Mapping[str, Any] = values
    for first, last, text in _PAIRS:
        if given[first] is not None and given[last] is not None and given[last] < given[first]:
            fields[last] = [text]
    fields.update(_reference_problems(values))
    if values["is_auto_apply"] and not row.is_auto_apply and len(queries.auto_offers()) >= MAX_AUTO:
        fields["is_auto_apply"] = [f"At most {MAX_AUTO} codes apply by themselves."]
    if fields:
        raise Invalid(fields)


def _reference_problems(values: OfferCodeValues) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    if problems := method_problems(values["methods"]):
        found["methods"] = problems
    wanted = set(values["experience_ids"])
    if wanted - set(catalog.list_experiences(ids=wanted)):
        found["experience_ids"] = ["One of these experiences does not exist."]
    known = {kind.id for kind in catalog.list_customer_types()}
    if set(values["customer_type_ids"]) - known:
        found["customer_type_ids"] = ["One of these guest types doesn't exist."]
    return found


_SORTED: Final = frozenset(
    {"blackout_dates", "experience_ids", "customer_type_ids", "methods", "reseller_ids"}
)


def _write(row: OfferCode, values: OfferCodeValues) -> None:
    given: Mapping[str, Any] = values
    for name, value in given.items():
        if name != "weekdays":
            setattr(row, name, sorted(set(value)) if name in _SORTED else value)
    row.code = values["code"].upper()
    mask = sum(1 << number for number in set(values["weekdays"]))
    row.weekdays = mask if 0 < mask < 127 else None


def _facts(row: OfferCode) -> dict[str, object]:
    names = [*OfferCodeValues.__annotations__, "archived_at"]
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: object) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value


def _tell(row: OfferCode, before: dict[str, object] | None, at: datetime) -> None:
    after = _facts(row)
    changed = [name for name in after if before is None or before[name] != after[name]]
    if changed:
        record(
            entity_type="offer_code",
            entity_id=row.pk,
            at=at,
            action="offer_code.created" if before is None else "offer_code.changed",
            before=None if before is None else {name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
