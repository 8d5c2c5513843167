"""What signers are shown and what they hand in."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Line, Name, Out, SmallInt
from outfitter_tenants.checkout.trip_response.requests import Phone
from outfitter_tenants.waivers.schemas import Locale, Slug

Picture = Annotated[str, StringConstraints(max_length=700_000, pattern=r"^[A-Za-z0-9+/=:;,-]*$")]
Photo = Annotated[str, StringConstraints(max_length=1_250_000, pattern=r"^[A-Za-z0-9+/=:;,-]*$")]
Short = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10, pattern=SINGLE_LINE)]
Given = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=SINGLE_LINE)] | bool


class WaiverLocaleParams(Schema):
    """The language to show; empty: the browser's."""

    locale: Annotated[str, Field(max_length=12)] = ""


class WaiverPortalParams(WaiverLocaleParams):
    """A trip's hash, or nothing for whoever walks up."""

    hash: Annotated[str, Field(max_length=40)] = ""


class SignerIn(In):
    """Who signs; `is_participant` says whether they travel themselves."""

    first_name: Name
    last_name: Name
    email: EmailStr | None = None
    phone: Phone | None = None
    birth_date: date | None = None
    relation: Literal["self", "parent", "guardian"] = "self"
    is_participant: bool = True


class MinorIn(In):
    """Somebody under age whom the signer signs for."""

    first_name: Name
    last_name: Name
    birth_date: date


class WaiverSignIn(In):
    """
    One act of signing, for one person or a family.

    `hash` is the trip's, from its link; `booking_id` the guest the signer is, if they said so;
    `party_booking_id` one of those whom the tablet showed, with whom the signer travels. Either
    a drawn signature (PNG, base64) or a typed name. `client_id` makes the same act count once.
    """

    template_id: Id | None = None
    template_version: SmallInt
    locale: Locale = "en"
    hash: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,24}$")] | None = None
    booking_id: Id | None = None
    party_booking_id: Id | None = None
    signer: SignerIn
    minors: Annotated[list[MinorIn], Field(max_length=30)] = []
    answers: Annotated[dict[Slug, Given | None], Field(max_length=20)] = {}
    initials: Short = ""
    id_number: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=40, pattern=SINGLE_LINE)
    ] = ""
    typed_name: Line = ""
    signature_png_base64: Picture | None = None
    photo_base64: Photo | None = None
    consent_at: datetime
    client_id: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z-]{8,64}$")] | None = None


class SignedOut(Out):
    """What was kept: `hash` names it, `assigned_cnt` of its waivers count for a guest already."""

    hash: str
    pdf_url: str
    verify_url: str
    waivers_cnt: int
    assigned_cnt: int


class WaiverSignedOut(Out):
    """The answer to signing."""

    waiver: SignedOut


class WaiverChoiceOut(Out):
    """One answer to a choice."""

    id: str
    label: str


class WaiverAskedOut(Out):
    """A question beside the text, in the reader's language."""

    id: str
    kind: str
    is_required: bool
    label: str
    options: list[WaiverChoiceOut]


class WaiverTextShownOut(Out):
    """A template as a signer reads it."""

    id: int
    version: int
    name: str
    kind: str
    requires: list[str]
    locale: str
    locales: list[str]
    body_html: str
    questions: list[WaiverAskedOut]


class WaiverGuestOut(Out):
    """A guest of the trip who signs it; the name is empty when nobody said it."""

    booking_id: int
    name: str
    ticket: str
    is_minor: bool
    state: str
    waiver_id: int | None


class WaiverRequiredOut(Out):
    """A waiver that guests of a trip sign, and how far they are."""

    template: WaiverTextShownOut
    guests: list[WaiverGuestOut]


class WaiverPortalOut(Out):
    """What a shared device shows to whoever comes to sign; `trip` null: nobody said which."""

    account: dict[str, Any]
    majority_age: int
    locale: str
    templates: list[WaiverTextShownOut]
    required: list[WaiverRequiredOut]


class WaiverShownOut(Out):
    """What staff have a tablet show, and since when; null and nothing while it is free."""

    shown_at: datetime | None
    required: list[WaiverRequiredOut]


class WaiverCheckOut(Out):
    """
    What anybody who holds a document can compare it with; names by their initials.

    `is_void` says that none of its waivers counts any more.
    """

    operator: str
    template: str
    template_version: int
    locale: str
    signed_at: datetime
    initials: list[str]
    text_sha256: str
    proof_sha256: str
    pdf_sha256: str | None
    is_void: bool
