"""Fills a new operator's schema: called inside that schema, safe to repeat."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from babel import Locale, UnknownLocaleError
from django.db import transaction

from outfitter_tenants.audit import operations as audit
from outfitter_tenants.catalog import defaults as catalog
from outfitter_tenants.people import defaults as people
from outfitter_tenants.trips import defaults as trips


@dataclass(frozen=True, slots=True)
class NewOperator:
    """What sign-up knows of the business."""

    name: str
    country: str
    currency: str
    locale: str
    time_zone: str
    address: Mapping[str, str]


def create_lookups(*, operator: NewOperator) -> None:
    """Create every row that the product takes for granted in an operator's schema."""
    with transaction.atomic():
        people.create_defaults(
            currency=operator.currency,
            locale=operator.locale,
            time_zone=operator.time_zone,
            week_start=_week_start(operator.country),
        )
        trips.create_defaults()
        catalog.create_defaults(location_name=operator.name, address=operator.address)


def create_owner(*, user_id: int, name: str, email: str, phone: str | None, at: datetime) -> int:
    """Return the id of the owner's avatar, made (and logged) when this user has none here."""
    with transaction.atomic():
        avatar_id, is_new = people.create_owner(user_id=user_id, name=name, email=email, phone=phone)
        if is_new:
            audit.record(
                entity_type="user_avatar",
                entity_id=avatar_id,
                action="owner.created",
                at=at,
                after={"name": name, "email": email, "role": "owner"},
            )
    return avatar_id


def _week_start(country: str) -> int:
    """Return the first day of the week there: 0 is Sunday (Babel's 0 is Monday)."""
    try:
        return (Locale.parse(f"und_{country}").first_week_day + 1) % 7
    except (UnknownLocaleError, ValueError):
        return 0
