"""The team, its guides and what each person hides (domain.md 5.26, 5.27)."""

from typing import Any, Final, cast

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow, caller_of, signed_in
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.onboarding import referrals
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.people import lists, queries, serializers, tasks
from outfitter_tenants.people import team_schemas as s
from outfitter_tenants.people.operations import counter_pins, invitations, team

# Who owns the business recommends the platform for it.
OWNERS: Final = "setup.billing"
router = Router(tags=["team"])
MANAGE = "team.manage"
# An operator hires in the dozens, not in the thousands: mails of strangers are not ours to send.
INVITES_A_DAY = 200


def _actor(request: HttpRequest) -> int:
    return cast(int, caller_of(request).avatar_id)


def _one(request: HttpRequest, member_id: int) -> dict[str, Any]:
    row = queries.get_member(member_id=member_id, at=utc_now())
    power = queries.power_of_avatar(avatar_id=_actor(request))
    return {"userAvatar": serializers.member_out(row, power=power, actor_id=_actor(request))}


def _invite(request: HttpRequest, body: s.InviteIn, *, is_guide: bool) -> dict[str, Any]:
    limit(f"invite:{current_schema()}", times=INVITES_A_DAY, seconds=24 * 3600)
    invitee = invitations.Invitee(
        name=body.name,
        email=body.email,
        phone=body.phone or None,
        role_id=body.role_id,
        is_guide=is_guide or body.is_guide,
        locale=body.locale,
    )
    member_id = invitations.invite(invitee=invitee, actor_id=_actor(request), at=utc_now())
    tasks.send_invitation.after_commit(avatar_id=member_id)
    return _one(request, member_id)


@router.get(
    "/api/userAvatars/get",
    auth=allow("setup.team"),
    response={200: s.MembersOut, **ERRORS},
    operation_id="user_avatars_get",
)
def user_avatars_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return team members, guides and agents."""
    return list_answer(request, lists.PEOPLE, wanted)


@router.get(
    "/api/userAvatar/{userAvatar}/get",
    auth=allow("setup.team"),
    response={200: s.MemberFullOut, **ERRORS},
    operation_id="user_avatar_get",
)
def user_avatar_get(request: HttpRequest, userAvatar: int) -> dict[str, Any]:
    """Return one person, with the latest changes for who may read the log."""
    found = _one(request, userAvatar)
    may_read = caller_of(request).can("audit.view")
    entity = {"entity_type": "user_avatar", "entity_id": userAvatar, "limit": 20}
    return {**found, "history": audit.list_of_entity(**entity) if may_read else []}  # type: ignore[arg-type]


@router.post(
    "/setup/team/user/invite",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="team_user_invite",
)
def team_user_invite(request: HttpRequest, body: s.InviteIn) -> dict[str, Any]:
    """Invite a team member by mail."""
    return _invite(request, body, is_guide=False)


@router.post(
    "/setup/guide/invite",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="guide_invite",
)
def guide_invite(request: HttpRequest, body: s.InviteIn) -> dict[str, Any]:
    """Invite a guide by mail; without a role they get the guides'."""
    return _invite(request, body, is_guide=True)


@router.post(
    "/setup/team/user/{userAvatar}/invite/resend",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="team_user_invite_resend",
)
def team_user_invite_resend(request: HttpRequest, userAvatar: int, body: s.NothingIn) -> dict[str, Any]:
    """Send an invitation again, at most three times a day; older links stop working."""
    invitations.resend(member_id=userAvatar, actor_id=_actor(request), at=utc_now())
    tasks.send_invitation.after_commit(avatar_id=userAvatar)
    return _one(request, userAvatar)


@router.post(
    "/setup/team/user/{userAvatar}/toggle-guide",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="team_user_toggle_guide",
)
def team_user_toggle_guide(request: HttpRequest, userAvatar: int, body: s.ToggleGuideIn) -> dict[str, Any]:
    """Make somebody a guide, or no longer; what they guided stays."""
    team.toggle_guide(member_id=userAvatar, actor_id=_actor(request), at=utc_now(), is_guide=body.is_guide)
    return _one(request, userAvatar)


@router.post(
    "/setup/team/user/{userAvatar}/pin/remove",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="team_user_pin_remove",
)
def team_user_pin_remove(request: HttpRequest, userAvatar: int) -> dict[str, Any]:
    """Take somebody's PIN for counters away."""
    counter_pins.remove_of(member_id=userAvatar, actor_id=_actor(request), at=utc_now())
    return _one(request, userAvatar)


@router.post(
    "/setup/team/users/{id}/remove-ses-suppression",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="team_user_remove_suppression",
)
def team_user_remove_suppression(
    request: HttpRequest,
    id: int,  # noqa: A002  (the contract's name)
    body: s.NothingIn,
) -> dict[str, Any]:
    """Let mails go to a person's address again, here and at the mail providers."""
    team.clear_suppression(member_id=id, actor_id=_actor(request), at=utc_now())
    tasks.send_invitation.after_commit(avatar_id=id)
    return _one(request, id)


@router.get(
    "/setup/guides/existing-users",
    auth=allow("setup.team"),
    response={200: s.MembersAnswer, **ERRORS},
    operation_id="guides_existing_users",
)
def guides_existing_users(request: HttpRequest) -> dict[str, Any]:
    """Return the team's users who are not guides."""
    return _several(request, queries.list_possible_guides())


@router.post(
    "/setup/guides/assign-existing",
    auth=allow(MANAGE),
    response={200: s.MembersAnswer, **ERRORS},
    operation_id="guides_assign_existing",
)
def guides_assign_existing(request: HttpRequest, body: s.AssignGuidesIn) -> dict[str, Any]:
    """Make existing users guides, all of them or none."""
    ids = body.user_avatar_ids
    team.assign_guides(member_ids=ids, actor_id=_actor(request), at=utc_now())
    return _several(request, queries.find_members(ids=ids))


def _several(request: HttpRequest, rows: Any) -> dict[str, Any]:
    power, actor_id = queries.power_of_avatar(avatar_id=_actor(request)), _actor(request)
    found = queries.list_members(rows, at=utc_now())
    return {"userAvatars": [serializers.member_out(row, power=power, actor_id=actor_id) for row in found]}


@router.post(
    "/api/userAvatar/{userAvatar}/save",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="user_avatar_save",
)
def user_avatar_save(request: HttpRequest, userAvatar: int, body: s.MemberIn) -> dict[str, Any]:
    """Change a person; a new role counts from their next request on."""
    values = cast(team.MemberValues, body.model_dump(exclude_unset=True, exclude={"version"}))
    team.save_member(
        member_id=userAvatar, values=values, version=body.version, actor_id=_actor(request), at=utc_now()
    )
    tasks.send_invitation.after_commit(avatar_id=userAvatar)
    return _one(request, userAvatar)


@router.post(
    "/api/userAvatar/{userAvatar}/status/edit",
    auth=allow(MANAGE),
    response={200: s.MemberAnswer, **ERRORS},
    operation_id="user_avatar_status_edit",
)
def user_avatar_status_edit(request: HttpRequest, userAvatar: int, body: s.AccessIn) -> dict[str, Any]:
    """Disable a person, which ends their sessions here, or enable them again."""
    team.set_status(member_id=userAvatar, is_enabled=body.is_enabled, actor_id=_actor(request), at=utc_now())
    tasks.send_invitation.after_commit(avatar_id=userAvatar)
    return _one(request, userAvatar)


@router.post(
    "/api/userAvatars/me/hideSetupTasks",
    auth=signed_in,
    response={200: s.OkOut, **ERRORS},
    operation_id="user_avatars_hide_setup_tasks",
)
def hide_setup_tasks(request: HttpRequest, body: s.HideIn) -> dict[str, bool]:
    """Hide the set-up tasks from one's own screens, or show them again."""
    team.hide(member_id=_actor(request), at=utc_now(), is_hide_setup_tasks=body.hide)
    return {"ok": True}


@router.post(
    "/api/userAvatars/me/hideCallAlerts",
    auth=signed_in,
    response={200: s.OkOut, **ERRORS},
    operation_id="user_avatars_hide_call_alerts",
)
def hide_call_alerts(request: HttpRequest, body: s.HideIn) -> dict[str, bool]:
    """Hide alerts of calls from one's own screens, or show them again."""
    team.hide(member_id=_actor(request), at=utc_now(), is_hide_call_alerts=body.hide)
    return {"ok": True}


@router.get(
    "/api/userAvatars/referral",
    auth=allow("trip.view"),
    response={200: s.ReferralOut, **ERRORS},
    operation_id="user_avatars_referral",
)
def referral(request: HttpRequest) -> dict[str, Any]:
    """
    Return an owner's link to the platform and what came of it, and who a sale can be credited to.

    An agent sees the people of their reseller.
    """
    caller = queries.get_avatar(avatar_id=_actor(request))
    reseller_id = caller.reseller_id if caller and caller.scope == "reseller" else None
    people = queries.list_creditable()
    if caller and caller.scope != "all":
        same = {"reseller": reseller_id}.get(caller.scope)
        people = [p for p in people if p.pk == caller.id or (same and p.reseller_id == same)]
    if caller_of(request).can(OWNERS):
        return {**_recommended(request), "userAvatars": people}
    own = next((p.referral_code for p in people if caller and p.pk == caller.id), None)
    return {"code": own, "url": None, "signups": [], "rewards": [], "userAvatars": people}


@router.post(
    "/api/userAvatars/referral/create",
    auth=allow(OWNERS),
    response={200: s.ReferralOut, **ERRORS},
    operation_id="user_avatars_referral_create",
)
def referral_create(request: HttpRequest) -> dict[str, Any]:
    """Make the business's link to recommend the platform by; asking again gives the same one."""
    referrals.code_of(account_id=request.tenant.pk)  # type: ignore[attr-defined]
    return {**_recommended(request), "userAvatars": queries.list_creditable()}


def _recommended(request: HttpRequest) -> dict[str, object]:
    account_id: int = request.tenant.pk  # type: ignore[attr-defined]
    code, rows = referrals.find_code(account_id=account_id), referrals.list_of(account_id=account_id)
    return {
        "code": code,
        "url": None if code is None else referrals.url_of(code),
        "signups": [{"name": r.referred, "state": r.state, "created_at": r.created_at} for r in rows],
        "rewards": [r for r in rows if r.state == "rewarded"],
    }
