"""The demonstration operator itself: its account, its settings and the people who work there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.accounts import hosts
from outfitter.accounts import operations as accounts
from outfitter.accounts.models import Account, User
from outfitter.db.tenant_schema import in_schema
from outfitter.tos import operations as tos
from outfitter.tos import queries as tos_queries
from outfitter_signup import provision_steps
from outfitter_tenants.people.models import Properties, Role, UserAvatar

SLUG: Final = "demo"
NAME: Final = "Harbor & Pine Outfitters"
ZONE: Final = "America/New_York"
# Known to everybody who reads this file: a login of the demonstration opens nothing else.
PASSWORD: Final = "tide-and-timber"  # noqa: S105
MAIL_HOST: Final = "harborandpine.example"


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody who works there; `login` names the entry of those who may sign in."""

    first_name: str
    last_name: str
    role: str
    color: str
    login: str = ""
    languages: tuple[str, ...] = ("en",)

    @property
    def name(self) -> str:
        """Return the whole name."""
        return f"{self.first_name} {self.last_name}"

    @property
    def email(self) -> str:
        """Return the address at work."""
        return f"{(self.login or self.first_name).replace('_', '').lower()}@{MAIL_HOST}"

    @property
    def is_guide(self) -> bool:
        """Return whether departures can be assigned to them."""
        return self.role == "guide"


TEAM: Final = (
    Colleague("June", "Harper", "owner", "#0f766e", "owner"),
    Colleague("Miles", "Okafor", "manager", "#7c3aed", "manager"),
    Colleague("Tess", "Calloway", "reservations_agent", "#b45309", "front_desk", ("en", "es")),
    Colleague("Sam", "Whitcomb", "guide", "#0369a1", "guide", ("en", "fr")),
    Colleague("Ines", "Thibodeau", "guide", "#be185d", languages=("en", "fr")),
    Colleague("Cal", "Beckett", "guide", "#4d7c0f"),
    Colleague("Noor", "Haddad", "guide", "#6d28d9", languages=("en", "es")),
    Colleague("Jonas", "Lindqvist", "guide", "#0e7490", languages=("en", "de", "sv")),
    Colleague("Ruth", "Pelletier", "guide", "#9f1239"),
)
# Runs the platform on a developer's machine; the second step is set up at the first sign-in.
ADMIN: Final = Colleague("Dana", "Whitfield", "", "", "platform")
# Sells for a partner (`demo_reseller`), from a desk of their own.
AGENT: Final = Colleague("Wren", "Castellanos", "reseller_agent", "#0e7490", "agent")
TERMS: Final = (
    "<p>Free changes and full refunds until 48 hours before the start, half until 24 hours. "
    "If we cancel for weather you choose: another day, or your money back.</p>"
    "<p>Everyone signs in with a guide before departure. Our guides may refuse guests who are "
    "not fit to take part safely.</p>"
)


def find_operator() -> Account | None:
    """Return the demonstration operator's account when it is there."""
    found: Account | None = Account.objects.filter(slug=SLUG).first()
    return found


def create_operator(*, at: datetime) -> Account:
    """Create account, schema, settings and team; the caller's transaction holds all of it."""
    owner = login_of(TEAM[0], at)
    account = accounts.create_account(
        slug=SLUG,
        name=NAME,
        country="US",
        currency="USD",
        time_zone=ZONE,
        locale="en-US",
        is_demo=True,
        at=at,
        business={
            "type": "tours",
            "phone": "+12075550140",
            "address": {"text": "12 West Street Pier, Bar Harbor, ME 04609"},
        },
    )
    provision_steps.provision_now(account=account, owner=owner)
    with in_schema(account.schema_name):
        _settings()
    _hire(account, at)
    _agree(account, owner, at)
    return account


def _agree(account: Account, owner: User, at: datetime) -> None:
    terms = tos_queries.get_current(audience="operator", locale="en", at=at)
    tos.agree(
        tos_id=terms.pk,
        sha256=terms.sha256,
        user_id=owner.pk,
        account_id=account.pk,
        at=at,
        ip=None,
        user_agent="",
    )


def login_of(colleague: Colleague, at: datetime) -> User:
    """Return the login of somebody, made where there is none yet."""
    found = User.objects.filter(email=colleague.email).first()
    return found or accounts.create_user(
        email=colleague.email,
        password=PASSWORD,
        first_name=colleague.first_name,
        last_name=colleague.last_name,
        at=at,
    )


def _settings() -> None:
    Properties.objects.filter(pk=1).update(
        is_allow_self_rebook=True,
        is_allow_self_cancel=True,
        is_allow_self_add=True,
        brand_color="#1f6f5c",
        ecom_phone_number="+1 207 555 0140",
        reply_to=f"hello@{MAIL_HOST}",
        terms_html=TERMS,
    )


def _hire(account: Account, at: datetime) -> None:
    for colleague in TEAM[1:]:
        user = login_of(colleague, at) if colleague.login else None
        with in_schema(account.schema_name):
            avatar = UserAvatar.objects.create(
                user_id=user.pk if user else None,
                name=colleague.name,
                email=colleague.email,
                kind="guide" if colleague.is_guide else "staff",
                is_guide=colleague.is_guide,
                is_tippable=colleague.is_guide,
                role=Role.objects.get(slug=colleague.role),
                color=colleague.color,
                languages=list(colleague.languages),
            )
        if user:
            accounts.add_membership(user=user, account=account, avatar_id=avatar.pk, kind=avatar.kind)
    with in_schema(account.schema_name):
        UserAvatar.objects.filter(email=TEAM[0].email).update(color=TEAM[0].color)


def logins() -> dict[str, dict[str, str]]:
    """Return what the launcher prints: where to sign in, as whom, with which password."""
    url = hosts.tenant_url(SLUG)
    return {
        colleague.login: {"url": url, "email": colleague.email, "password": PASSWORD}
        for colleague in (*TEAM, AGENT)
        if colleague.login
    }


def appoint_platform_admin(*, at: datetime) -> dict[str, str]:
    """Make the login that runs the platform; returns what the launcher prints of it."""
    user = login_of(ADMIN, at)
    User.objects.filter(pk=user.pk).update(is_platform_admin=True)
    return {"url": hosts.apex_url("/platform"), "email": ADMIN.email, "password": PASSWORD}
