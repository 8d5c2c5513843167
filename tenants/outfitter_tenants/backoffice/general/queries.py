"""The whole general set-up as its screen reads it, in a fixed number of queries."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from babel import localedata

from outfitter.accounts import business_profile
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import colors, zones
from outfitter.kit.currencies import OFFERED
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.backoffice.general.schemas import SurchargeOut
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling.operations import time_zone_changes
from outfitter_tenants.trips import lookups
from outfitter_tenants.trips import queries as trips


def general(*, at: datetime) -> dict[str, Any]:
    """Return everything that the general set-up shows."""
    settings = people.get_all_properties()
    experiences = catalog.list_all()
    rules = pricing.get_price_rules()
    return {
        "business": business_profile.get_business(schema_name=current_schema()),
        "settings": settings,
        "palette": colors.palette(settings["brand_color"]),
        "priceRules": rules,
        "taxes": _surcharges("tax"),
        "fees": _surcharges("fee"),
        "policies": _policies(experiences),
        "statuses": lookups.list_statuses_with_use(),
        "sources": lookups.list_sources(),
        "flags": lookups.list_flag_reasons(),
        "locations": catalog.list_locations(),
        "methods": trips.list_methods(),
        "experiences": [{"id": row.id, "name": row.name} for row in experiences if row.status != "archived"],
        "resellers": _resellers(),
        "currencies": OFFERED,
        "locales": locale_tags(),
        "time_zones": zones.zone_names(),
        "facts": {
            "is_currency_fixed": lookups.has_sold(),
            "departures_cnt": time_zone_changes.count_in_operator_zone(at=at),
        },
    }


@lru_cache(maxsize=1)
def locale_tags() -> tuple[str, ...]:
    """Return what an operator can write in: our languages as each region writes them."""
    tags = (tag.replace("_", "-").split("-") for tag in localedata.locale_identifiers())
    return tuple(
        sorted(
            "-".join(parts)
            for parts in tags
            if parts[0] in ROUTE_LOCALES and len(parts) == 2 and len(parts[1]) == 2
        )
    )


def _resellers() -> list[dict[str, object]]:
    charges = pricing.list_charges()
    named = resellers.names_of(ids={one for charge in charges for one in charge.reseller_ids})
    named |= {row.pk: row.name for row in resellers.list_resellers()}
    return [{"id": pk, "name": name} for pk, name in sorted(named.items(), key=lambda one: one[1].casefold())]


def _surcharges(kind: str) -> list[dict[str, object]]:
    rows = pricing.list_surcharges(kind=kind)
    used = lookups.charged_counts(kind=kind, ids=[row.pk for row in rows])
    names = [name for name in SurchargeOut.model_fields if name != "used_cnt"]
    return [{**{name: getattr(row, name) for name in names}, "used_cnt": used[row.pk]} for row in rows]


def _policies(experiences: list[catalog.ExperienceRow]) -> list[dict[str, object]]:
    return [
        {
            "id": row.pk,
            "version": row.version,
            "name": row.name,
            "tiers": row.tiers,
            "noshow_refund_ppm": row.noshow_refund_ppm,
            "weather_refund_ppm": row.weather_refund_ppm,
            "is_weather_credit_allowed": row.is_weather_credit_allowed,
            "self_cancel_until_hours": row.self_cancel_until_hours,
            "self_rebook_until_hours": row.self_rebook_until_hours,
            "is_default": row.is_default,
            "experience_ids": [e.id for e in experiences if e.cancellation_policy_id == row.pk],
        }
        for row in pricing.list_policies()
    ]
