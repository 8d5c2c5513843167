"""Taxes, fees, how they round, and cancellation policies."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal, NotRequired, TypedDict

from django.db.models import QuerySet

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.kit.money import PPM
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import operations as catalog
from outfitter_tenants.catalog import queries as sold
from outfitter_tenants.pricing import queries
from outfitter_tenants.pricing.models import CancellationPolicy, PriceRules, Surcharge
from outfitter_tenants.pricing.rules import cancellation_policy
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import cache_versions

APPLIES_TO: Final = ("tickets", "addons", "products")
List = Literal["taxes", "fees", "policies"]
# Until how many hours before the start guests may do it themselves.
_SELF_SERVICE: Final = ("self_cancel_until_hours", "self_rebook_until_hours")
_POLICY_FACTS: Final = (
    "name",
    "tiers",
    "noshow_refund_ppm",
    "weather_refund_ppm",
    "is_weather_credit_allowed",
    *_SELF_SERVICE,
    "is_default",
)
_ENTITY: Final = {"taxes": "tax", "fees": "fee", "policies": "cancellation_policy"}


class DefaultPolicy(DomainError):
    """Another policy has to become the default one first."""

    code = "default_policy"
    status = 409


class SurchargeValues(TypedDict, total=False):
    """The fields of a tax or fee that may be written."""

    name: str
    calc: str
    rate_ppm: int
    amount: int
    per: str
    mode: str
    applies_to: Sequence[str]
    experience_ids: Sequence[int]
    methods: Sequence[str]
    reseller_ids: Sequence[int]
    is_compound: bool
    is_taxable: bool
    is_commissionable: bool
    is_refundable: bool
    is_exempt_for_tax_toggle: bool
    is_waived_on_comp: bool
    valid_from: date | None
    valid_to: date | None
    tax_code: str


class PolicyValues(TypedDict):
    """
    The fields of a cancellation policy.

    Without a word on the weather everything comes back of it; what guests may do themselves stays as
    it is where nothing is said of it.
    """

    name: str
    tiers: Sequence[cancellation_policy.Tier]
    noshow_refund_ppm: int
    weather_refund_ppm: NotRequired[int]
    is_weather_credit_allowed: NotRequired[bool]
    self_cancel_until_hours: NotRequired[int | None]
    self_rebook_until_hours: NotRequired[int | None]
    is_default: bool
    experience_ids: Sequence[int]


def save_surcharge(
    *,
    kind: Literal["tax", "fee"],
    values: SurchargeValues,
    at: datetime,
    surcharge_id: int | None = None,
    version: int | None = None,
) -> int:
    """
    Make a tax or fee, or change one; returns its id. Booked trips keep what they were charged.

    :raises RowNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    rows = Surcharge.objects.filter(kind=kind)
    with atomic():
        if surcharge_id is None:
            row = Surcharge(kind=kind, position=positions.next_position(rows), version=0)
        else:
            row = positions.lock_row(rows, row_id=surcharge_id)
            _check_version(row, version)
        before = _facts(row, tuple(SurchargeValues.__annotations__)) if row.pk else None
        write_surcharge(row, values)
        row.version += 1
        row.save()
        after = _facts(row, tuple(SurchargeValues.__annotations__))
        _tell(kind, row.pk, before, after, at)
        cache_versions.touch_everything()
    return row.pk


def write_surcharge(row: Surcharge, values: SurchargeValues) -> None:
    """
    Give a row these values, stored or not.

    :raises Invalid: a field breaks a rule
    """
    for name, value in values.items():
        setattr(row, name, list(value) if isinstance(value, (list, tuple, set)) else value)
    fields: dict[str, list[str]] = {}
    if not row.name.strip():
        fields["name"] = ["Enter the name shown on receipts."]
    if row.calc == "percent" and not row.rate_ppm:
        fields["rate_ppm"] = ["Enter a percentage above zero."]
    if row.calc == "fixed" and not row.amount:
        fields["amount"] = ["Enter an amount above zero."]
    if not set(row.applies_to) or set(row.applies_to) - set(APPLIES_TO):
        fields["applies_to"] = ["Choose what it is charged on."]
    if row.mode == "inclusive" and not _can_be_inside(row):
        fields["mode"] = ["Only a plain percentage tax can be part of the price."]
    if row.valid_from and row.valid_to and row.valid_to < row.valid_from:
        fields["valid_to"] = ["The last day must not be before the first."]
    fields |= _unknown_ids(row)
    if fields:
        raise Invalid(fields)


def _unknown_ids(row: Surcharge) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    if unknown := set(row.experience_ids) - set(sold.list_experiences(ids=row.experience_ids)):
        fields["experience_ids"] = [f"Experience not found: {sorted(unknown)[0]}."]
    if unknown := set(row.reseller_ids) - set(resellers.names_of(ids=row.reseller_ids)):
        fields["reseller_ids"] = [f"Reseller not found: {sorted(unknown)[0]}."]
    return fields


def _can_be_inside(row: Surcharge) -> bool:
    return row.kind == "tax" and row.calc == "percent" and not row.is_compound


def save_price_rules(*, round_per: str, is_exclusive_on_gross: bool, at: datetime) -> None:
    """Say how taxes are computed. Carts follow at their next change, booked trips never."""
    with atomic():
        row, _ = PriceRules.objects.select_for_update().get_or_create(pk=1)
        names = ("round_per", "is_exclusive_on_gross")
        before = _facts(row, names)
        row.round_per, row.is_exclusive_on_gross = round_per, is_exclusive_on_gross
        row.save()
        _tell("price_rules", 1, before, _facts(row, names), at)
        cache_versions.touch_everything()


def save_policy(
    *, values: PolicyValues, at: datetime, policy_id: int | None = None, version: int | None = None
) -> int:
    """
    Make a cancellation policy, or change one; returns its id. Booked orders keep their own copy.

    `experience_ids` names the experiences under it; they leave the policy they had. The first
    policy is the default one, and a default one stays so until another takes its place.

    :raises RowNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    rows = CancellationPolicy.objects.all()
    with atomic():
        if policy_id is None:
            row = CancellationPolicy(position=positions.next_position(rows), version=0)
        else:
            row = positions.lock_row(rows, row_id=policy_id)
            _check_version(row, version)
        before = _policy_facts(row) if row.pk else None
        _write_policy(row, values)
        others = rows.filter(is_default=True).exclude(pk=row.pk)
        row.is_default = values["is_default"] or row.is_default or not others.exists()
        if row.is_default:
            others.update(is_default=False)
        row.version += 1
        row.save()
        catalog.assign_policy(policy_id=row.pk, experience_ids=values["experience_ids"])
        _tell("cancellation_policy", row.pk, before, _policy_facts(row), at)
    return row.pk


def _write_policy(row: CancellationPolicy, values: PolicyValues) -> None:
    fields = cancellation_policy.problems(values["tiers"])
    if not values["name"].strip():
        fields["name"] = ["Give the policy a name."]
    known = sold.list_experiences(ids=values["experience_ids"])
    if set(values["experience_ids"]) - set(known):
        fields["experience_ids"] = ["One of these experiences does not exist here."]
    if fields:
        raise Invalid(fields)
    row.name = values["name"]
    row.noshow_refund_ppm = values["noshow_refund_ppm"]
    row.weather_refund_ppm = values.get("weather_refund_ppm", PPM)
    row.is_weather_credit_allowed = values.get("is_weather_credit_allowed", True)
    said: Mapping[str, object] = values
    for name in _SELF_SERVICE:
        if name in said:
            setattr(row, name, said[name])
    row.tiers = [
        {"hours_before": tier.hours_before, "refund_ppm": tier.refund_ppm, "fee_amount": tier.fee_amount}
        for tier in sorted(values["tiers"], key=lambda tier: -tier.hours_before)
    ]


def archive(*, which: List, row_id: int, at: datetime) -> None:
    """
    Take a row off its list; trips that were booked with it keep it.

    :raises RowNotFound: there is none
    :raises DefaultPolicy: it is the default policy and not the last one
    """
    with atomic():
        row = positions.lock_row(_rows(which), row_id=row_id)
        if which == "policies" and row.is_default:
            if len(queries.list_policies()) > 1:
                raise DefaultPolicy("Make another policy the default one first.")
            row.is_default = False
            row.save(update_fields=["is_default"])
        if positions.archive(row, at=at):
            _tell(_ENTITY[which], row.pk, {"is_archived": False}, {"is_archived": True}, at)
        cache_versions.touch_everything()


def restore(*, which: List, row_id: int, at: datetime) -> None:
    """
    Put a row back on its list.

    :raises RowNotFound: there is none
    """
    with atomic():
        row = positions.lock_row(_rows(which), row_id=row_id)
        if which == "policies" and not queries.list_policies():
            row.is_default = True
            row.save(update_fields=["is_default"])
        if positions.restore(row):
            _tell(_ENTITY[which], row.pk, {"is_archived": True}, {"is_archived": False}, at)
        cache_versions.touch_everything()


def reorder(*, which: List, ids: Sequence[int], at: datetime) -> None:
    """
    Put a list into this order; taxes and fees are charged in it.

    :raises Invalid: `ids` is not exactly the list
    """
    with atomic():
        rows = _rows(which).filter(archived_at__isnull=True)
        before = positions.reorder(rows, ids=ids)
        _tell(_ENTITY[which], 0, {"order": before}, {"order": list(ids)}, at)
        cache_versions.touch_everything()


def _rows(which: List) -> "QuerySet[Any]":
    if which == "policies":
        return CancellationPolicy.objects.all()
    return Surcharge.objects.filter(kind=_ENTITY[which])


def _check_version(row: Surcharge | CancellationPolicy, version: int | None) -> None:
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this in the meantime.", version=row.version)


def _facts(row: Any, names: Sequence[str]) -> dict[str, object]:
    found = {name: getattr(row, name) for name in names}
    return {k: v.isoformat() if isinstance(v, date) else v for k, v in found.items()}


def _policy_facts(row: CancellationPolicy) -> dict[str, object]:
    return {**_facts(row, _POLICY_FACTS), "experience_ids": sold.experiences_under(policy_id=row.pk)}


def _tell(
    entity: str, row_id: int, before: Mapping[str, object] | None, after: Mapping[str, object], at: datetime
) -> None:
    changed = [name for name in after if before is None or before[name] != after[name]]
    if changed:
        record(
            entity_type=entity,
            entity_id=row_id,
            at=at,
            action=f"{entity}.created" if before is None else f"{entity}.changed",
            before=None if before is None else {name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
