"""Routes of the assistant (domain.md 5.6, docs/adr/0113)."""

from typing import Annotated, Final

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import Principal, allow_unscoped, caller_of, signed_in
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Forbidden
from outfitter.plugins import contexts
from outfitter.plugins.assistants.types import ImproveRequest
from outfitter_tenants.crm.assistant import operations
from outfitter_tenants.crm.assistant import schemas as s
from outfitter_tenants.crm.assistant.conversation_material import draft_request_of
from outfitter_tenants.messaging.conversations import inbox_pages as pages

router = Router(tags=["assistant"])
ConversationId = Annotated[int, Path(ge=1, le=2**63 - 1)]
_PROPOSAL: Final = {200: s.ProposalOut, 503: ErrorOut, **ERRORS}
# What somebody has to be allowed who writes such a text.
PERMISSIONS: Final = {
    "template": "crm.manage",
    "text_message": "crm.manage",
    "review_answer": "crm.manage",
    "reply": "crm.send",
    "description": "setup.experiences",
    "announcement": "manifest.view",
}
TIMES_A_MINUTE, TIMES_A_DAY = 12, 1000


@router.post("/api/ai/improve-text", auth=signed_in, response=_PROPOSAL, operation_id="ai_improve_text")
def improve_text(request: HttpRequest, body: s.ImproveTextIn) -> operations.Proposal:
    """Return other ways to say a text, for a person to choose from."""
    caller = caller_of(request)
    _require(caller, PERMISSIONS[body.purpose])
    _ration(caller)
    # A text may grow by half, and a short one by a sentence.
    most = body.max_len or min(8000, len(body.text) * 3 // 2 + 200)
    return operations.improve(
        schema_name=current_schema(),
        request=ImproveRequest(body.text, body.purpose, body.tone, body.locale or "", most),
    )


@router.post(
    "/api/conversation/{conversation}/draft",
    auth=allow_unscoped("crm.send"),
    response=_PROPOSAL,
    operation_id="conversation_draft",
)
def conversation_draft(
    request: HttpRequest, conversation: ConversationId, body: s.DraftIn
) -> operations.Proposal:
    """Return what could be answered in a conversation; nothing is sent."""
    row = pages.get_conversation(conversation_id=conversation)
    _ration(caller_of(request))
    schema_name = current_schema()
    ctx = contexts.context_for(schema_name=schema_name)
    return operations.draft(
        schema_name=schema_name, request=draft_request_of(row, ctx, tone=body.tone, max_len=body.max_len)
    )


def _require(caller: Principal, permission: str) -> None:
    if not caller.can(permission):
        raise Forbidden("Your role does not allow this.", permission=permission)
    if caller.scope != "all":
        raise Forbidden("Your role only shows some bookings.", permission=permission)


def _ration(caller: Principal) -> None:
    limit(f"assistant:{caller.avatar_id}", times=TIMES_A_MINUTE, seconds=60)
    limit(f"assistant-day:{current_schema()}", times=TIMES_A_DAY, seconds=24 * 3600)
