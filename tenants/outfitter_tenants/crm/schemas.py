"""Bodies of the customer routes."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import EmailStr, Field, StringConstraints, field_validator

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Id, In, Line, Lookup, Name, Out, Text, Version

Tag = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=12)]
PhoneText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
Consent = Literal["staff", "phone", "form", "checkout", "import"]
Ids = Annotated[list[Id], Field(min_length=1, max_length=200)]


class CustomerAddressIn(In):
    """Where somebody lives."""

    street: Line = ""
    street2: Line = ""
    postal_code: Name = ""
    city: Name = ""
    region: Name = ""


class CustomerMarketingIn(In):
    """What a customer allows, and where they said so."""

    email_opt_in: bool
    sms_opt_in: bool
    source: Consent = "staff"


class CustomerIn(In):
    """The fields to write; those that are not named stay. `version` guards against others."""

    first_name: Name = ""
    last_name: Name = ""
    email: EmailStr | None = None
    phone: PhoneText | None = None
    more_emails: Annotated[list[EmailStr], Field(max_length=20)] = []
    more_phones: Annotated[list[PhoneText], Field(max_length=20)] = []
    company: Line | None = None
    address: CustomerAddressIn | None = None
    country: Country | None = None
    locale: Language | None = None
    birth_date: date | None = None
    is_vip: bool = False
    tags: Annotated[list[Tag], Field(max_length=40)] = []
    notes: Text = ""
    marketing: CustomerMarketingIn | None = None
    version: Version | None = None

    @field_validator("email", "phone", "country", "company", mode="before")
    @classmethod
    def _empty_is_none(cls, value: Any) -> Any:
        """An emptied field of a form says: none."""
        return None if isinstance(value, str) and not value.strip() else value


class CustomersMergeIn(In):
    """Whom to keep (the oldest when null), who goes into it, whose value for which field."""

    keep_id: Id | None = None
    merge_ids: Annotated[list[Id], Field(min_length=1, max_length=20)]
    field_choices: dict[str, Id] = {}


class CustomersDeleteIn(In):
    """Whom to make nobody, or to delete when nothing hangs on them."""

    ids: Ids
    mode: Literal["anonymise", "delete_if_empty"]


class CustomerDeleteIn(In):
    """How to delete one customer."""

    mode: Literal["anonymise", "delete_if_empty"] = "delete_if_empty"


class CustomersTagIn(In):
    """Tags to give to and to take from customers."""

    ids: Ids
    add: Annotated[list[Tag], Field(max_length=20)] = []
    remove: Annotated[list[Tag], Field(max_length=20)] = []


class CustomersBulkIn(In):
    """What to do with everybody the list shows, by its search and filters, or with these alone."""

    action: Literal["tag", "anonymise"]
    ids: Annotated[list[Id], Field(max_length=10_000)] = []
    search: Annotated[str, Field(max_length=100)] = ""
    filters: Annotated[list[dict[str, Any]], Field(max_length=20)] = []
    add: Annotated[list[Tag], Field(max_length=20)] = []
    remove: Annotated[list[Tag], Field(max_length=20)] = []


class OtherCustomerIn(In):
    """The other customer of a pair."""

    other_id: Id


class CustomerRowOut(Out):
    """One customer of the list. Amounts in minor units of the operator's currency."""

    id: int
    hash: str
    name: str
    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    company: str | None
    country: str | None
    locale: str
    is_vip: bool
    tags: list[str]
    trip_cnt: int
    lifetime_value_amount: int
    first_trip_at: datetime | None
    last_trip_at: datetime | None
    email_opt_in: bool
    sms_opt_in: bool
    is_anonymised: bool
    created_at: datetime
    version: int


class CustomersOut(ListAnswer[CustomerRowOut]):
    """One page of customers."""


class CustomerAddressOut(Out):
    """Where somebody lives."""

    street: str
    street2: str
    postal_code: str
    city: str
    region: str


class CustomerMarketingOut(Out):
    """What a customer allows, since when, and where they said so."""

    email_opt_in: bool
    sms_opt_in: bool
    source: str | None
    at: datetime | None


class NextTripOut(Out):
    """The next departure of a customer."""

    id: int
    confirmation_code: str
    start_at: datetime
    experience_names: list[str]
    pax_cnt: int


class CustomerCountsOut(Out):
    """How much there is behind each tab."""

    trips: int
    upcoming: int
    bookings: int
    messages: int
    cards: int
    duplicates: int


class CustomerMergeOut(Out):
    """A merge into this customer; `reasons` say why it cannot be taken back."""

    id: int
    merged_ids: list[int]
    names: list[str]
    merged_at: datetime
    merged_by_name: str
    undo_until: datetime
    can_undo: bool
    reasons: list[str]


class CustomerFull(Out):
    """A customer, whole. Amounts in minor units of `currency`."""

    id: int
    hash: str
    name: str
    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    more_emails: list[str]
    more_phones: list[str]
    company: str | None
    address: CustomerAddressOut
    country: str | None
    locale: str
    birth_date: date | None
    is_vip: bool
    tags: list[str]
    notes: str
    marketing: CustomerMarketingOut
    unsubscribed_at: datetime | None
    first_trip_at: datetime | None
    last_trip_at: datetime | None
    trip_cnt: int
    lifetime_value_amount: int
    currency: str
    balance_due_amount: int
    next_trip: NextTripOut | None
    counts: CustomerCountsOut
    merges: list[CustomerMergeOut]
    redirected_from: int | None
    anonymised_at: datetime | None
    created_at: datetime
    version: int


class MergeMovedOut(Out):
    """How much went over to the kept customer."""

    trips: int
    bookings: int
    messages: int
    reviews: int
    cards: int
    calls: int


class CustomersMergedOut(Out):
    """The kept customer, what moved, and the merge by which it can be taken back."""

    customer: CustomerFull
    moved: MergeMovedOut
    merge_id: int


class MergeUndoneOut(Out):
    """The customer who was kept, who is back, and fields that stay because they were edited."""

    customer: CustomerFull
    restored_ids: list[int]
    edited: list[str]


class SkippedCustomerOut(Out):
    """A customer who stays, and why."""

    id: int
    name: str
    reasons: list[str]


class CustomersDeletedOut(Out):
    """What happened to a selection."""

    anonymised_ids: list[int]
    deleted_ids: list[int]
    skipped: list[SkippedCustomerOut]


class AnonymisePreviewOut(Out):
    """What anonymising would take away, and what is against it."""

    customer_id: int
    name: str
    merged_cnt: int
    trip_cnt: int
    guest_cnt: int
    kept_guest_cnt: int
    note_cnt: int
    message_cnt: int
    card_cnt: int
    call_cnt: int
    reasons: list[str]


class CustomersChangedOut(Out):
    """How many customers changed."""

    changed_cnt: int


class CustomerTagsOut(Out):
    """The tags in use, the most frequent first."""

    data: list[str]


class SavedCardOut(Out):
    """A saved card, told apart by its last digits."""

    id: int
    brand: str
    last4: str
    exp: str
    exp_month: int
    exp_year: int
    is_default: bool
    is_expired: bool


class SavedCardsOut(Out):
    """The saved cards, the default one first."""

    data: list[SavedCardOut]


class DuplicatePersonOut(Out):
    """One of two who may be the same person."""

    id: int
    name: str
    email: str | None
    phone: str | None
    is_vip: bool
    trip_cnt: int
    last_trip_at: datetime | None
    created_at: datetime


class DuplicatePairOut(Out):
    """Two customers who may be one person; score from 0 to 100, reasons strongest first."""

    id: int
    score: int
    reasons: list[str]
    customers: list[DuplicatePersonOut]


class DuplicatePairsOut(Out):
    """Pairs that wait for a decision, most likely first; `total` of all there are."""

    data: list[DuplicatePairOut]
    total: int


class BookedKindOut(Out):
    """A kind of ticket."""

    id: int
    name: str


class BookedExperienceOut(Out):
    """What was booked."""

    id: int
    name: str
    color: str


class BookedStatusOut(Lookup):
    """A guest's status."""

    color: str
    kind: str


class CustomerBookingOut(Out):
    """One ticket of a customer."""

    id: int
    trip_id: int
    confirmation_code: str
    trip_status: str
    experience: BookedExperienceOut
    start_at: datetime | None
    customerType: BookedKindOut
    guest_name: str
    bookingStatus: BookedStatusOut
    is_cancelled: bool
    ticket_code: str
    unit_amount: int
    currency: str


class CustomerBookingsOut(ListAnswer[CustomerBookingOut]):
    """One page of a customer's tickets."""
