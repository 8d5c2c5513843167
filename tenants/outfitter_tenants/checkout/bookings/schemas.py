"""What the calls around a guest answer (domain.md 5.5, 5.25, 5.27)."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import EmailStr, Field

from outfitter.api.schemas import Id, In, Line, Name, Out, Text
from outfitter_tenants.catalog.schemas.extras import AddonOut
from outfitter_tenants.checkout.trip_response.requests import AnswerValue, Phone
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn
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


class GuestIn(In):
    """Who travels on a ticket; what is left out stays as it is."""

    first_name: Name = ""
    last_name: Name = ""
    email: EmailStr | None = None
    phone: Phone | None = None
    birth_date: date | None = None


class PickupIn(In):
    """Where and when somebody is fetched."""

    place: Line
    time: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] | None = None
    note: Line = ""


class AnswerIn(In):
    """What a guest said to a custom field; null takes the answer away."""

    custom_field_id: Id
    value: AnswerValue


class BookingSaveIn(VersionedIn):
    """What is known of a guest; parts that are left out stay as they are."""

    guest: GuestIn | None = None
    customer_id: Id | None = None
    experience_customer_type_id: Id | None = None
    pickup: PickupIn | None = None
    customFieldValues: list[AnswerIn] = Field(default=[], max_length=100)
    # Staff with timeslot.overbook ask for seats beyond the last.
    overbook: bool = False

    def values(self) -> dict[str, Any]:
        """Return what was sent, as the use case takes it."""
        sent = self.model_dump(exclude_unset=True)
        answers = [(one.custom_field_id, one.value) for one in self.customFieldValues]
        named = {"guest", "customer_id", "experience_customer_type_id", "pickup"}
        return {**{key: value for key, value in sent.items() if key in named}, "answers": answers}


class BookingDeleteIn(VersionedIn):
    """Take a guest off."""

    reason: Line | None = None


class BookingsDeleteIn(BookingDeleteIn):
    """Take these guests off an order; all of them when none are named."""

    booking_ids: list[Id] | None = Field(default=None, min_length=1, max_length=500)


class BookingCloneIn(VersionedIn):
    """So many more guests like one."""

    qty: int = Field(default=1, ge=1, le=500)
    copy_addons: bool = True
    copy_custom_fields: bool = False
    overbook: bool = False


class CustomFieldValueIn(In):
    """An answer; null takes it away. The public names its trip by hash."""

    value: AnswerValue
    trip: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,24}$")] | None = None


class TripNoteIn(In):
    """A word about a trip."""

    body: Annotated[Text, Field(min_length=1, max_length=5000)]
    kind: Literal["staff", "customer", "guide"] = "staff"
    is_pinned: bool = False
    show_on_manifest: bool = False


class NoteMakeIn(TripNoteIn):
    """A word about the trip with this hash (or, for staff, number)."""

    trip: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,24}$")] | Id


class NoteChangeIn(In):
    """A note anew; what is left out stays as it is."""

    body: Annotated[Text, Field(min_length=1, max_length=5000)] | None = None
    kind: Literal["staff", "customer", "guide"] | None = None
    is_pinned: bool | None = None
    show_on_manifest: bool | None = None
