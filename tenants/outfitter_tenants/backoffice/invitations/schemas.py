"""Bodies of accepting an invitation and of choosing an operator."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import EmailStr, StringConstraints

from outfitter.api.schemas import In, Lookup, Name, Out
from outfitter_tenants.people.schemas import AvatarOut
from outfitter_tenants.people.team_schemas import Locale, Password, Token

Needed = Annotated[Name, StringConstraints(min_length=1)]


class InvitationQuery(In):
    """The token of the mail."""

    token: Token


class InvitingOut(Out):
    """The operator that invites."""

    name: str
    logo_url: str | None
    brand_color: str
    time_zone: str


class InvitationOut(Out):
    """An invitation, as the person with its mail sees it."""

    state: Literal["open", "expired", "used"]
    name: str
    email: str
    role: Lookup
    inviter: str | None
    expires_at: datetime
    has_login: bool
    operator: InvitingOut


class NewLoginIn(In):
    """A new login for the invited address."""

    first_name: Needed
    last_name: Name = ""
    password: Password
    locale: Locale = "en"


class KnownLoginIn(In):
    """The login that somebody has already."""

    email: EmailStr
    password: Password


class AcceptIn(In):
    """Join with a new login (`person`) or a known one (`login`)."""

    token: Token
    person: NewLoginIn | None = None
    login: KnownLoginIn | None = None


class AcceptOut(Out):
    """Who joined, and where to go: `signin` when the login asks for a second factor."""

    userAvatar: AvatarOut | None
    next: Literal["app", "signin"]


class ChoiceOut(Out):
    """An operator that the caller works with."""

    id: int
    slug: str
    name: str
    url: str
    kind: str
    logo_url: str | None
    brand_color: str
    is_current: bool
    # The one that the caller entered last before this session, on any device.
    is_last: bool


class ChoicesOut(Out):
    """Every operator that the caller works with."""

    accounts: list[ChoiceOut]


class EnterOut(Out):
    """Where to go; the address signs in there once, within a minute."""

    redirect_url: str


class TippableOut(Out):
    """Somebody who takes tips; `suggested_share` of a tip in millionths, null to be chosen."""

    id: int
    name: str
    image: str | None
    color: str
    suggested_share: int | None
