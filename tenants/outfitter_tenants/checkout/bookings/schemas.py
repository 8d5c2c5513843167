"""What the calls around a guest answer (domain.md 5.5, 5.25, 5.27)."""

from typing import Literal

from outfitter.api.schemas import Out
from outfitter_tenants.catalog.schemas.extras import AddonOut
from outfitter_tenants.checkout.trip_response.schemas import AddonLineOut, BookingOut, TripAnswer, TripFull
from outfitter_tenants.checkout.trip_response.schemas.details import AnswerOut, NoteOut


class BookingAnswer(Out):
    """One guest, and the trip they are on."""

    booking: BookingOut
    trip: TripFull


class ChosenAddonOut(AddonLineOut):
    """A chosen add-on, and whose: null is the order's own."""

    booking_id: int | None


class OfferedAddonOut(AddonOut):
    """An add-on that can be chosen: for the order as such, or for these guests."""

    scope: Literal["booking", "trip_order"]
    booking_ids: list[int]


class OrderAddonsOut(Out):
    """What can be chosen for an order and its guests, and what was."""

    available: list[OfferedAddonOut]
    chosen: list[ChosenAddonOut]


class CustomFieldValueAnswer(Out):
    """A question as it is answered now; `trip_version` is null for a customer's."""

    customFieldValue: AnswerOut
    trip_version: int | None


class NoteAnswer(TripAnswer):
    """A note as it is now (null: deleted), and its trip."""

    note: NoteOut | None
