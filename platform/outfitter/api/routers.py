"""Composition root: the one place that knows every router."""

from functools import lru_cache

from ninja import NinjaAPI

from outfitter.api import errors, lists, principal, widget_pages
from outfitter.api.parser import StrictParser
from outfitter.api.plugin_routes import mount_plugins
from outfitter.api.renderer import OrjsonRenderer
from outfitter.billing.api import router as billing
from outfitter.billing.desk_operators_api import router as desk_operators
from outfitter.billing.desk_plans_api import router as desk_plans
from outfitter.bulletins.api import router as platform_news
from outfitter.features.api import router as platform_features
from outfitter.kpis import visits
from outfitter.kpis.deals_api import router as deals
from outfitter.kpis.kpi_api import router as kpis
from outfitter.onboarding.api import router as platform_referrals
from outfitter.platform_audit.api import router as platform_audit
from outfitter.sales_crm.api import operator_router as host_articles
from outfitter.sales_crm.api import router as sales_crm
from outfitter.tos import api as tos
from outfitter.tos.versions_api import router as platform_terms
from outfitter_demo.demo_api import router as platform_demo
from outfitter_signup.api import router as signup
from outfitter_tenants.ai_agents import agent_settings
from outfitter_tenants.ai_agents.agents_api import router as ai_agents
from outfitter_tenants.ai_agents.app_access.consent_api import router as agent_consent
from outfitter_tenants.ai_agents.phone_agent.api import router as phone_agent
from outfitter_tenants.api_access import bearer
from outfitter_tenants.api_access.keys_api import router as api_keys
from outfitter_tenants.api_access.webhooks_api import router as webhooks
from outfitter_tenants.archives.api import router as archives
from outfitter_tenants.audit.api import router as audit
from outfitter_tenants.backoffice.account.api import router as account_state
from outfitter_tenants.backoffice.account_chooser.api import router as chooser
from outfitter_tenants.backoffice.api import router as backoffice
from outfitter_tenants.backoffice.cash_papers.api import router as cash_papers
from outfitter_tenants.backoffice.check_in_kiosk.api import router as kiosks
from outfitter_tenants.backoffice.counter_prints.api import router as counter_printing
from outfitter_tenants.backoffice.counter_sign_in.api import router as counter_sign_in
from outfitter_tenants.backoffice.dashboard.api import router as dashboard
from outfitter_tenants.backoffice.first_steps.api import router as first_steps
from outfitter_tenants.backoffice.general.api import router as general
from outfitter_tenants.backoffice.general.lists_api import router as general_lists
from outfitter_tenants.backoffice.inventory.api import router as inventory
from outfitter_tenants.backoffice.inventory.blackout_plans_api import router as blackout_plans
from outfitter_tenants.backoffice.inventory.blackouts_api import router as blackouts
from outfitter_tenants.backoffice.inventory.guides_api import router as guides
from outfitter_tenants.backoffice.inventory.resources_api import router as resources
from outfitter_tenants.backoffice.invitations.api import router as invitations
from outfitter_tenants.backoffice.live_api import router as live
from outfitter_tenants.backoffice.manifests.api import router as day
from outfitter_tenants.backoffice.own_domains.api import router as own_domains
from outfitter_tenants.backoffice.payment_accounts.api import router as collecting
from outfitter_tenants.backoffice.platform_desk.operators_api import router as operators
from outfitter_tenants.backoffice.platform_desk.support_api import router as support
from outfitter_tenants.backoffice.platform_desk.support_consent_api import router as support_consent
from outfitter_tenants.backoffice.plugin_settings import oauth_api
from outfitter_tenants.backoffice.plugin_settings.api import router as plugins
from outfitter_tenants.backoffice.reseller_desk.api import router as reseller_desk
from outfitter_tenants.backoffice.staff_calendar.api import router as departures
from outfitter_tenants.backoffice.waivers.api import router as signed_waivers
from outfitter_tenants.calendar import initial_data
from outfitter_tenants.calendar.api import router as calendar
from outfitter_tenants.calendar.feeds_api import router as calendar_feeds
from outfitter_tenants.calendar.init_api import router as calendar_init
from outfitter_tenants.calls.api import router as calls
from outfitter_tenants.catalog.api import router as catalog
from outfitter_tenants.channels.api import router as channels
from outfitter_tenants.checkout.api import router as checkout
from outfitter_tenants.crm.api import router as customers
from outfitter_tenants.crm.assistant.api import router as assistant
from outfitter_tenants.crm.automations.api import router as automations
from outfitter_tenants.crm.bulk_api import router as customers_bulk
from outfitter_tenants.crm.bulk_messages.api import router as bulk_messages
from outfitter_tenants.crm.cards_api import router as customer_cards
from outfitter_tenants.crm.duplicates_api import router as customer_duplicates
from outfitter_tenants.crm.export_api import router as customer_export
from outfitter_tenants.crm.inbox.api import router as inbox
from outfitter_tenants.crm.reviews_api import router as reviews
from outfitter_tenants.crm.templates.api import router as templates
from outfitter_tenants.devices.announcements.api import router as announcements
from outfitter_tenants.devices.api import router as devices
from outfitter_tenants.devices.pairing_api import router as device_pairing
from outfitter_tenants.devices.print_queue.api import router as print_jobs
from outfitter_tenants.devices.speech.api import router as voices
from outfitter_tenants.embeds import frame_ancestors, installation_check
from outfitter_tenants.embeds import operations as embeds
from outfitter_tenants.embeds.api import router as embed_codes
from outfitter_tenants.fields.api import router as fields
from outfitter_tenants.jobs.api import router as jobs
from outfitter_tenants.messaging import trip_port
from outfitter_tenants.messaging.api import router as messaging
from outfitter_tenants.messaging.message_api import router as single_messages
from outfitter_tenants.notifications.api import router as notifications
from outfitter_tenants.notifications.preview_api import router as notification_previews
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.api import router as team
from outfitter_tenants.people.roles_api import router as roles
from outfitter_tenants.portal.access_api import router as portal_access
from outfitter_tenants.portal.api import router as portal
from outfitter_tenants.portal.changes_api import router as portal_changes
from outfitter_tenants.portal.details_api import router as portal_details
from outfitter_tenants.portal.papers_api import router as portal_papers
from outfitter_tenants.portal.waivers_api import router as waiver_portal
from outfitter_tenants.portal.wallet_api import router as portal_wallet
from outfitter_tenants.pricing.api import router as pricing
from outfitter_tenants.reports.custom_report_api import router as custom_reports
from outfitter_tenants.reports.executive_api import router as executive
from outfitter_tenants.reports.report_link_api import router as report_links
from outfitter_tenants.reports.report_routes import router as any_reports
from outfitter_tenants.resellers.api import router as resellers
from outfitter_tenants.resellers.records_api import router as reseller_records
from outfitter_tenants.scheduling.api import router as scheduling
from outfitter_tenants.search.api import router as search
from outfitter_tenants.security import (
    confirm_api,
    login_api,
    me_api,
    passwords_api,
    pin_api,
    platform_login_api,
    platform_sessions_api,
    session,
    sessions_api,
    setup_api,
)
from outfitter_tenants.tableviews.api import router as table_views
from outfitter_tenants.transfer.api import router as transfer
from outfitter_tenants.transfer.imports.api import router as imports
from outfitter_tenants.trips import visibility
from outfitter_tenants.trips.api import router as trip_lists
from outfitter_tenants.trips.bulk_actions_api import router as trip_bulk
from outfitter_tenants.waivers.api import router as waivers
from outfitter_tenants.website import machine_guide
from outfitter_tenants.website.message_pages import router as message_pages

principal.install_resolver(bearer.resolver(session.resolve))
lists.install_zone(lambda: people.get_properties().time_zone)
widget_pages.install_watcher(embeds.record_installation)
widget_pages.install_visit_counter(visits.count_visit)
widget_pages.install_filler(initial_data.first)
widget_pages.install_framing(frame_ancestors.frame_ancestors)
installation_check.install_shop(initial_data.is_on_sale)
machine_guide.install_tools(lambda: "/mcp" if agent_settings.are_visitors_in() else None)
trip_port.install_trip_finder(lambda key, caller: visibility.find_trip_id(key=key, by_id=True, caller=caller))


def _empty(title: str, namespace: str) -> NinjaAPI:
    # No operation is open by accident: each names its own demand, this one refuses the rest.
    api = NinjaAPI(
        title=title,
        version="1",
        urls_namespace=namespace,
        auth=principal.signed_in,
        docs_url=None,
        openapi_url=None,
        renderer=OrjsonRenderer(),
        parser=StrictParser(),
    )
    errors.install(api)
    return api


# Every call of an operator's host; where two could answer an address, the first does.
TENANT_ROUTERS = (
    login_api.router,
    me_api.router,
    confirm_api.router,
    pin_api.router,
    sessions_api.router,
    setup_api.router,
    passwords_api.build(),
    backoffice,
    account_state,
    support_consent,
    day,
    dashboard,
    first_steps,
    notifications,
    notification_previews,
    live,
    team,
    roles,
    invitations,
    chooser,
    calendar_init,
    calendar_feeds,
    calendar,
    catalog,
    resellers,
    reseller_records,
    scheduling,
    pricing,
    customers,
    customer_cards,
    customer_duplicates,
    customers_bulk,
    inbox,
    calls,
    assistant,
    bulk_messages,
    customer_export,
    templates,
    reviews,
    trip_lists,
    trip_bulk,
    jobs,
    table_views,
    transfer,
    imports,
    checkout,
    messaging,
    single_messages,
    message_pages,
    automations,
    portal_access,
    portal,
    portal_changes,
    portal_details,
    portal_papers,
    portal_wallet,
    search,
    general,
    general_lists,
    fields,
    waivers,
    signed_waivers,
    waiver_portal,
    devices,
    device_pairing,
    counter_sign_in,
    cash_papers,
    print_jobs,
    counter_printing,
    kiosks,
    voices,
    announcements,
    plugins,
    oauth_api.build(is_apex=False),
    collecting,
    audit,
    inventory,
    resources,
    blackouts,
    blackout_plans,
    guides,
    embed_codes,
    own_domains,
    departures,
    reseller_desk,
    custom_reports,
    executive,
    any_reports,
    report_links,
    channels,
    api_keys,
    webhooks,
    archives,
    billing,
    ai_agents,
    agent_consent,
    phone_agent,
    host_articles,
    tos.build(is_apex=False),
)


@lru_cache(maxsize=1)
def tenant_api() -> NinjaAPI:
    """Return every operation of an operator's host."""
    api = _empty("Outfitter", "tenant")
    for router in TENANT_ROUTERS:
        api.add_router("", router)
    mount_plugins(api)
    return api


# Every call of the platform's desk, on the platform's own host.
PLATFORM_ROUTERS = (
    platform_login_api.router,
    platform_sessions_api.router,
    platform_audit,
    operators,
    support,
    kpis,
    deals,
    desk_plans,
    desk_operators,
    platform_terms,
    platform_news,
    platform_features,
    platform_referrals,
    platform_demo,
    sales_crm,
)


@lru_cache(maxsize=1)
def apex_api() -> NinjaAPI:
    """Return every operation of the platform's own host."""
    api = _empty("Outfitter sign-up", "apex")
    api.add_router("", signup)
    api.add_router("", passwords_api.build())
    api.add_router("", oauth_api.build(is_apex=True))
    for router in PLATFORM_ROUTERS:
        api.add_router("", router)
    return api
