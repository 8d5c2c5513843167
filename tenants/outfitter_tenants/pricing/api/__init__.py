"""Pricing over HTTP."""

from ninja import Router

from outfitter_tenants.pricing.api.offer_codes import router as offer_codes
from outfitter_tenants.pricing.api.prices import router as prices
from outfitter_tenants.pricing.api.rate_sheets import router as rate_sheets

router = Router(tags=["pricing"])
router.add_router("", prices)
router.add_router("", rate_sheets)
router.add_router("", offer_codes)
