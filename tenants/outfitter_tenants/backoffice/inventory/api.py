"""The catalogue where it reaches the schedule and the prices."""

from ninja import Router

from outfitter_tenants.backoffice.inventory.addons_api import router as addons
from outfitter_tenants.backoffice.inventory.conditions_api import router as conditions
from outfitter_tenants.backoffice.inventory.experiences_api import router as experiences
from outfitter_tenants.backoffice.inventory.images_api import router as pictures
from outfitter_tenants.backoffice.inventory.products_api import router as products
from outfitter_tenants.backoffice.inventory.terms_api import router as terms

router = Router(tags=["catalog"])
router.add_router("", terms)
router.add_router("", addons)
router.add_router("", products)
router.add_router("", pictures)
router.add_router("", experiences)
router.add_router("", conditions)
