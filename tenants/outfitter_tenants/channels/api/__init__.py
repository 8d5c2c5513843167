"""Routes about channels, for staff."""

from ninja import Router

from outfitter_tenants.channels.api import connections, gyg, selling, traffic

router = Router(tags=["channels"])
for part in (connections, selling, traffic, gyg):
    router.add_router("", part.router)
