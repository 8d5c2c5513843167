"""Handlers of webhooks: register, list, change, take back."""

from outfitter.sdk import channels
from outfitter.sdk.channels import Subscription
from outfitter_octo.errors import OctoError, bad_request
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import parse_body
from outfitter_octo.responses import HandlerResult, endpoint
from outfitter_octo.webhooks import WebhookBody, WebhookChange, changed, draft_of, serialize_webhook


@endpoint
def post_webhook(asked: RequestContext) -> HandlerResult:
    """POST /webhooks."""
    _require(asked)
    draft = draft_of(parse_body(WebhookBody, asked.call.body), asked)
    return HandlerResult(serialize_webhook(channels.subscribe(asked.connection, draft)))


@endpoint
def list_webhooks(asked: RequestContext) -> HandlerResult:
    """GET /webhooks: those of this key."""
    _require(asked)
    return HandlerResult([serialize_webhook(one) for one in channels.subscriptions(asked.connection)])


@endpoint
def patch_webhook(asked: RequestContext) -> HandlerResult:
    """PATCH /webhooks/{id}."""
    _require(asked)
    body = parse_body(WebhookChange, asked.call.body)
    wanted = asked.params["id"]
    before = next((one for one in channels.subscriptions(asked.connection) if one.id == wanted), None)
    if before is None:
        raise _unknown()
    return _found(channels.change_subscription(asked.connection, wanted, changed(before, body)))


@endpoint
def delete_webhook(asked: RequestContext) -> HandlerResult:
    """DELETE /webhooks/{id}; answers with what it was."""
    _require(asked)
    return _found(channels.unsubscribe(asked.connection, asked.params["id"]))


def _found(one: Subscription | None) -> HandlerResult:
    if one is None:
        raise _unknown()
    return HandlerResult(serialize_webhook(one))


def _require(asked: RequestContext) -> None:
    if not asked.has_webhooks:
        raise bad_request("Ask for the capability octo/webhooks")


def _unknown() -> OctoError:
    # The protocol has no code for the id of a webhook.
    return bad_request("The id of the webhook was missing or invalid.")
