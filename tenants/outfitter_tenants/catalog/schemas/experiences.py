"""Bodies of the catalogue's calls (domain.md 5.10)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schema import Amount, Id, In, Line, Lookup, Out, SmallInt, Text

Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
Label = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80)]
Minutes = Annotated[int, Field(ge=1, le=60 * 24 * 30)]
Cutoff = Annotated[int, Field(ge=-60 * 24, le=60 * 24 * 365)]
Pax = Annotated[int, Field(ge=1, le=10_000)]
Age = Annotated[int, Field(ge=0, le=150)]


class TicketIn(In):
    """A customer type as an experience is to sell it."""

    id: Id | None = None
    customer_type_id: Id
    label: Label | None = None
    base_price: Amount
    pax_per_booking: Annotated[int, Field(ge=1, le=1000)] = 1
    is_consume_capacity: bool = True
    is_public: bool = True
    min_qty: SmallInt = 0
    max_qty: SmallInt | None = None
    min_age: Age | None = None
    max_age: Age | None = None
    is_exclude_from_min_price: bool | None = None


class ExperienceSaveIn(In):
    """
    Make an experience (no `id`) or change one.

    Fields that are left out stay as they are; `customerTypes` replaces the whole list.
    """

    id: Id | None = None
    version: Annotated[int, Field(ge=1)] | None = None
    name: Annotated[Line, StringConstraints(min_length=1)]
    internal_name: Line | None = None
    status: Literal["draft", "live", "hidden", "archived"] = "draft"
    capacity_type: Literal["unlimited", "timeslot", "experience_date"] = "timeslot"
    default_capacity: Pax | None = None
    is_allow_manual_overbooking: bool = False
    duration_minutes: Minutes
    cutoff_minutes_online: Cutoff = 60
    cutoff_minutes_direct: Cutoff = 0
    min_pax: Pax = 1
    max_pax: Pax = 50
    short_description: Text = ""
    description_html: Text = ""
    inclusions: Text = ""
    exclusions: Text = ""
    meeting_point: Text = ""
    color: Color = "#0f766e"
    category_ids: list[Id] = Field(default=[], max_length=50)
    location_id: Id | None = None
    min_age: Age | None = None
    languages: list[Language] = Field(default=[], max_length=30)
    customerTypes: list[TicketIn] = Field(max_length=30)


class TicketKindOut(Out):
    """Whom a ticket is for."""

    id: int
    slug: str
    name: str
    kind: str


class TicketOut(Out):
    """A customer type as an experience sells it; `base_price` in minor units."""

    id: int
    customer_type: TicketKindOut
    label: str
    base_price: int
    pax_per_booking: int
    is_consume_capacity: bool
    is_public: bool
    is_exclude_from_min_price: bool
    min_qty: int
    max_qty: int | None
    min_age: int | None
    max_age: int | None
    position: int


class ExperienceRowOut(Out):
    """An experience in a list."""

    id: int
    name: str
    slug: str
    status: Lookup
    capacity_type: Lookup
    default_capacity: int | None
    duration_minutes: int
    color: str
    hero_image: str | None
    position: int
    min_price: int | None
    next_available_date: str | None
    timeslots_30d_cnt: int
    category_ids: list[int]
    short_description: str
