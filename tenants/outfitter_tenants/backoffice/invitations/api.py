"""Accepting an invitation: the door for who is not on the team yet (domain.md 5.27)."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.accounts import account_chooser
from outfitter.accounts import operations as accounts
from outfitter.accounts import queries as logins
from outfitter.accounts.sessions import Proof
from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice.invitations import schemas as s
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.operations import invitations
from outfitter_tenants.security import login_flow, session

router = Router(tags=["team"])


@router.get(
    "/api/invitation/get",
    auth=anonymous,
    response={200: s.InvitationOut, **ERRORS},
    operation_id="invitation_get",
)
def invitation_get(request: HttpRequest, asked: Query[s.InvitationQuery]) -> dict[str, Any]:
    """Return who invites to what; only who has the mail has the token."""
    limit(f"invitation-ip:{_ip(request)}", times=60, seconds=900)
    found = people.find_invitation(token=asked.token, at=utc_now())
    properties = people.get_properties()
    return {
        "state": found.state,
        "name": found.name,
        "email": found.email,
        "role": found.role,
        "inviter": found.inviter,
        "expires_at": found.expires_at,
        "has_login": logins.has_login(email=accounts.normalize_email(found.email)),
        "operator": {
            "name": request.tenant.name,  # type: ignore[attr-defined]
            "logo_url": properties.logo_url,
            "brand_color": properties.brand_color,
            "time_zone": properties.time_zone,
        },
    }


@router.post(
    "/api/invitation/accept",
    auth=anonymous,
    response={200: s.AcceptOut, **ERRORS},
    operation_id="invitation_accept",
)
def invitation_accept(request: HttpRequest, body: s.AcceptIn) -> dict[str, Any]:
    """Join, with a new login or with one that the password proves, and sign in here."""
    session.refuse_other_sites(request)
    at = utc_now()
    limit(f"invitation-ip:{_ip(request)}", times=60, seconds=900)
    if body.login is not None:
        known = login_flow.by_password(request, email=body.login.email, password=body.login.password, at=at)
        user_id = known.user.pk
        invitations.accept_existing(token=body.token, user_id=user_id, at=at)
    elif body.person is not None:
        user_id = invitations.accept_new(token=body.token, at=at, **body.person.model_dump())
    else:
        raise Invalid({"person": ["Enter your name, or sign in."]})
    proof = Proof("password", is_second_factor=False)
    user = account_chooser.get_user(user_id=user_id)
    found = login_flow.complete_login(request, user=user, proof=proof, is_remembered=False, at=at)
    # What else is missing (a second factor, the terms) the sign-in screen asks for.
    return {"userAvatar": found["userAvatar"], "next": "app" if found["userAvatar"] else "signin"}


def _ip(request: HttpRequest) -> str:
    return str(getattr(request, "client_ip", ""))
