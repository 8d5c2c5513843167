"""The first answers of the back office (domain.md 5.2)."""

from datetime import date, datetime, timedelta
from typing import Any, Final, Literal

from outfitter.accounts import queries as accounts
from outfitter.api.principal import Principal
from outfitter.kit import cash, zones
from outfitter.plugins.assistants.providers import find_assistant
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.notifications import queries as notifications
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.serializers import account_out, avatar_out
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.security import tos_status
from outfitter_tenants.trips import queries as trips


def app_init(*, tenant: Any, principal: Principal, at: datetime) -> dict[str, Any]:
    """Return what every screen of the back office needs first."""
    avatar = people.find_avatar(user_id=principal.user_id or 0)
    assert avatar is not None  # noqa: S101  (the caller demanded a signed-in avatar)
    properties = people.get_properties()
    leads = principal.can("setup.general") and not avatar.is_hide_setup_tasks
    return {
        "bookingStatuses": trips.list_statuses(),
        "properties": properties,
        "userRoles": people.list_roles(),
        "accounts": accounts.list_accounts_of_user(user_id=principal.user_id or 0),
        "account": account_out(tenant, properties),
        "cash_step": cash.cash_step(properties.cash_rounding, properties.currency, tenant.country),
        "accountSlug": tenant.slug,
        "userAvatar": avatar_out(avatar),
        "permissions": sorted(principal.permissions),
        "tosPending": tos_status.pending(account_id=tenant.pk, principal=principal, at=at),
        "featureFlags": {"assistant": find_assistant(schema_name=tenant.schema_name) is not None},
        "unread_cnt": notifications.counts(avatar_id=avatar.id).unread,
        "setupTasks": setup_tasks(account=tenant, at=at) if leads else [],
    }


View = Literal["day", "week", "month"]
# A month's page shows whole weeks around it.
_AROUND: Final = {"day": (0, 1), "week": (6, 7), "month": (37, 37)}


def calendar_init(
    *, tenant: Any, principal: Principal, at: datetime, view: View, day: date | None
) -> dict[str, Any]:
    """
    Return the first data of the calendar page around `day` (the operator's today by default).

    Blackouts are those that touch the days which the view can show. What a partner does not sell is
    not there for its agents.
    """
    hidden = principal.hidden_experience_ids
    first = app_init(tenant=tenant, principal=principal, at=at)
    zone = people.get_properties().time_zone
    shown = day or zones.local_day(at, zone)
    before, after = _AROUND[view]
    begin, _ = zones.day_bounds(shown - timedelta(days=before), zone)
    _, end = zones.day_bounds(shown + timedelta(days=after), zone)
    return {
        **first,
        "view": view,
        "date": shown,
        "experiences": [
            {"id": e.id, "name": e.name, "color": e.color, "status": e.status}
            for e in catalog.list_all()
            if e.id not in hidden
        ],
        "resources": scheduling.list_resources(),
        "guides": [{"id": g.id, "name": g.name, "color": g.color} for g in people.list_guides()],
        "tripMethods": trips.list_methods(),
        "blackouts": [
            row
            for row in scheduling.blackouts_between(begin=begin, end=end)
            if row.experience_id not in hidden
        ],
    }
