"""What is kept beside a partner: people, notes, prepayments and what happened (domain.md 5.20)."""

from typing import Annotated, Any, cast

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.audit.schemas import HistoryOut
from outfitter_tenants.jobs.bulk_actions import Target, start_bulk
from outfitter_tenants.jobs.queries import JobRow, row_of
from outfitter_tenants.jobs.schemas import JobOut
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import tasks as invitation_tasks
from outfitter_tenants.people.operations import agents
from outfitter_tenants.resellers import archival, bulk_actions, notes, queries, serializers, topups
from outfitter_tenants.resellers import schemas as s
from outfitter_tenants.resellers.api import MANAGE, VIEW, Key
from outfitter_tenants.resellers.models import Reseller

router = Router(tags=["resellers"])
NEW = 0
AgentKey = Annotated[int, Path(ge=0, le=2**63 - 1, description="0 adds an agent")]
# A partner has agents in the dozens: mails of strangers are not ours to send.
INVITES_A_DAY = 200


@router.post(
    "/api/resellers/bulk/status",
    auth=MANAGE,
    response={200: JobOut, **ERRORS},
    operation_id="resellers_bulk_status",
)
def resellers_bulk_status(request: HttpRequest, body: s.BulkStatusIn) -> JobRow:
    """Put many partners away, or have them sell again."""
    job = start_bulk(
        bulk_actions.STATUS,
        target=Target(body.ids, body.search, body.filters),
        values={"status": body.status},
        title={"is_archived": body.status == "archived"},
        reader=viewer_of(request),
        name=caller_of(request).name,
        at=utc_now(),
    )
    return row_of(job)


@router.post(
    "/api/reseller/{reseller}/delete",
    auth=MANAGE,
    response={200: s.ResellerDeletedOut, **ERRORS},
    operation_id="reseller_delete",
)
def reseller_delete(request: HttpRequest, reseller: Key, body: s.ResellerDeleteIn) -> dict[str, Any]:
    """Delete a partner that nothing names, archive one that something does; says which."""
    outcome, uses = archival.delete_reseller(reseller_id=reseller, at=utc_now(), version=body.version)
    return {"outcome": outcome, "uses": uses}


@router.get(
    "/api/reseller/{reseller}/history",
    auth=VIEW,
    response={200: HistoryOut, **ERRORS},
    operation_id="reseller_history",
)
def reseller_history(request: HttpRequest, reseller: Key) -> dict[str, Any]:
    """Return what happened to a partner, its agents and its cards, newest first."""
    row = queries.get_reseller(reseller_id=reseller)
    members = [one.id for one in people.list_agents_of(reseller_id=row.pk)]
    rows = audit.list_of_things(things={"reseller": [row.pk], "user_avatar": members})
    return {"data": rows, "meta": {"total": len(rows)}}


@router.get(
    "/api/reseller/{reseller}/agents/get",
    auth=VIEW,
    response={200: list[s.AgentOut], **ERRORS},
    operation_id="reseller_agents",
)
def reseller_agents(request: HttpRequest, reseller: Key, disabled: bool = False) -> list[dict[str, Any]]:
    """Return the people who sell for a partner, by name; those who no longer do when asked for."""
    return _agents(queries.get_reseller(reseller_id=reseller), is_disabled=disabled)


@router.post(
    "/api/reseller/{reseller}/agent/{userAvatar}/edit",
    auth=MANAGE,
    response={200: list[s.AgentOut], **ERRORS},
    operation_id="reseller_agent_edit",
)
def reseller_agent_edit(
    request: HttpRequest, reseller: Key, userAvatar: AgentKey, body: s.AgentIn
) -> list[dict[str, Any]]:
    """Change an agent of a partner, or add one under the address 0; returns all of them."""
    row = queries.get_reseller(reseller_id=reseller)
    if (body.id or NEW) not in {NEW, userAvatar}:
        raise Invalid({"id": ["This is not the agent of this address."]})
    if body.invite:
        limit(f"invite:{current_schema()}", times=INVITES_A_DAY, seconds=24 * 3600)
    agent_id, is_joining = agents.save_agent(
        reseller_id=row.pk,
        agent_id=userAvatar or None,
        values=agents.AgentValues(
            body.name, body.email, body.commission_ppm, body.desk, body.status, is_invited=body.invite
        ),
        actor_id=cast("int", caller_of(request).avatar_id),
        at=utc_now(),
        version=body.version,
    )
    if is_joining:
        invitation_tasks.send_invitation.after_commit(avatar_id=agent_id)
    return _agents(row, is_disabled=True)


def _agents(row: Reseller, *, is_disabled: bool) -> list[dict[str, Any]]:
    found = people.list_agents_of(reseller_id=row.pk)
    return serializers.agents_out(one for one in found if is_disabled or one.status != "disabled")


@router.get(
    "/api/reseller/{reseller}/notes/get",
    auth=VIEW,
    response={200: list[s.ResellerNoteOut], **ERRORS},
    operation_id="reseller_notes",
)
def reseller_notes(request: HttpRequest, reseller: Key) -> list[Any]:
    """Return the notes on a partner, the newest first."""
    return list(notes.list_notes(reseller_id=queries.get_reseller(reseller_id=reseller).pk))


@router.post(
    "/api/reseller/{reseller}/note/new",
    auth=VIEW,
    response={200: s.ResellerNoteOut, **ERRORS},
    operation_id="reseller_note_new",
)
def reseller_note_new(request: HttpRequest, reseller: Key, body: s.ResellerNoteIn) -> Any:
    """Write a note on a partner."""
    caller = caller_of(request)
    return notes.add_note(
        reseller_id=reseller,
        body=body.body,
        author_id=caller.avatar_id,
        author_name=caller.name,
        at=utc_now(),
    )


@router.post(
    "/api/reseller/{reseller}/note/{resellerNote}/update",
    auth=VIEW,
    response={200: s.ResellerNoteOut, **ERRORS},
    operation_id="reseller_note_update",
)
def reseller_note_update(
    request: HttpRequest, reseller: Key, resellerNote: Key, body: s.ResellerNoteIn
) -> Any:
    """Write a note of one's own anew."""
    return notes.change_note(
        reseller_id=reseller,
        note_id=resellerNote,
        body=body.body,
        author_id=caller_of(request).avatar_id,
        at=utc_now(),
    )


@router.post(
    "/api/reseller/{reseller}/note/{resellerNote}/delete",
    auth=VIEW,
    response={200: list[s.ResellerNoteOut], **ERRORS},
    operation_id="reseller_note_delete",
)
def reseller_note_delete(request: HttpRequest, reseller: Key, resellerNote: Key) -> list[Any]:
    """Take a note of one's own away; returns those that are left."""
    author = caller_of(request).avatar_id
    notes.delete_note(reseller_id=reseller, note_id=resellerNote, author_id=author, at=utc_now())
    return list(notes.list_notes(reseller_id=reseller))


@router.get(
    "/api/reseller/{reseller}/topUps/get",
    auth=VIEW,
    response={200: s.TopUpsOut, **ERRORS},
    operation_id="reseller_topups",
)
def reseller_topups(request: HttpRequest, reseller: Key) -> dict[str, Any]:
    """Return what moved a partner's prepaid balance, and where it stands."""
    row = queries.get_reseller(reseller_id=reseller)
    return {"balance": row.topup_balance, "data": topups.list_topups(reseller_id=row.pk)}


@router.post(
    "/api/reseller/{reseller}/topUp/add",
    auth=MANAGE,
    response={200: s.TopUpsOut, **ERRORS},
    operation_id="reseller_topup_add",
)
def reseller_topup_add(request: HttpRequest, reseller: Key, body: s.TopUpIn) -> dict[str, Any]:
    """Note what a partner paid in advance or got back, or correct the balance."""
    caller = caller_of(request)
    movement = topups.Movement(
        body.kind, body.amount, note=body.note, by_id=caller.avatar_id, by_name=caller.name
    )
    topups.append_topup(reseller_id=reseller, movement=movement, at=utc_now())
    return reseller_topups(request, reseller)
