"""Bodies of the sign-up operations."""

from typing import Annotated, Any, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Line, Name, Out, Visible
from outfitter.tos.api import Sha256, TosOut

State = Literal[
    "started",
    "email_pending",
    "email_confirmed",
    "domain_ok",
    "provisioning",
    "ready",
    "consumed",
    "expired",
    "rejected",
    "failed",
]
Token = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
# What PostgreSQL cannot hold is refused here, not by the database.
Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40, pattern=SINGLE_LINE), Visible]
Address = Annotated[str, StringConstraints(max_length=254, pattern=SINGLE_LINE)]
Filled = Annotated[Name, StringConstraints(min_length=1)]
Password = Annotated[str, StringConstraints(max_length=400)]
Locale = Annotated[str, StringConstraints(max_length=12)]


class Choice(Out):
    """Something to choose: its code, and its name in the reader's language."""

    code: str
    name: str


class StepOut(Out):
    """One step of making the operator."""

    slug: str
    label: str
    state: Literal["waiting", "running", "done", "failed"]


class ProgressOut(Out):
    """How far it got: `step` steps are done."""

    step: int
    steps: list[StepOut]


class OperatorOut(Out):
    """The operator that was signed up."""

    slug: str
    name: str
    url: str


class InitOut(Out):
    """
    What the screens of sign-up need, and where this sign-up stands.

    `is_existing_login` is only ever true once the e-mail address is confirmed; the password asked
    for at the end is then the one the person has already.
    """

    signup_token: str
    state: State
    email: str
    is_existing_login: bool
    slug: str | None
    company_name: str
    countries: list[Choice]
    currencies: list[Choice]
    timezones: list[str]
    tos: TosOut
    progress: ProgressOut | None
    account: OperatorOut | None
    base_domain: str


class AccountIn(In):
    """Who signs up; with `signup_token` alone: send a new code."""

    signup_token: Token | None = None
    email: EmailStr | None = None
    first_name: Name = ""
    last_name: Name = ""
    phone: Annotated[Phone, StringConstraints(max_length=20)] | None = None
    company_name: Line = ""
    locale: Locale = "en"
    referral: Annotated[str, StringConstraints(max_length=24, pattern=r"^[A-Za-z0-9]*$")] = ""


class StartedOut(Out):
    """Where to go on; `resend_after` is in seconds."""

    signup_token: str
    state: State
    resend_after: int


class CodeIn(In):
    """The six digits from the mail."""

    signup_token: Token
    code: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^\s*[0-9]{6}\s*$")]


class StateOut(Out):
    """Where the sign-up stands."""

    state: State


class DomainIn(In):
    """A subdomain somebody would like."""

    signup_token: Token | None = None
    slug: Annotated[str, StringConstraints(max_length=200)]


class DomainOut(Out):
    """Whether it can be had, and what else could."""

    available: bool
    normalized: str
    reason: Literal["too_short", "too_long", "characters", "reserved", "taken", "look_alike"] | None
    message: str
    suggestions: list[str]


class BusinessIn(In):
    """What the operator is."""

    type: Annotated[Filled, StringConstraints(max_length=40)]
    address: Annotated[Line, StringConstraints(max_length=300)] | None = None
    website: Annotated[Line, StringConstraints(max_length=200)] | None = None
    phone: Phone | None = None


class RegisterIn(In):
    """Everything needed to make the operator."""

    signup_token: Token
    slug: Annotated[str, StringConstraints(max_length=200)]
    password: Password
    country: Annotated[str, StringConstraints(max_length=2)]
    currency: Annotated[str, StringConstraints(max_length=3)]
    time_zone: Annotated[str, StringConstraints(max_length=64)]
    business: BusinessIn
    tos_id: Id
    tos_sha256: Sha256
    marketing_opt_in: bool = False


class SigninIn(In):
    """
    The token of a sign-up that is ready, or who one is: e-mail address and password, a passkey, or
    the token of the step before with the second factor's code or the operator's slug.
    """

    signup_token: Token | None = None
    email: Address | None = None
    password: Password | None = None
    slug: Annotated[Address, Field(description="which operator, when there are several")] | None = None
    step_token: Annotated[str, StringConstraints(max_length=1_000)] | None = None
    otp: Annotated[str, StringConstraints(strip_whitespace=True, min_length=6, max_length=20)] | None = None
    credential: dict[str, Any] | None = None
    remember: bool = False


class SigninOut(Out):
    """
    Where to go with a code that works once, within 60 seconds.

    Otherwise both are null and `next` says what is missing: the second factor, or with several
    operators the choice of one. Ask again with the `step_token` and the `otp` or the `slug`.
    """

    redirect_url: str | None
    one_time_code: str | None
    accounts: list[OperatorOut]
    next: Literal["app", "chooser", "second_factor"]
    step_token: str | None
    methods: list[str]
