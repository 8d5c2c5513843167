"""The catalogue over HTTP (domain.md 5.10)."""

from ninja import Router

from outfitter_tenants.catalog.api.contents import router as contents
from outfitter_tenants.catalog.api.experiences import router as experiences
from outfitter_tenants.catalog.api.images import router as images
from outfitter_tenants.catalog.api.taxonomy import router as shelves

router = Router(tags=["catalog"])
router.add_router("", shelves)
router.add_router("", contents)
router.add_router("", experiences)
router.add_router("", images)
