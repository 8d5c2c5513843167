"""Composition root: the one place that knows every router."""

from functools import lru_cache

from ninja import NinjaAPI

from outfitter.api import errors, lists, principal, widget
from outfitter.api.plugins import mount_plugins
from outfitter.api.renderer import OrjsonRenderer
from outfitter.tos import api as tos
from outfitter_signup.api import router as signup
from outfitter_tenants.backoffice import session
from outfitter_tenants.backoffice.api import router as backoffice
from outfitter_tenants.backoffice.dashboard_api import router as dashboard
from outfitter_tenants.calendar.api import router as calendar
from outfitter_tenants.calendar.init_api import router as calendar_init
from outfitter_tenants.catalog.api import router as catalog
from outfitter_tenants.checkout.api import router as checkout
from outfitter_tenants.checkout.arrivals_api import router as arrivals
from outfitter_tenants.embeds import operations as embeds
from outfitter_tenants.messaging import lookups
from outfitter_tenants.messaging.api import router as messaging
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal.api import router as portal
from outfitter_tenants.pricing.api import router as pricing
from outfitter_tenants.scheduling.api import router as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.api import router as trip_lists

principal.install_resolver(session.resolve)
lists.install_zone(lambda: people.get_properties().time_zone)
widget.install_watcher(embeds.saw)
lookups.install_trip_finder(lambda key: trips.find_trip_id(key=key, by_id=True))


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
    )
    errors.install(api)
    return api


@lru_cache(maxsize=1)
def tenant_api() -> NinjaAPI:
    """Return every operation of an operator's host."""
    api = _empty("Outfitter", "tenant")
    # arrivals comes before checkout: /api/trip/methods/get must not be read as a trip's hash.
    for router in (
        backoffice, dashboard, calendar_init, calendar, catalog, scheduling, pricing, arrivals,
        trip_lists, checkout, messaging, portal, tos.build(is_apex=False),
    ):  # fmt: skip
        api.add_router("", router)
    mount_plugins(api)
    return api


@lru_cache(maxsize=1)
def apex_api() -> NinjaAPI:
    """Return every operation of the platform's own host."""
    api = _empty("Outfitter sign-up", "apex")
    api.add_router("", signup)
    return api
