"""The shared initial data of the widget (domain.md 5.1)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from outfitter.api.principal import Principal
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.calendar import queries as calendar
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.serializers import avatar_out
from outfitter_tenants.trips import queries as trips

# A noun as a heading has it; initials, names of several words and other scripts stay as they are.
_CAPITALIZED: Final = re.compile(r"[A-Z][a-z]+")


def widget_init(
    *, tenant: Any, principal: Principal, languages: Sequence[str], at: datetime
) -> dict[str, Any]:
    """
    Return the shared initial data for the widget; staff parts are empty for the public.

    Experiences are in the first of the reader's `languages` that they have.
    """
    properties = _inside_sentences(people.get_properties())
    avatar = people.find_avatar(user_id=principal.user_id) if principal.user_id else None
    is_staff = principal.is_staff
    return {
        "experiences": calendar.widget_experiences(at=at, languages=languages),
        "properties": properties,
        "bookingStatuses": trips.list_statuses() if is_staff else [],
        "account": {"slug": tenant.slug, "name": tenant.name},
        "accountSlug": tenant.slug,
        "accounts": [],
        "userRoles": people.list_roles() if is_staff else [],
        "userAvatar": avatar_out(avatar) if avatar else None,
        "permissions": sorted(principal.permissions),
        "isAuthenticated": is_staff,
        "payment": payment_client(),
    }


def _inside_sentences(properties: people.PropertiesRow) -> people.PropertiesRow:
    """Return English words for an activity as the widget says them: "Shop 9 experiences"."""
    if properties.locale.partition("-")[0] != "en":
        return properties
    one, many = (
        word.lower() if _CAPITALIZED.fullmatch(word) else word
        for word in (properties.label_activity_singular, properties.label_activity_plural)
    )
    return replace(properties, label_activity_singular=one, label_activity_plural=many)


def payment_client() -> dict[str, Any] | None:
    """Return what a browser needs to load the gateway's card form, None without a gateway."""
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
        client = provider.checkout_client(ctx)
    except (NoPaymentProvider, PaymentFailed):
        return None
    return {
        "provider": provider.slug,
        "publishable_key": client.publishable_key,
        "script_url": client.script_url,
        "gateway_account": client.account,
        "is_test": client.is_test,
    }
