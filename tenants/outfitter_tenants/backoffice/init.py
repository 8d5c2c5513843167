"""The first answers of the back office (domain.md 5.2)."""

from datetime import date, datetime, timedelta
from typing import Any, Final, Literal

from outfitter.accounts import queries as accounts
from outfitter.api.access_errors import ApiKeyRefused
from outfitter.api.principal import Principal
from outfitter.billing.queries import billed_accounts as billing
from outfitter.error_reports import browser as error_reports
from outfitter.features import switches
from outfitter.kit import cash, zones
from outfitter.operators import support_access
from outfitter.plugins.assistants.providers import find_assistant
from outfitter.sales_crm import connection as crm_connection
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.notifications import queries as notifications
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.serializers import account_out, avatar_out
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.security import tos_status
from outfitter_tenants.trips import queries as trips

# Who may let support in: owners (domain.md 4.29).
OWNERS: Final = "account.close"


def app_init(*, tenant: Any, principal: Principal, at: datetime) -> dict[str, Any]:
    """
    Return what every screen of the back office needs first.

    :raises ApiKeyRefused: a program asks, which has no screens
    """
    if principal.is_api_key:
        raise ApiKeyRefused("API keys can't be used for this.")
    if principal.is_support:
        avatar = people.get_avatar(avatar_id=principal.avatar_id or 0)
    else:
        avatar = people.find_avatar(user_id=principal.user_id or 0)
    assert avatar is not None  # noqa: S101  (the caller demanded a signed-in avatar)
    properties = people.get_properties()
    # The steps lead to the first booking: whoever is live finds them on their page.
    leads = (
        tenant.status == "onboarding" and principal.can("setup.general") and not avatar.is_hide_setup_tasks
    )
    return {
        "bookingStatuses": trips.list_statuses(),
        "properties": properties,
        "userRoles": people.list_roles(),
        "accounts": accounts.list_accounts_of_user(user_id=principal.user_id or 0),
        "account": account_out(tenant, properties),
        "cash_step": cash.cash_step(properties.cash_rounding, properties.currency, tenant.country),
        "accountSlug": tenant.slug,
        "userAvatar": avatar_out(avatar),
        "isAtCounter": principal.is_at_counter,
        "permissions": sorted(principal.permissions),
        "tosPending": tos_status.pending(account_id=tenant.pk, principal=principal, at=at),
        "featureFlags": {
            "assistant": find_assistant(schema_name=tenant.schema_name) is not None,
            "host_articles": crm_connection.has_articles(),
            "billing": tenant.is_billed or billing.has_plans(),
            **switches.flags(account_id=tenant.pk),
        },
        "support": support_notice(account_id=tenant.pk, principal=principal, at=at),
        "unread_cnt": notifications.counts(avatar_id=avatar.id).unread,
        "setupTasks": setup_tasks(account=tenant, at=at) if leads else [],
        "newsBanner": notifications.find_banner(avatar_id=avatar.id),
        "errorReports": error_reports.settings_for(operator=tenant.slug, user_id=principal.user_id),
    }


def support_notice(*, account_id: int, principal: Principal, at: datetime) -> dict[str, Any] | None:
    """Return who is let in as support, for everybody here to see; a question is for owners alone."""
    found = support_access.current(account_id=account_id, at=at)
    if found is None or (found.state == "asked" and not principal.can(OWNERS)):
        return None
    return {
        "state": found.state,
        "asked_by": found.asked_by,
        "reason": found.reason,
        "ends_at": found.ends_at,
        "may_change": found.may_change,
        "is_me": principal.is_support,
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
