"""What the calls that name and mark a trip take (domain.md 5.24)."""

from typing import Annotated

from pydantic import StringConstraints

from outfitter.api.schemas import Id, Line
from outfitter_tenants.checkout.trip_response.requests.lifecycle import PlainText, Reason, VersionedIn


class GroupNameIn(VersionedIn):
    """The group's name; null or empty takes it away."""

    group_name: Line | None


class TripSourceIn(VersionedIn):
    """Where the customer heard of us; null takes it back."""

    trip_source_id: Id | None


class VoucherIn(VersionedIn):
    """The number of a partner's voucher; null or empty takes it away."""

    reseller_voucher: Annotated[Line, StringConstraints(max_length=80)] | None


class FlagIn(VersionedIn):
    """Why somebody should look at a trip, and who."""

    reason_id: Id | None = None
    assignee_avatar_id: Id | None = None
    comment: PlainText = ""


class FlagClearIn(VersionedIn):
    """What was done about it."""

    note: Reason
