"""Those who have subscribed at a channel, over HTTP: seen, paused, told again, taken away."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.channels import serializers
from outfitter_tenants.channels.operations import subscription_states
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.schemas import requests as r
from outfitter_tenants.channels.schemas import responses as a

router = Router(tags=["channels"])
VIEW = allow_unscoped("reseller.view")
MANAGE = allow_unscoped("reseller.manage")
SETUP = allow_unscoped("setup.plugins")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get(
    "/api/ota/connection/{otaConnection}/subscriptions/get",
    auth=VIEW,
    response={200: list[a.SubscriptionOut], **ERRORS},
    operation_id="ota_subscriptions_get",
)
def subscriptions_get(request: HttpRequest, otaConnection: Key) -> list[dict[str, Any]]:
    """Return who wants to be told of what, and how the telling goes."""
    connected.get_connection(connection_id=otaConnection)
    return serializers.subscriptions_out(connection_id=otaConnection)


@router.post(
    "/api/ota/subscription/{otaSubscription}/setState",
    auth=SETUP,
    response={200: a.ChannelDoneOut, **ERRORS},
    operation_id="ota_subscription_set_state",
)
def subscription_set_state(
    request: HttpRequest, otaSubscription: Key, body: r.SubscriptionStateIn
) -> dict[str, bool]:
    """Stop telling a subscriber, or go on: what changed meanwhile is told then."""
    subscription_states.set_paused(subscription_id=otaSubscription, is_paused=body.is_paused, at=utc_now())
    return {"ok": True}


@router.post(
    "/api/ota/subscription/{otaSubscription}/resend",
    auth=MANAGE,
    response={200: a.RetriedOut, **ERRORS},
    operation_id="ota_subscription_resend",
)
def subscription_resend(request: HttpRequest, otaSubscription: Key) -> dict[str, int]:
    """Tell a subscriber once more what it could not be told, now."""
    return {"count": subscription_states.resend(subscription_id=otaSubscription, at=utc_now())}


@router.post(
    "/api/ota/subscription/{otaSubscription}/delete",
    auth=SETUP,
    response={200: a.ChannelDoneOut, **ERRORS},
    operation_id="ota_subscription_delete",
)
def subscription_delete(request: HttpRequest, otaSubscription: Key) -> dict[str, bool]:
    """Take a subscriber away with what it still had to be told; the channel may subscribe anew."""
    subscription_states.remove(subscription_id=otaSubscription, at=utc_now())
    return {"ok": True}
