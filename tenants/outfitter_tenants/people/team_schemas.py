"""Bodies of the team's and roles' calls (domain.md 5.26, 5.27)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints, field_validator

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Id, In, Line, Lookup, Name, Out, Version
from outfitter.kit.locales import ROUTE_LOCALES

Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=12)]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=20, pattern=r"^\+?[0-9 ().\-/]*$")]
Required = Annotated[Line, StringConstraints(min_length=1)]
RoleName = Annotated[Name, StringConstraints(min_length=1)]
Token = Annotated[str, StringConstraints(min_length=16, max_length=128, pattern=r"^[\w-]+$")]
Password = Annotated[str, StringConstraints(max_length=256)]
Locale = Literal["en", "es", "zh", "pt", "de", "it", "ja", "ko", "nl", "sv", "fr", "ru"]
Ppm = Annotated[int, Field(ge=0, le=1_000_000, description="millionths")]
assert set(ROUTE_LOCALES) == set(Locale.__args__)  # type: ignore[attr-defined]  # noqa: S101


class InviteOut(Out):
    """Where an invitation stands."""

    invited_at: datetime
    expires_at: datetime
    mailed_at: datetime | None
    invited_by: str | None
    resend_left: int
    resend_at: datetime
    is_expired: bool


class MemberOut(Out):
    """One person of the team."""

    id: int
    name: str
    email: str
    phone: str | None
    kind: Literal["staff", "guide", "agent"]
    is_guide: bool
    is_tippable: bool
    status: Literal["invited", "active", "disabled"]
    role: Lookup
    scope: Literal["all", "assigned", "reseller"]
    reseller_id: int | None
    commission_ppm: int | None
    desk: str | None
    image_url: str | None
    color: str
    languages: list[str]
    locale: str | None
    referral_code: str | None
    is_email_suppressed: bool
    has_login: bool
    has_pin: bool
    last_seen_at: datetime | None
    created_at: datetime
    invite: InviteOut | None
    version: int
    is_me: bool
    can_edit: bool


MembersOut = ListAnswer[MemberOut]


class MemberAnswer(Out):
    """What every change of one person answers."""

    userAvatar: MemberOut


class MembersAnswer(Out):
    """What a change of several people answers."""

    userAvatars: list[MemberOut]


class PersonFieldOut(Out):
    """One field of a change."""

    field: str
    before: object
    after: object


class PersonActorOut(Out):
    """Who made a change."""

    type: str
    id: int | None
    name: str


class PersonChangeOut(Out):
    """One change of a person, newest first."""

    id: int
    at: datetime
    actor: PersonActorOut
    action: str
    changes: list[PersonFieldOut]


class MemberFullOut(MemberAnswer):
    """One person with what happened to them; empty for who may not read the log."""

    history: list[PersonChangeOut]


class InviteIn(In):
    """Who is asked to join."""

    name: Required
    email: EmailStr
    phone: Phone | None = None
    role_id: Id | None = None
    is_guide: bool = False
    locale: Locale | None = None


class NothingIn(In):
    """Nothing more to say."""


class ToggleGuideIn(In):
    """Make or unmake a guide; without a word the other of the two."""

    is_guide: bool | None = None


class AssignGuidesIn(In):
    """Whom to make guides."""

    user_avatar_ids: Annotated[list[Id], Field(min_length=1, max_length=200)]


class AccessIn(In):
    """Let a person in, or keep them out."""

    is_enabled: bool


class HideIn(In):
    """Whether to hide something from one's own screens."""

    hide: bool = True


class MemberIn(In):
    """The fields of a person that change; what is not named stays."""

    version: Version
    name: Required | None = None
    email: EmailStr | None = None
    phone: Phone | None = None
    role_id: Id | None = None
    is_guide: bool | None = None
    is_tippable: bool | None = None
    color: Color | None = None
    languages: Annotated[list[Language], Field(max_length=20)] | None = None
    locale: Locale | None = None
    commission_ppm: Ppm | None = None
    desk: Name | None = None

    @field_validator("name", "email", "role_id", "is_guide", "is_tippable", "color", "languages")
    @classmethod
    def _is_something(cls, value: object) -> object:
        if value is None:
            raise ValueError("This cannot be empty.")
        return value


class RolePersonOut(Out):
    """Somebody who has a role."""

    id: int
    name: str
    color: str
    status: str


class RoleOut(Out):
    """A role with its codes and its people."""

    id: int
    slug: str
    name: str
    permissions: list[str]
    is_system: bool
    scope: Literal["all", "assigned", "reseller"]
    max_manual_discount_ppm: int | None
    version: int
    people: list[RolePersonOut]
    is_mine: bool
    can_give: bool
    can_edit: bool


class RolesOut(Out):
    """Every role, and every code there is, by area."""

    roles: list[RoleOut]
    areas: list["AreaOut"]


class AreaOut(Out):
    """A group of codes that belong together."""

    slug: str
    codes: list["CodeOut"]


class CodeOut(Out):
    """One permission. Its name and description are the reader's own language's."""

    code: str
    is_dangerous: bool
    can_give: bool


class RoleAnswer(Out):
    """What every change of a role answers."""

    role: RoleOut


class RoleIn(In):
    """A role as it is to be."""

    id: Id | None = None
    version: Version | None = None
    name: RoleName
    permissions: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(max_length=200)]
    scope: Literal["all", "assigned", "reseller"] = "all"
    # The most its people take off a trip by hand, in millionths of its price; null: any amount.
    max_manual_discount_ppm: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class RoleCloneIn(In):
    """The name of the copy."""

    name: RoleName


class RoleDeleteIn(In):
    """Which role its people get, when it has some."""

    move_to: Id | None = None


class OkOut(Out):
    """It worked."""

    ok: bool


class CreditOut(Out):
    """Somebody a sale can be credited to."""

    id: int
    name: str
    kind: str
    color: str
    image_url: str | None
    referral_code: str | None


class ReferralSignupOut(Out):
    """An operator that came by the link; `state` is signed_up, rewarded or refused."""

    name: str
    state: str
    created_at: datetime


class ReferralRewardOut(Out):
    """What one of them earned, minor units; `settled_at` is when a bill took it."""

    amount: int
    currency: str
    rewarded_at: datetime
    settled_at: datetime | None


class ReferralOut(Out):
    """
    Who came by whose word: operators by the business's link, sales by its people's codes.

    An owner's `code` and `url` recommend the platform, null until they were asked for; everybody
    else's `code` is their own, by which sales are credited. `userAvatars` are the people a sale can be
    credited to.
    """

    code: str | None
    url: str | None
    signups: list[ReferralSignupOut]
    rewards: list[ReferralRewardOut]
    userAvatars: list[CreditOut]
