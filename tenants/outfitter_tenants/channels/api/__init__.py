"""Routes about channels, for staff."""

from ninja import Router

from outfitter_tenants.channels.api import connections, getyourguide, mappings, subscriptions, tools, traffic

router = Router(tags=["channels"])
for part in (connections, mappings, traffic, subscriptions, tools, getyourguide):
    router.add_router("", part.router)
