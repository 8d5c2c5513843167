"""What is on sale in a channel: connections, products, departures and what they cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Literal
from zoneinfo import ZoneInfo

ConnectionState = Literal["draft", "testing", "live", "paused"]
PriceMode = Literal["ours", "theirs"]
UnitKind = Literal[
    "adult", "youth", "child", "infant", "senior", "student", "military", "family", "unit", "other"
]
DepartureStatus = Literal["available", "limited", "freesale", "sold_out", "closed"]
# Why a departure cannot be had, or not by the party that was asked for.
Refusal = Literal["sold_out", "too_few_seats", "past_cutoff", "not_yet_on_sale", "closed", "party"]
ContactField = Literal["first_name", "last_name", "email", "phone", "country", "birth_date"]


@dataclass(frozen=True, slots=True)
class Connection:
    """
    One agreement between an operator and a channel, found by the key of a request.

    `credentials` are decrypted: never log or return them. `settings` are the plugin's own, as its
    `ChannelAdapter.settings` model dumped them. With `price_mode` "theirs" the figures of the
    channel are kept on what it books. Minutes bound how long this channel may hold seats.
    """

    id: int
    uuid: str
    channel: str
    title: str
    state: ConnectionState
    currency: str
    time_zone: str
    locale: str
    price_mode: PriceMode
    hold_minutes: int
    most_hold_minutes: int
    settings: Mapping[str, object] = field(default_factory=dict)
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def zone(self) -> ZoneInfo:
        """Return the zone that local times of this operator are in."""
        return ZoneInfo(self.time_zone)


@dataclass(frozen=True, slots=True)
class Price:
    """
    What something costs, in minor units of `currency`.

    `retail` is what the guest pays, taxes in; `original` before a reduction; `net` what the
    operator gets from this channel, None where that is not told. `discount` is what an offer takes
    off, before taxes that come on top.
    """

    retail: int
    original: int
    net: int | None
    currency: str
    taxes: tuple["IncludedTax", ...] = ()
    discount: "Discount | None" = None


@dataclass(frozen=True, slots=True)
class IncludedTax:
    """A tax or fee inside a price, in minor units."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Discount:
    """What an offer takes off in minor units: for the guest, and of what the operator gets."""

    retail: int
    net: int | None


@dataclass(frozen=True, slots=True)
class Offer:
    """
    A code that takes something off a booking.

    `is_usable`: for the party and the departure that were asked for, as far as they were named.
    `net_discount` says of what it comes off: not of what the operator gets ("none"), of that alone
    ("full"), or of both alike ("prorated"). Totals are minor units; `unit_ids` are empty where every
    unit fits.
    """

    code: str
    title: str
    description: str
    net_discount: Literal["none", "full", "prorated"]
    is_usable: bool
    min_units: int | None = None
    max_units: int | None = None
    min_total: int | None = None
    unit_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Addon:
    """
    Something that is sold beside the tickets, by its name here; `price` is that of one.

    `most` is how many a booking may have at most, None: no bound of its own; `is_per_guest`: at most
    one for each guest, or `most` of them.
    """

    id: str
    title: str
    description: str
    price: Price
    most: int | None = None
    is_per_guest: bool = False


@dataclass(frozen=True, slots=True)
class Tier:
    """A price that holds from `least` guests of a departure on, up to `most` (None: no end)."""

    least: int
    most: int | None
    price: Price


@dataclass(frozen=True, slots=True)
class UnitPrice:
    """What one unit costs on a departure; `tiers` only where the price depends on the party."""

    unit_id: str
    price: Price
    tiers: tuple[Tier, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something the operator wants to know; `is_per_unit`: of every guest, else once a booking."""

    id: str
    text: str
    kind: Literal[
        "text",
        "long_text",
        "number",
        "date",
        "choice",
        "choices",
        "yes_no",
        "email",
        "phone",
        "country",
        "other",
    ]
    is_required: bool
    is_per_unit: bool
    choices: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """
    A kind of ticket. `unit_id` is the channel's name for it, `id` ours.

    One unit takes `pax` seats (0: takes none), so one above 1 is a group. Ages are in years,
    None where nothing is said.
    """

    unit_id: str
    id: int
    title: str
    kind: UnitKind
    pax: int
    guests: int = 1
    min_age: int | None = None
    max_age: int | None = None
    min_quantity: int = 0
    max_quantity: int | None = None
    # The least it costs on a departure that is still ahead; None when there is none.
    price_from: Price | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """An image of an experience at an absolute address."""

    url: str
    alt: str
    is_cover: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where an experience begins."""

    name: str
    street: str = ""
    city: str = ""
    region: str = ""
    postal_code: str = ""
    # ISO 3166-1 alpha-2.
    country: str = ""
    latitude: float | None = None
    longitude: float | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """
    What is told about an experience, in `locale`; texts are plain.

    `locales` are the languages it is told in, the operator's own first.
    `faqs` are pairs of question and answer.
    """

    locale: str
    title: str
    short_description: str = ""
    description: str = ""
    inclusions: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()
    meeting_point: str = ""
    place: Place | None = None
    pictures: tuple[Picture, ...] = ()
    video_url: str | None = None
    duration_minutes: int = 60
    languages: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    faqs: tuple[tuple[str, str], ...] = ()
    difficulty: str | None = None
    locales: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CancellationRule:
    """Who cancels at least `minutes` before the start gets `share_ppm` (millionths) back."""

    minutes: int
    share_ppm: int


@dataclass(frozen=True, slots=True)
class Option:
    """
    A way to book a product. `start_times` narrow it to departures at those local times.

    `is_all_day`: a guest comes at any time of the day; else at the start of a departure.
    """

    option_id: str
    mapping_id: int
    title: str
    is_default: bool
    is_all_day: bool
    start_times: tuple[time, ...]
    units: tuple[Unit, ...]
    min_pax: int
    max_pax: int | None
    # Sales end so many minutes before the start.
    cutoff_minutes: int
    contact_fields: tuple[ContactField, ...] = ("first_name", "last_name")
    unit_contact_fields: tuple[ContactField, ...] = ()

    def unit(self, unit_id: str) -> Unit | None:
        """Return a unit by the channel's name for it."""
        return next((unit for unit in self.units if unit.unit_id == unit_id), None)


@dataclass(frozen=True, slots=True)
class Product:
    """
    An experience as one connection sells it; `product_id` is the channel's name for it.

    `cancellation` goes from the earliest rule to the last; empty: nothing comes back.
    `is_instant`: a booking is confirmed at once, else it is pending until staff agree.
    """

    product_id: str
    experience_id: int
    internal_name: str
    reference: str | None
    time_zone: str
    currency: str
    content: Content
    options: tuple[Option, ...]
    is_instant: bool
    cancellation: tuple[CancellationRule, ...] = ()
    questions: tuple[Question, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    def option(self, option_id: str) -> Option | None:
        """Return an option by the channel's name for it."""
        return next((one for one in self.options if one.option_id == option_id), None)


@dataclass(frozen=True, slots=True)
class MappedProduct:
    """An option of a product as staff have mapped it, on sale or not."""

    id: int
    product_id: str
    option_id: str
    title: str
    state: Literal["draft", "live", "paused", "refused"]


@dataclass(frozen=True, slots=True)
class Departure:
    """
    One start of an option that can be had, or could have been.

    Counts are seats; None is unlimited. `vacancies` are for this connection, after allotments.
    `refusal` says why the units that were asked for cannot be had: None when they can. `total` is
    what they cost together, None when no units were asked for. `offers` are those this channel may
    name, where they were asked for; `offer` is the one that was named, or that applies by itself:
    where it is usable, prices have it.
    """

    id: str
    product_id: str
    option_id: str
    starts_at: datetime
    ends_at: datetime
    cutoff_at: datetime
    is_all_day: bool
    status: DepartureStatus
    refusal: Refusal | None
    vacancies: int | None
    capacity: int | None
    most_units: int | None
    prices: tuple[UnitPrice, ...] = ()
    # What a unit with seats of its own has left, by the channel's name for it.
    unit_vacancies: Mapping[str, int | None] = field(default_factory=dict)
    total: Price | None = None
    offers: tuple[Offer, ...] = ()
    offer: Offer | None = None

    @property
    def date(self) -> date:
        """Return the local day of the start."""
        return self.starts_at.date()

    def price_of(self, unit_id: str) -> Price | None:
        """Return what one unit costs."""
        return next((one.price for one in self.prices if one.unit_id == unit_id), None)


@dataclass(frozen=True, slots=True)
class Day:
    """
    What a local day has of an option, over all its departures; see `Departure`.

    `prices_from` is the least each unit costs on a departure that can still be had.
    """

    date: date
    status: DepartureStatus
    vacancies: int | None
    capacity: int | None
    departures: int
    hours: tuple[tuple[time, time], ...] = ()
    prices_from: tuple[UnitPrice, ...] = ()
    total_from: Price | None = None
    offers: tuple[Offer, ...] = ()
    offer: Offer | None = None
