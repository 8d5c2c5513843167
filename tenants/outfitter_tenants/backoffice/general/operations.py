"""Settings that reach into several parts of the product, each change in one transaction."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.accounts import business_profile
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import locations
from outfitter_tenants.checkout.terminals import operations as terminals
from outfitter_tenants.crm.automations import job as replanning
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.operations import properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.operations import time_zone_changes
from outfitter_tenants.trips import lookups
from outfitter_tenants.trips.operations import timeslot_moves

# What the public row of the operator repeats, because it is asked before any schema is known.
_SHARED = ("currency", "locale", "time_zone")
# Settings whose empty value is "none" and not "leave it".
_NULLABLE = frozenset({"ecom_phone_number", "mail_from", "reply_to", "privacy_url", "sms_sender"})


# What card readers show of the settings.
_TIPS = frozenset({"currency", "tip_mode", "tip_suggested_ppm"})


class CurrencyFixed(DomainError):
    """Trips were booked in the present currency (domain.md 3.1)."""

    code = "currency_fixed"
    status = 409


def save(*, values: Mapping[str, Any], version: int, at: datetime) -> int:
    """
    Save settings, business profile and price rules together; returns how many departures moved.

    Another time zone moves the instants of departures to come, never their time of day.

    :raises StaleVersion: `version` is not the current one
    :raises CurrencyFixed: the currency can no longer change
    :raises Invalid: a field breaks a rule
    """
    wanted = {k: v for k, v in values.items() if v is not None or k in _NULLABLE}
    business, rules = wanted.pop("business", None), wanted.pop("priceRules", None)
    with atomic():
        before = people.get_properties()
        if wanted.get("currency", before.currency) != before.currency and lookups.has_sold():
            raise CurrencyFixed("Trips have already been booked in this currency.")
        country = business_profile.get_business(schema_name=current_schema()).country
        check_amounts(wanted)
        changed = properties.save_properties(
            values=wanted,  # type: ignore[arg-type]
            version=version,
            country=country,
            at=at,
        )
        shared = {name: changed[name] for name in _SHARED if name in changed}
        _save_business({**(business or {}), **shared}, country, at)
        if rules:
            pricing.save_price_rules(**rules, at=at)
        cache_versions.touch_everything()
        if _TIPS & set(changed):
            terminals.later(at=at)
        if "time_zone" not in changed:
            return 0
        moved = _move(time_zone_changes.experiences_in_operator_zone(), changed["time_zone"], at)
        timeslot_moves.follow_departures(was=before.time_zone, now=changed["time_zone"], at=at)
        replanning.start_for_every_trip(name=current_actor().name, at=at)
        return moved


def set_logo(*, url: str | None, at: datetime) -> None:
    """Show that logo, or none, wherever the operator's name stands."""
    with atomic():
        version = people.get_all_properties()["version"]
        properties.save_properties(values={"logo_url": url}, version=version, country="US", at=at)


def save_location(
    *, values: locations.LocationValues, location_id: int | None, at: datetime
) -> tuple[int, int]:
    """
    Save a location; returns its id and how many departures moved with its time zone.

    :raises RowNotFound: there is none
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        before = {row.id: row.time_zone for row in catalog.list_locations()}
        saved = locations.save_location(values=values, location_id=location_id, at=at)
        if location_id is None or before.get(saved) == values["time_zone"]:
            return saved, 0
        here = [row.id for row in catalog.list_all() if row.location_id == saved]
        own = people.get_properties().time_zone
        moved = _move(here, values["time_zone"] or own, at)
        timeslot_moves.follow_departures(was=own, now=own, at=at)
        if moved:
            replanning.start_for_every_trip(name=current_actor().name, at=at)
        return saved, moved


def check_amounts(values: Mapping[str, Any]) -> None:
    """
    Refuse deposits and booking fees that say nothing.

    :raises Invalid: a percentage or an amount is missing, or two things are said at once
    """
    fields: dict[str, list[str]] = {}
    deposit = values.get("deposit") or {}
    kind = deposit.get("kind", "none")
    if kind.endswith("percent") and not deposit.get("rate_ppm"):
        fields["deposit.rate_ppm"] = ["Enter a percentage above zero."]
    if kind.endswith("amount") and not deposit.get("amount"):
        fields["deposit.amount"] = ["Enter an amount above zero."]
    if deposit.get("balance_due_hours") is not None and deposit.get("balance_due_days") is not None:
        fields["deposit.balance_due_days"] = ["Choose either hours or days."]
    fee = values.get("booking_fee") or {}
    if fee.get("cap_amount") is not None and fee["cap_amount"] < fee.get("amount", 0):
        fields["booking_fee.cap_amount"] = ["The maximum must not be less than the fixed part."]
    sold = values.get("gift_cards") or {}
    if sold.get("online_max_amount", 1) < sold.get("online_min_amount", 0):
        fields["gift_cards.online_max_amount"] = ["The maximum must not be less than the minimum."]
    if fields:
        raise Invalid(fields)


def _move(experience_ids: list[int], zone: str, at: datetime) -> int:
    moved = time_zone_changes.rezone(experience_ids=experience_ids, time_zone=zone, at=at)
    if moved:
        audit.record(
            entity_type="properties",
            entity_id=1,
            action="departures.rezoned",
            at=at,
            after={"time_zone": zone, "departures_cnt": moved},
        )
    return moved


def _save_business(values: Mapping[str, Any], country: str, at: datetime) -> None:
    clean = {name: value for name, value in values.items() if value is not None}
    fields: dict[str, list[str]] = {}
    for name, check in (("phone", properties.clean_phone), ("website", properties.clean_address)):
        try:
            if name in clean:
                clean[name] = check(clean[name], country) or ""
        except ValueError as problem:
            fields[f"business.{name}"] = [str(problem)]
    if fields:
        raise Invalid(fields)
    schema = current_schema()
    now = business_profile.get_business(schema_name=schema)
    before = {name: getattr(now, name) for name in clean if name not in _SHARED}
    changed = {name: clean[name] for name in before if before[name] != clean[name]}
    shared = {name: clean[name] for name in _SHARED if name in clean}
    if changed or shared:
        business_profile.save_business(schema_name=schema, values={**changed, **shared})  # type: ignore[typeddict-item]
    if changed:
        audit.record(
            entity_type="account",
            entity_id=1,
            action="account.changed",
            at=at,
            before={name: before[name] for name in changed},
            after=changed,
        )
