"""Bodies of the catalogue's calls (domain.md 5.10)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import (
    SINGLE_LINE,
    Amount,
    Id,
    In,
    Line,
    Lookup,
    Name,
    Out,
    SmallInt,
    Text,
    Version,
    Visible,
)
from outfitter_tenants.catalog.schemas.extras import AddonOut, Sku
from outfitter_tenants.catalog.schemas.images import ImageOut

Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
Label = Name
Minutes = Annotated[int, Field(ge=1, le=60 * 24 * 30)]
Cutoff = Annotated[int, Field(ge=-60 * 24, le=60 * 24 * 365)]
Pax = Annotated[int, Field(ge=1, le=10_000)]
Age = Annotated[int, Field(ge=0, le=150)]
Buffer = Annotated[int, Field(ge=0, le=60 * 24 * 7)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Word = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=SINGLE_LINE), Visible]
Words = Annotated[list[Word], Field(max_length=50)]
Url = Annotated[str, StringConstraints(pattern=r"^https?://[^\s\x00-\x1f<>\"']+$", max_length=500)]
Difficulty = Literal["easy", "moderate", "challenging", "expert"]
ScheduleMode = Literal["fixed", "flex", "both"]
Waiver = Literal["adult", "minor", "none"]
CapacityType = Literal["unlimited", "timeslot", "timeslot_customer_type", "experience_date", "resource"]


class TicketIn(In):
    """A customer type as an experience is to sell it."""

    id: Id | None = None
    customer_type_id: Id
    label: Label | None = None
    base_price: Amount
    pax_per_booking: Annotated[int, Field(ge=1, le=1000)] = 1
    is_consume_capacity: bool = True
    is_public: bool = True
    is_staff_only: bool = False
    min_qty: SmallInt = 0
    max_qty: SmallInt | None = None
    min_age: Age | None = None
    max_age: Age | None = None
    accompanied_by: list[Id] = Field(
        default=[], max_length=30, description="customer types of which one has to come along"
    )
    requires_waiver: Waiver = "none"
    is_exclude_from_min_price: bool | None = None


class ExperienceSaveIn(In):
    """
    Make an experience (no `id`) or change one.

    Fields that are left out stay as they are; `customerTypes`, when given, is the whole list.
    """

    id: Id | None = None
    version: Version | None = None
    name: Annotated[Line, StringConstraints(min_length=1)]
    slug: Slug | None = None
    internal_name: Line | None = None
    status: Literal["draft", "live", "hidden", "archived"] = "draft"
    capacity_type: CapacityType = "timeslot"
    default_capacity: Pax | None = None
    is_allow_manual_overbooking: bool = False
    is_requires_review: bool = False
    duration_minutes: Minutes
    buffer_before_minutes: Buffer = 0
    buffer_after_minutes: Buffer = 0
    schedule_mode: ScheduleMode = "fixed"
    restriction_id: Id | None = None
    cutoff_minutes_online: Cutoff = 60
    cutoff_minutes_direct: Cutoff = 0
    min_pax: Pax = 1
    max_pax: Pax = 50
    min_pax_to_run: Pax | None = None
    required_skills: Words = []
    short_description: Text = ""
    description_html: Text = ""
    inclusions: Text = ""
    exclusions: Text = ""
    meeting_point: Text = ""
    what_to_bring: Text = ""
    video_url: Url | None = None
    color: Color = "#0f766e"
    category_ids: list[Id] = Field(default=[], max_length=50)
    location_id: Id | None = None
    min_age: Age | None = None
    languages: list[Language] = Field(default=[], max_length=30)
    difficulty: Difficulty | None = None
    sku: Sku | None = None
    tags: Words = []
    customerTypes: list[TicketIn] | None = Field(default=None, max_length=30)


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
    is_staff_only: bool
    is_exclude_from_min_price: bool
    min_qty: int
    max_qty: int | None
    min_age: int | None
    max_age: int | None
    accompanied_by: list[int]
    requires_waiver: Waiver
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
    version: int


class OwnTermsOut(Out):
    """Whom the caller may book for, and how scarcity is told."""

    min_pax: int
    max_pax: int
    countdown_from: int | None
    sold_out_display: Literal["hide", "show", "call_to_book"]


class ExperienceOut(Out):
    """
    An experience with what it sells.

    From `internal_name` to `tags` staff parts: null or empty for the public.
    """

    id: int
    name: str
    slug: str
    status: Lookup
    category_ids: list[int]
    location_id: int | None
    capacity_type: Lookup
    is_allow_manual_overbooking: bool
    is_requires_review: bool
    duration_minutes: int
    schedule_mode: ScheduleMode
    cutoff_minutes_online: int
    cutoff_minutes_direct: int
    min_pax: int
    max_pax: int
    terms: OwnTermsOut
    short_description: str
    description_html: str
    inclusions: str
    exclusions: str
    meeting_point: str
    what_to_bring: str
    hero_image: str | None
    hero: ImageOut | None
    gallery: list[ImageOut]
    video_url: str | None
    min_age: int | None
    languages: list[str]
    difficulty: str | None
    color: str
    position: int
    version: int
    customerTypes: list[TicketOut]
    addons: list[AddonOut]
    internal_name: str | None
    default_capacity: int | None
    restriction_id: int | None
    buffer_before_minutes: int | None
    buffer_after_minutes: int | None
    min_pax_to_run: int | None
    sku: str | None
    required_skills: list[str]
    tags: list[str]
