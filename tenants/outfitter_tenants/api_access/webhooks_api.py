"""Webhooks in the office: endpoints, what was sent to them, and sending it again."""

from datetime import timedelta
from typing import Final, Literal, TypedDict

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, confirmed
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.plugins.event_names import EVENTS
from outfitter_tenants.api_access import deliveries, event_intake, webhook_endpoints
from outfitter_tenants.api_access import schemas as s
from outfitter_tenants.api_access.models import WebhookDelivery, WebhookEndpoint
from outfitter_tenants.api_access.webhook_message import facts_of, message_id

router = Router(tags=["API keys and webhooks"])
_PERMISSION: Final = "setup.plugins"
SEES: Final = allow(_PERMISSION)
# What is told of leaves the house: who says where to proves who they are.
MAKES: Final = confirmed(_PERMISSION, passes=frozenset())
_ALL: Final = {200: s.WebhooksOut, **ERRORS}
_MADE: Final = {200: s.WebhookMadeOut, **ERRORS}
_PAGE: Final = {200: s.WebhookDeliveriesOut, **ERRORS}
_AGAIN: Final = {200: s.WebhookReplayedOut, **ERRORS}
_AT: Final = "/api/webhooks/{webhookEndpoint}"


class Webhooks(TypedDict):
    """What the screen of webhooks shows."""

    endpoints: list[WebhookEndpoint]
    events: list[dict[str, object]]


def _all() -> Webhooks:
    told: list[dict[str, object]] = [{"name": name, "facts": list(facts_of(name))} for name in EVENTS]
    return {"endpoints": webhook_endpoints.list_endpoints(), "events": told}


def _draft(body: s.WebhookEndpointIn) -> webhook_endpoints.EndpointDraft:
    return webhook_endpoints.EndpointDraft(body.name, body.url, body.events, body.is_active)


@router.get("/api/webhooks/get", auth=SEES, response=_ALL, operation_id="webhooks_get")
def get(request: HttpRequest) -> Webhooks:
    """Return the webhook endpoints, and the events they can be told of."""
    return _all()


@router.post("/api/webhooks/create", auth=MAKES, response=_MADE, operation_id="webhook_create")
def create(request: HttpRequest, body: s.WebhookEndpointIn) -> dict[str, object]:
    """Make an endpoint and hand out its signing secret, once."""
    webhook_endpoints.check_address(body.url)
    endpoint_id, secret = webhook_endpoints.create(draft=_draft(body), at=utc_now())
    return {"endpoint_id": endpoint_id, "secret": secret}


@router.post(f"{_AT}/save", auth=MAKES, response=_ALL, operation_id="webhook_save")
def save(request: HttpRequest, webhookEndpoint: Id, body: s.WebhookEndpointChangeIn) -> Webhooks:
    """Change an endpoint: its address, what it is told of, whether it is on."""
    webhook_endpoints.get_endpoint(endpoint_id=webhookEndpoint)
    webhook_endpoints.check_address(body.url)
    webhook_endpoints.change(
        endpoint_id=webhookEndpoint, draft=_draft(body), version=body.version, at=utc_now()
    )
    return _all()


@router.post(f"{_AT}/rotate", auth=MAKES, response=_MADE, operation_id="webhook_rotate")
def rotate(request: HttpRequest, webhookEndpoint: Id, body: s.WebhookSecretRotateIn) -> dict[str, object]:
    """Give an endpoint another signing secret; for a while both sign."""
    overlap = timedelta(hours=body.overlap_hours)
    secret = webhook_endpoints.rotate(endpoint_id=webhookEndpoint, overlap=overlap, at=utc_now())
    return {"endpoint_id": webhookEndpoint, "secret": secret}


@router.post(f"{_AT}/delete", auth=SEES, response=_ALL, operation_id="webhook_delete")
def delete(request: HttpRequest, webhookEndpoint: Id) -> Webhooks:
    """Delete an endpoint with everything that was sent to it."""
    webhook_endpoints.delete(endpoint_id=webhookEndpoint, at=utc_now())
    return _all()


@router.post(f"{_AT}/test", auth=SEES, response=_ALL, operation_id="webhook_test")
def test(request: HttpRequest, webhookEndpoint: Id) -> Webhooks:
    """Send an endpoint a message that says only that it arrived."""
    event_intake.send_test(endpoint_id=webhookEndpoint, at=utc_now())
    return _all()


@router.get(f"{_AT}/deliveries/get", auth=SEES, response=_PAGE, operation_id="webhook_deliveries_get")
def list_deliveries(
    request: HttpRequest,
    webhookEndpoint: Id,
    status: Literal["waiting", "delivered", "failed"] | None = None,
    before: Id | None = None,
) -> dict[str, object]:
    """Return what was sent to an endpoint in the last thirty days, the newest first."""
    rows = deliveries.list_deliveries(endpoint_id=webhookEndpoint, status=status, before=before)
    page = rows[: deliveries.PAGE]
    return {
        "deliveries": [_told(row) for row in page],
        "next": page[-1].pk if len(rows) > len(page) else None,
    }


@router.post(f"{_AT}/replayFailed", auth=SEES, response=_AGAIN, operation_id="webhook_replay_failed")
def replay_failed(request: HttpRequest, webhookEndpoint: Id) -> dict[str, int]:
    """Send an endpoint again whatever was given up."""
    return {"count": deliveries.replay_failed(endpoint_id=webhookEndpoint, at=utc_now())}


@router.post(
    _AT + "/delivery/{webhookDelivery}/replay",
    auth=SEES,
    response={200: s.WebhookDeliveryOut, **ERRORS},
    operation_id="webhook_delivery_replay",
)
def replay(request: HttpRequest, webhookEndpoint: Id, webhookDelivery: Id) -> dict[str, object]:
    """Send one message again, under its own id."""
    row = deliveries.replay(endpoint_id=webhookEndpoint, delivery_id=webhookDelivery, at=utc_now())
    return _told(row)


def _told(row: WebhookDelivery) -> dict[str, object]:
    names = ("event", "occurred_at", "status", "attempt_cnt", "delivered_at", "data")
    return {
        "id": row.pk,
        "message_id": message_id(row.event_id),
        **{name: getattr(row, name) for name in names},
        "next_at": row.next_at if row.status == "waiting" else None,
        "attempts": list(reversed(row.attempts)),
    }
