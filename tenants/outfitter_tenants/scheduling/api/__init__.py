"""Experiences, their rules and their departures over HTTP."""

from ninja import Router

from outfitter_tenants.scheduling.api.bulk_edits import router as bulk
from outfitter_tenants.scheduling.api.costs import router as costs
from outfitter_tenants.scheduling.api.experiences import router as experiences
from outfitter_tenants.scheduling.api.resource_usages import router as usages
from outfitter_tenants.scheduling.api.resources import router as resources
from outfitter_tenants.scheduling.api.timeslots import router as timeslots

router = Router(tags=["scheduling"])
router.add_router("", experiences)
router.add_router("", timeslots)
router.add_router("", bulk)
router.add_router("", resources)
router.add_router("", usages)
router.add_router("", costs)
