"""What people change about themselves: name, language, address, password."""

from typing import Any

import phonenumbers
from django.db import transaction
from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import account_chooser, login_mails, login_queries, mail_links
from outfitter.accounts.operations import check_password_rules, normalize_email
from outfitter.api.principal import Principal, before_terms, caller_of, confirmed
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import route_locale
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.people import profiles
from outfitter_tenants.security import login_flow, secret_changes
from outfitter_tenants.security import schemas as s
from outfitter_tenants.security.me import user_of

router = Router(tags=["my profile"])


@router.get("/api/me/get", auth=before_terms, response={200: s.MeOut, **ERRORS}, operation_id="me_get")
def me_get(request: HttpRequest) -> dict[str, Any]:
    """Return what I may change of myself."""
    principal = caller_of(request)
    return {**_me(principal), "email": user_of(principal).email}


@router.post("/api/me/save", auth=before_terms, response={200: s.MeOut, **ERRORS}, operation_id="me_save")
def me_save(request: HttpRequest, body: s.MeIn) -> dict[str, Any]:
    """Save what is given of my name, telephone and colour here, and the language of my login."""
    principal = caller_of(request)
    with transaction.atomic():
        before = _me(principal)
        after = {**before, **_wanted(body, request)}
        changed = [name for name in before if after[name] != before[name]]
        profiles.save_own(
            avatar_id=principal.avatar_id or 0, **{name: after[name] for name in ("name", "phone", "color")}
        )
        if body.locale:
            _set_locale(principal.user_id or 0, body.locale)
        if changed:
            audit.record(
                entity_type="user_avatar",
                entity_id=principal.avatar_id or 0,
                action="user_avatar.own_profile_changed",
                at=utc_now(),
                before={name: before[name] for name in changed},
                after={name: after[name] for name in changed},
            )
    return {**after, "email": user_of(principal).email}


@router.post(
    "/api/me/password", auth=confirmed(), response={200: s.DoneOut, **ERRORS}, operation_id="me_password"
)
@atomic()
def me_password(request: HttpRequest, body: s.PasswordIn) -> dict[str, bool]:
    """Choose another password; every other browser is signed out."""
    at = utc_now()
    principal = caller_of(request)
    user = user_of(principal)
    operator = request.tenant.name  # type: ignore[attr-defined]
    check_password_rules(password=body.password, user=user, about=[operator, principal.name])
    mail_links.set_password(user=user, password=body.password, at=at)
    secret_changes.password_changed(
        request, user, action="password.changed", session_id=principal.session_id, at=at
    )
    return {"ok": True}


@router.post("/api/me/email", auth=confirmed(), response={200: s.DoneOut, **ERRORS}, operation_id="me_email")
def me_email(request: HttpRequest, body: s.EmailIn) -> dict[str, bool]:
    """Ask for another sign-in address: it is moved by the link that is mailed there."""
    user = user_of(caller_of(request))
    email = normalize_email(body.email)
    if email == user.email:
        raise Invalid({"email": ["This is already your address."]})
    limit(f"me-email:{user.pk}", times=5, seconds=3600)
    secret_changes.record_secret_change(request, user, "email.change_asked", utc_now(), {"email": email})
    url = login_flow.page(request, "/profile/me")
    login_mails.send_email_link.after_commit(user_id=user.pk, email=email, url=url)
    return {"ok": True}


@router.post(
    "/api/me/email/confirm",
    auth=before_terms,
    response={200: s.EmailOut, **ERRORS},
    operation_id="me_email_confirm",
)
@atomic()
def me_email_confirm(request: HttpRequest, body: s.TokenIn) -> dict[str, str]:
    """Move my login to the address whose link I opened."""
    at = utc_now()
    user = user_of(caller_of(request))
    limit(f"me-email-confirm:{user.pk}", times=20, seconds=3600)
    old = mail_links.change_email(user=user, token=body.token, at=at)
    new = user_of(caller_of(request)).email
    for row in account_chooser.list_choices(user_id=user.pk):
        with in_schema(row.schema_name):
            profiles.follow_email(user_id=user.pk, old=old, new=new)
    secret_changes.record_secret_change(request, user, "email.changed", at, {"email": new, "from": old})
    return {"email": new}


def _me(principal: Principal) -> dict[str, Any]:
    locale = route_locale(user_of(principal).locale)
    return {**profiles.own_facts(avatar_id=principal.avatar_id or 0), "locale": locale}


def _wanted(body: s.MeIn, request: HttpRequest) -> dict[str, Any]:
    """Return the new values; nothing but the telephone can be emptied."""
    given = {name: value for name, value in body.model_dump().items() if value is not None}
    if "color" in given:
        given["color"] = given["color"].lower()
    if "phone" in body.model_fields_set:
        given["phone"] = _phone(body.phone, request.tenant.country)  # type: ignore[attr-defined]
    return given


def _set_locale(user_id: int, locale: str) -> None:
    """Save a person's language for their login and for the mails of every operator of theirs."""
    login_queries.set_locale(user_id=user_id, locale=locale)
    for row in account_chooser.list_choices(user_id=user_id):
        with in_schema(row.schema_name):
            profiles.follow_locale(user_id=user_id, locale=locale)


def _phone(text: str | None, country: str) -> str | None:
    if not text:
        return None
    try:
        number = phonenumbers.parse(text, country)
    except phonenumbers.NumberParseException:
        number = None
    if number is None or not phonenumbers.is_possible_number(number):
        raise Invalid({"phone": ["This isn't a phone number."]})
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
