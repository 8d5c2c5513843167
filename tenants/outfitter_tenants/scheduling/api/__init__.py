"""Experiences, their rules and their departures over HTTP."""

from ninja import Router

from outfitter_tenants.scheduling.api.bulk import router as bulk
from outfitter_tenants.scheduling.api.edits import router as edits
from outfitter_tenants.scheduling.api.experiences import router as experiences
from outfitter_tenants.scheduling.api.resources import router as resources
from outfitter_tenants.scheduling.api.timeslots import router as timeslots
from outfitter_tenants.scheduling.api.usages import router as usages

router = Router(tags=["scheduling"])
router.add_router("", experiences)
router.add_router("", timeslots)
router.add_router("", edits)
router.add_router("", bulk)
router.add_router("", resources)
router.add_router("", usages)
