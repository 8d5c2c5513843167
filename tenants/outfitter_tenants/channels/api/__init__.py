"""Routes about channels, for staff."""

from ninja import Router

from outfitter_tenants.channels.api import connections, getyourguide, mappings, traffic

router = Router(tags=["channels"])
for part in (connections, mappings, traffic, getyourguide):
    router.add_router("", part.router)
