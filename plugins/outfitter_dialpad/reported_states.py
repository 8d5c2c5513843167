"""Dialpad reports calls where it is asked to: two addresses, and what each is told."""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk import ActionStep, PluginAction, TenantContext
from outfitter_dialpad import client
from outfitter_dialpad.requests import POSTCALL, PRECALL
from outfitter_dialpad.settings import Account, account_of

_WEBHOOKS: Final = "/api/v2/webhooks"
_SUBSCRIPTIONS: Final = "/api/v2/subscriptions/call"
# What each address is told of. Who rings is of use at once, all else when there is time.
STATES: Final[Mapping[str, tuple[str, ...]]] = {
    PRECALL: ("ringing", "calling", "preanswer"),
    POSTCALL: (
        "connected",
        "hangup",
        "missed",
        "voicemail",
        "postcall",
        "recording",
        "voicemail_uploaded",
        "call_transcription",
        "recap_summary",
    ),
}


def subscribe_action() -> PluginAction:
    """Return the button that has Dialpad report calls here."""
    return PluginAction(
        "subscribe",
        "Connect calls",
        "Dialpad then reports the calls of your company here. Nothing is connected twice.",
        _subscribe,
    )


def _subscribe(ctx: TenantContext, _cursor: str) -> ActionStep:
    account = account_of(ctx.config)
    if not account.secret or not account.api_key:
        return ActionStep("Enter the webhook secret and the API key first.")
    known = {str(one.get("hook_url")): one for one in client.list_all(account, _WEBHOOKS)}
    told = {_endpoint(one) for one in client.list_all(account, _SUBSCRIPTIONS)}
    for path, states in STATES.items():
        url = f"{ctx.base_url}/partner/{path}"
        hook = known.get(url) or _webhook(account, url)
        if str(hook.get("id")) not in told:
            body = {"endpoint_id": hook.get("id"), "call_states": list(states), "enabled": True}
            client.create(account, _SUBSCRIPTIONS, body)
    return ActionStep("Calls are connected.")


def _webhook(account: Account, url: str) -> Mapping[str, Any]:
    return client.create(account, _WEBHOOKS, {"hook_url": url, "secret": account.secret})


def _endpoint(subscription: Mapping[str, Any]) -> str:
    hook = subscription.get("webhook")
    return str(hook.get("id")) if isinstance(hook, Mapping) else ""
