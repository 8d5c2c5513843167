"""The first answers of the back office (domain.md 5.2)."""

from datetime import datetime
from typing import Any

from outfitter.accounts import hosts
from outfitter.accounts import queries as accounts
from outfitter.api.principal import Principal
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.views import account_out, avatar_out
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips


def app_init(*, tenant: Any, principal: Principal, at: datetime) -> dict[str, Any]:
    """Return what every screen of the back office needs first."""
    avatar = people.find_avatar(user_id=principal.user_id or 0)
    assert avatar is not None  # noqa: S101  (the caller demanded a signed-in avatar)
    properties = people.get_properties()
    return {
        "bookingStatuses": trips.list_statuses(),
        "properties": properties,
        "userRoles": people.list_roles(),
        "accounts": accounts.list_accounts_of_user(user_id=principal.user_id or 0),
        "account": account_out(tenant, properties),
        "accountSlug": tenant.slug,
        "userAvatar": avatar_out(avatar),
        "permissions": sorted(principal.permissions),
        "featureFlags": {},
        "unread_cnt": 0,
        "setupTasks": setup_tasks(slug=tenant.slug, at=at),
    }


def setup_tasks(*, slug: str, at: datetime) -> list[dict[str, Any]]:
    """Return the steps to the first booking, each with whether it is done (domain.md 6.3)."""
    has_experience = bool(catalog.list_all())
    has_times, has_sale = scheduling.has_future_timeslot(at=at), scheduling.has_sale()
    steps = (
        ("experience", "Create your first experience", has_experience, "/setup/experiences"),
        ("availability", "Add times to it", has_times, "/setup/experiences"),
        ("widget", "Put the calendar on your website", has_sale, "/widgets/calendar"),
        ("booking", "Take a first booking", has_sale, "/manifest"),
    )
    return [
        {"slug": step, "title": title, "is_done": is_done, "url": hosts.tenant_url(slug, url)}
        for step, title, is_done, url in steps
    ]
