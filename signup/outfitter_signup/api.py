"""The six operations of sign-up, on the platform's own host (domain.md 6.1)."""

from datetime import datetime
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Query, Router, Status

from outfitter.accounts import authentication as login
from outfitter.accounts import hosts, passkeys, subdomain_rules
from outfitter.accounts.operations import normalize_email
from outfitter.accounts.request_origin import origin_of
from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import route_locale
from outfitter.kit.zones import zone_names
from outfitter.tos import api as tos_api
from outfitter.tos.queries import get_current
from outfitter_signup import form_options, login_tickets, operations, queries, registration, rules
from outfitter_signup import schemas as s
from outfitter_signup.models import Signup
from outfitter_signup.provision_run import ORDER
from outfitter_signup.translations import texts
from outfitter_tenants.security import login_flow, session
from outfitter_tenants.security.schemas import PasskeyOptionsOut

router = Router(tags=["sign-up"])
router.add_router("", tos_api.build(is_apex=True))
GONE = {410: ErrorOut, **ERRORS}

REASONS: dict[subdomain_rules.Reason, str] = {
    "too_short": "Please use at least three characters.",
    "too_long": "Please use at most forty characters.",
    "characters": "Only a-z, 0-9 and single hyphens; it begins and ends with a letter or digit.",
    "reserved": "This address is reserved.",
    "taken": "This address is taken.",
    "look_alike": "This address looks too much like another one.",
}


@router.get("/signup/init", auth=anonymous, response={200: s.InitOut, **ERRORS}, operation_id="signup_init")
def init(
    request: HttpRequest,
    signup_token: Annotated[s.Token | None, Query()] = None,
    locale: Annotated[s.Locale | None, Query()] = None,
) -> s.InitOut:
    """Return what the screens need, and where a sign-up stands; polled while it is being made."""
    _limit(request, "init_ip")
    at = utc_now()
    signup = queries.find_signup(token=signup_token)
    if signup is not None and queries.is_expired(signup, at=at):
        signup = None
    language = route_locale(locale or (signup.locale if signup else None))
    tos = get_current(audience="operator", locale=language, at=at)
    account = signup.account if signup else None
    return s.InitOut(
        signup_token=signup_token or "" if signup else "",
        state=signup.state if signup else "started",
        email=signup.email if signup else "",
        is_existing_login=bool(signup and signup.is_known_email and signup.state in operations.AFTER_EMAIL),
        slug=signup.slug if signup else None,
        company_name=signup.company_name if signup else "",
        countries=[s.Choice(**row) for row in form_options.countries(language)],
        currencies=[s.Choice(**row) for row in form_options.currencies(language)],
        timezones=list(zone_names()),
        tos=tos_api.TosOut.model_validate(tos),
        progress=_progress(signup, language) if signup else None,
        account=(
            s.OperatorOut(slug=account.slug, name=account.name, url=hosts.tenant_url(account.slug))
            if account
            else None
        ),
        base_domain=settings.BASE_DOMAIN + settings.HOST_SUFFIX,
    )


@router.post(
    "/signup/account", auth=anonymous, response={200: s.StartedOut, **ERRORS}, operation_id="signup_account"
)
def account(request: HttpRequest, body: s.AccountIn) -> s.StartedOut:
    """Begin with an e-mail address, or send a new code; the answer never tells who is known."""
    at = utc_now()
    person = _person(body)
    if person is not None:
        address = queries.token_hash(normalize_email(person.email))
        limit(f"signup:email:{address}", *rules.limit_of("account_email"))
    if body.signup_token:
        _limit(request, "resend_ip")
        operations.resend_code(token=body.signup_token, person=person, at=at)
        token = body.signup_token
    elif person is None:
        raise Invalid({"email": ["Please fill this in."]})
    else:
        _limit(request, "account_ip")
        ip = getattr(request, "client_ip", None)
        token = operations.start_signup(person=person, at=at, ip=ip, utm=_came_by(body))
    wait = int(rules.RESEND_AFTER.total_seconds())
    return s.StartedOut(signup_token=token, state="email_pending", resend_after=wait)


@router.post(
    "/signup/confirm-email",
    auth=anonymous,
    response={200: s.StateOut, **GONE},
    operation_id="signup_confirm_email",
)
def confirm_email(request: HttpRequest, body: s.CodeIn) -> s.StateOut:
    """Check the six digits from the mail."""
    _limit(request, "confirm_ip")
    operations.confirm_email(token=body.signup_token, code=body.code.strip(), at=utc_now())
    return s.StateOut(state="email_confirmed")


@router.post(
    "/signup/validate-domain",
    auth=anonymous,
    response={200: s.DomainOut, **ERRORS},
    operation_id="signup_validate_domain",
)
def validate_domain(request: HttpRequest, body: s.DomainIn) -> s.DomainOut:
    """Tell whether a subdomain can be had; a free one is kept 15 minutes for the token."""
    _limit(request, "slug_ip")
    at = utc_now()
    slug = subdomain_rules.normalize(body.slug)
    reason = operations.try_slug(token=body.signup_token, slug=slug, at=at)
    ideas: list[str] = []
    if reason is not None:
        signup = queries.find_signup(token=body.signup_token)
        ideas = queries.list_suggestions(slug=slug, signup=signup, at=at)
    return s.DomainOut(
        available=reason is None,
        normalized=slug,
        reason=reason,
        message=REASONS[reason] if reason else "This address is available.",
        suggestions=ideas,
    )


@router.post(
    "/signup/register", auth=anonymous, response={202: s.StateOut, **ERRORS}, operation_id="signup_register"
)
def register(request: HttpRequest, body: s.RegisterIn) -> Status[s.StateOut]:
    """Create the login and the operator; making its tables goes on in a job."""
    _limit(request, "register_ip")
    wanted = registration.Registration(
        slug=subdomain_rules.normalize(body.slug),
        password=body.password,
        country=body.country,
        currency=body.currency,
        time_zone=body.time_zone,
        business=registration.Business(**body.business.model_dump()),
        tos_id=body.tos_id,
        tos_sha256=body.tos_sha256,
        is_marketing_opt_in=body.marketing_opt_in,
        evidence={
            "ip": getattr(request, "client_ip", None),
            "user_agent": request.headers.get("User-Agent", ""),
        },
    )
    state = registration.register(token=body.signup_token, wanted=wanted, at=utc_now())
    return Status(202, s.StateOut(state=state))


@router.post(
    "/signup/signin", auth=anonymous, response={200: s.SigninOut, **GONE}, operation_id="signup_signin"
)
def sign_in(request: HttpRequest, body: s.SigninIn) -> s.SigninOut:
    """Give a ticket to an operator's host: to who has just signed up, or by password or passkey."""
    session.refuse_other_sites(request)
    _limit(request, "signin_ip")
    at = utc_now()
    if body.signup_token:
        ticket = login_tickets.by_token(token=body.signup_token, at=at)
    else:
        proved = _prove(request, body, at)
        ticket = login_tickets.issue_ticket(proved=proved, slug=body.slug, caller=origin_of(request), at=at)
    found = [s.OperatorOut(slug=row.slug, name=row.name, url=row.url) for row in ticket.accounts]
    return s.SigninOut(
        redirect_url=ticket.redirect_url,
        one_time_code=ticket.one_time_code,
        accounts=found,
        next=ticket.next,
        step_token=ticket.step_token,
        methods=ticket.methods,
    )


@router.post(
    "/signup/signin/passkey/options",
    auth=anonymous,
    response={200: PasskeyOptionsOut, **ERRORS},
    operation_id="signup_signin_passkey_options",
)
def passkey_options(request: HttpRequest) -> PasskeyOptionsOut:
    """Return what the browser needs to offer the passkeys it has for this place."""
    _limit(request, "signin_ip")
    options = passkeys.options_to_sign_in(caller=origin_of(request), at=utc_now())
    return PasskeyOptionsOut(publicKey=options)


def _prove(request: HttpRequest, body: s.SigninIn, at: datetime) -> login_tickets.LoginProof:
    """Return what a body proves: a passkey, a password, or a code after the password."""
    if body.credential is not None:
        caller = origin_of(request)
        user = passkeys.verify(credential=body.credential, caller=caller, at=at)
        return login_tickets.LoginProof(user, is_second_factor=True, is_remembered=body.remember)
    if body.step_token:
        step = login.read_step(token=body.step_token, caller=origin_of(request), at=at)
        user, has_factor, stays = step.user, step.is_second_factor, step.is_remembered
    else:
        if not body.email or not body.password:
            names = [name for name in ("email", "password") if not getattr(body, name)]
            raise Invalid({name: ["Please fill this in."] for name in names})
        known = login_flow.by_password(request, email=body.email, password=body.password, at=at)
        user, has_factor, stays = known.user, False, body.remember
    if body.otp and user.has_second_factor and not has_factor:
        login_flow.by_code(request, user=user, code=body.otp, at=at)
        has_factor = True
    return login_tickets.LoginProof(user, is_second_factor=has_factor, is_remembered=stays)


def _limit(request: HttpRequest, name: str) -> None:
    limit(f"signup:{name}:{getattr(request, 'client_ip', '')}", *rules.limit_of(name))


def _came_by(body: s.AccountIn) -> dict[str, object]:
    return {"referral": body.referral.upper()} if body.referral else {}


def _person(body: s.AccountIn) -> operations.Person | None:
    if body.email is None:
        return None
    return operations.Person(
        email=body.email,
        first_name=body.first_name,
        last_name=body.last_name,
        company_name=body.company_name,
        phone=body.phone or None,
        locale=body.locale,
    )


def _progress(signup: Signup, locale: str) -> s.ProgressOut | None:
    if signup.state not in {"provisioning", "ready", "consumed", "failed"}:
        return None
    labels = texts(locale)["steps"]
    done = set(signup.steps_done)
    pending = [step for step in ORDER if step not in done]
    now = "failed" if signup.state == "failed" else "running"
    steps = [
        s.StepOut(
            slug=step,
            label=labels[step],
            state="done" if step in done else (now if step == pending[0] else "waiting"),
        )
        for step in ORDER
    ]
    return s.ProgressOut(step=len(ORDER) - len(pending), steps=steps)
