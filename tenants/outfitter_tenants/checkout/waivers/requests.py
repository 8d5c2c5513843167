"""Bodies of the calls around a guest's waivers."""

from typing import Literal

from outfitter.api.schemas import Id, Line
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn


class WaiverStatusIn(VersionedIn):
    """How far a guest is with signing."""

    state: Literal["marked_signed", "required", "not_applicable"]
    template_id: Id | None = None
    note: Line | None = None


class UnassignWaiverIn(VersionedIn):
    """Which signed waiver to take off; null is the one that was marked as signed on paper."""

    waiver_id: Id | None


class WaiverAssignIn(VersionedIn):
    """The version of the trip that staff saw."""
