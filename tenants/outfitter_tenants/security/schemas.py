"""Bodies of signing in, sessions and second factors."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import In, Line, Name, Out
from outfitter_tenants.people.profiles import SecondFactorFor
from outfitter_tenants.people.schemas import AvatarOut

Secret = Annotated[str, StringConstraints(max_length=256)]
Token = Annotated[str, StringConstraints(max_length=1_000)]
Otp = Annotated[str, StringConstraints(strip_whitespace=True, min_length=6, max_length=20)]
Email = Annotated[EmailStr, StringConstraints(max_length=254)]
# What the browser made of our options: checked by the library, bounded by the body's size.
Credential = Annotated[dict[str, Any], Field(description="PublicKeyCredential.toJSON()")]


class LoginIn(In):
    """
    Sign in: a password (with or without the second factor), the code of a second step, or a
    one-time code from another host.
    """

    email: Email | None = None
    password: Secret | None = None
    one_time_code: Annotated[str, StringConstraints(max_length=128)] | None = None
    step_token: Token | None = None
    otp: Otp | None = None
    remember: bool = False


Locale = Literal["en", "es", "zh", "pt", "de", "it", "ja", "ko", "nl", "sv", "fr", "ru"]


class LinkOut(Out):
    """An operator this person works with."""

    id: int
    slug: str
    name: str
    url: str


class LoginOut(Out):
    """
    Who signed in, and where to go.

    With `second_factor` nobody is signed in yet: `step_token` stands for the password, `methods`
    says what will do (totp, passkey, recovery). `locale` is the language of the login.
    """

    userAvatar: AvatarOut | None
    accounts: list[LinkOut]
    next: Literal["app", "chooser", "tos", "second_factor", "enroll"]
    step_token: str | None
    methods: list[str]
    locale: Locale


class PasskeyLoginIn(In):
    """Sign in with a passkey."""

    credential: Credential
    remember: bool = False


class PasskeyOptionsOut(Out):
    """What `navigator.credentials` takes as `publicKey`, in JSON."""

    publicKey: dict[str, Any]


class DoneOut(Out):
    """It worked."""

    ok: bool


class PasswordIn(In):
    """A new password."""

    password: Secret


class PasswordCheckIn(In):
    """A password that is being typed, and what it must not be about."""

    password: Secret
    email: Line | None = None
    name: Line | None = None


class PasswordCheckOut(Out):
    """What is wrong with it, and how strong it is (0 to 4)."""

    problems: list[str]
    strength: int
    min_length: int


class ForgotIn(In):
    """Where the link shall go."""

    email: Email


class ResetIn(In):
    """The token of the link, and the new password."""

    token: Token
    password: Secret


class ConfirmIdentityIn(In):
    """One proof of who one is."""

    password: Secret | None = None
    otp: Otp | None = None
    credential: Credential | None = None


class ConfirmedOut(Out):
    """Until when secrets may be changed."""

    confirmed_until: datetime


class EmailIn(In):
    """The address to sign in with from now on."""

    email: Email


class TokenIn(In):
    """The token of a link."""

    token: Token


class EmailOut(Out):
    """The address one signs in with now."""

    email: str


class TotpOut(Out):
    """A secret for an authenticator app: as text, as address, and as rows of a QR code."""

    secret: str
    uri: str
    qr: list[str]


class OtpIn(In):
    """The six digits of the app."""

    code: Otp


class PinIn(In):
    """A PIN for devices at a counter."""

    pin: Annotated[str, StringConstraints(pattern=r"^[0-9]{4,8}$")]


class RecoveryCodesOut(Out):
    """New recovery codes, shown once; null when the old ones stay."""

    recovery_codes: list[str] | None


class PasskeyIn(In):
    """A passkey that the browser made, and what to call it."""

    name: Name = ""
    credential: Credential


class PasskeyNameIn(In):
    """Another name of a passkey."""

    name: Annotated[Name, StringConstraints(min_length=1, max_length=60)]


class PasskeyOut(Out):
    """A passkey. `is_here` tells whether it works at this address."""

    id: int
    name: str
    host: str
    is_here: bool
    is_synced: bool
    created_at: datetime
    last_used_at: datetime | None


class SecurityOut(Out):
    """How this person signs in."""

    email: str
    has_totp: bool
    totp_since: datetime | None
    recovery_codes_left: int
    passkeys: list[PasskeyOut]
    is_second_factor_required: bool
    second_factor_for: SecondFactorFor
    has_pin: bool
    confirmed_until: datetime
    confirm_methods: list[str]


class SessionOut(Out):
    """One browser that is signed in."""

    id: int
    browser: str
    system: str
    device: Literal["phone", "tablet", "desk", "other"]
    ip: str | None
    operator: str
    method: str
    is_second_factor: bool
    is_current: bool
    created_at: datetime
    last_seen_at: datetime


class SessionsOut(Out):
    """Where this person is signed in, the last used first."""

    sessions: list[SessionOut]


class EndedOut(Out):
    """How many sessions ended."""

    ended_cnt: int


class EndMemberSessionsIn(In):
    """Which session of a member; null ends all of them here."""

    session_id: Annotated[int, Field(ge=1, le=2**63 - 1)] | None = None


class MeOut(Out):
    """What a person may change of themselves."""

    name: str
    phone: str | None
    color: str
    locale: str
    email: str


class MeIn(In):
    """What of it is to be saved: only what is given changes; the address moves by a mailed link."""

    name: Annotated[Line, StringConstraints(min_length=1)] | None = None
    phone: Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)] | None = None
    color: Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    locale: Locale | None = None


class FactorOfOut(Out):
    """Whether somebody has a second factor."""

    id: int
    name: str
    role: str
    has_second_factor: bool


class SetupSecurityOut(Out):
    """Who must sign in with a second factor here, and who has one."""

    second_factor_for: SecondFactorFor
    people: list[FactorOfOut]


class SetupSecurityIn(In):
    """Who must sign in with a second factor here from now on."""

    second_factor_for: SecondFactorFor
