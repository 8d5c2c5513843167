"""What the host and its plugins hand to each other. Public through `outfitter.sdk`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest
    from ninja import Router
    from pydantic import BaseModel

# "platform" is for whoever hosts: operators neither see nor switch on such a plugin.
Category = Literal["payment", "channel", "messaging", "telephony", "crm", "operations", "platform"]
Audience = Literal["staff", "customer", "public"]


@dataclass(frozen=True, slots=True)
class Manifest:
    """Who the plugin is and which platform versions it works with."""

    slug: str
    title: str
    version: str
    category: Category
    requires: str = "outfitter>=1,<2"
    tenant_safe: bool = True
    enabled_by_default: bool = False
    # The events that reach on_event; naming none and implementing it is refused at the door.
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OAuthAccount:
    """
    An operator's account at a partner, connected by OAuth.

    `facts` are what the plugin wants to remember of it, shown nowhere; `problem` is empty as long
    as the partner accepts the tokens.
    """

    account: str
    name: str
    # Not shown: contexts end up in logs.
    tokens: Mapping[str, str] = field(repr=False)
    facts: Mapping[str, str] = field(default_factory=dict)
    connected_at: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TenantContext:
    """What a plugin may know about the operator it runs for."""

    schema: str
    # Not shown: among the settings are secrets, and contexts end up in logs.
    config: Mapping[str, Any] = field(default_factory=dict, repr=False)
    locale: str = "en-US"
    currency: str = "USD"
    time_zone: str = "UTC"
    name: str = ""
    base_url: str = ""
    # The account at the partner that was connected by OAuth; None when there is none.
    oauth: OAuthAccount | None = None


@dataclass(frozen=True, slots=True)
class OAuthStart:
    """What a partner's authorization page is called with."""

    redirect_uri: str
    state: str


@dataclass(frozen=True, slots=True)
class OAuthCode:
    """What the partner's authorization page gave us, to be exchanged for tokens."""

    redirect_uri: str
    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class OAuthGrant:
    """What an exchange came to: whose account it is, and the secrets that open it."""

    account: str
    name: str
    tokens: Mapping[str, str] = field(repr=False)
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OAuthConnection:
    """
    How operators connect their account at a partner (OAuth 2, authorization code).

    `path` below /api/ is where people start and where the partner sends them back to: on the
    platform's own host, since partners know fixed addresses only. `is_available` tells whether this
    deployment has a client id there. `finish` exchanges the code, `end` gives the tokens back; both
    run outside of transactions and may raise `Retryable` or `Permanent`.
    """

    path: str
    is_available: Callable[[], bool]
    authorize_url: Callable[[OAuthStart], str]
    finish: Callable[["TenantContext", OAuthCode], OAuthGrant]
    end: Callable[["TenantContext"], None]


@dataclass(frozen=True, slots=True)
class ActionStep:
    """What a step of an action came to. `cursor` is where the next one begins, None at the end."""

    message: str = ""
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class PluginAction:
    """
    Something staff have the plugin do on its page: a button.

    `run(ctx, cursor)` gets "" at first. While it answers with a cursor the host calls it again, in
    jobs of their own: each step may run twice.
    """

    name: str
    title: str
    help: str
    run: Callable[["TenantContext", str], ActionStep]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was committed. `id` is the same on every delivery of it."""

    id: str
    name: str
    payload: Mapping[str, Any]
    occurred_at: "datetime"


@dataclass(frozen=True, slots=True)
class SettingsSchema:
    """The settings form of a plugin. Fields named in `secret` are never shown again."""

    model: "type[BaseModel]"
    secret: Sequence[str] = ()
    help: Mapping[str, str] = field(default_factory=dict)
    # Field -> what asks the partner for its choices, as (value, name), once an account is connected.
    choices: "Mapping[str, Callable[[TenantContext], Sequence[tuple[str, str]]]]" = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class PluginApiRouter:
    """
    A django-ninja router, mounted under /api/plugins/<slug>/ for operators that enabled it.

    `permission` is what somebody of the staff must be allowed to do; None: whoever is signed in.
    """

    router: "Router"
    prefix: str = ""
    audience: Audience = "staff"
    permission: str | None = None


@dataclass(frozen=True, slots=True)
class WellKnownFile:
    """
    A JSON file at /.well-known/<name> on an operator's host, for whoever enabled the plugin.

    `content(ctx)` is public: no network, no settings that are secret.
    """

    name: str
    content: "Callable[[TenantContext], Mapping[str, object]]"


@dataclass(frozen=True, slots=True)
class InboundWebhook:
    """One verified delivery from a partner, before it is stored."""

    event_id: str
    kind: str
    # The operator that the delivery itself names, when it does.
    schema: str | None
    payload: Mapping[str, Any]
    # The account at the partner that it is about: the host knows whose that is.
    account: str | None = None


class WebhookRefused(Exception):
    """The delivery is not genuine (bad signature, too old). The host answers 400, or as `Webhook` says."""

    # What the host answers whatever `Webhook` says; None leaves it to that.
    status: "int | None" = None


class WebhookUnknown(WebhookRefused):
    """The address is nobody's: a secret in it does not fit. The host answers 404."""

    status = 404


class WebhookUnreadable(WebhookRefused):
    """The delivery is genuine and makes no sense: no JSON, no object. The host answers 400."""

    status = 400


@dataclass(frozen=True, slots=True)
class WebhookAnswer:
    """What a partner wants to read when its delivery was taken, and the status of a refusal."""

    text: str = ""
    content_type: str = "application/json"
    refused_status: int = 400


@dataclass(frozen=True, slots=True)
class Webhook:
    """
    An inbound address, `path` below /partner/.

    It is fixed but for parts in angle brackets (`acme/calls/<str:key>`), which `receive` finds in
    `request.resolver_match.kwargs`.

    `receive(request, secrets)` verifies the raw body and returns what is in it, raising
    `WebhookRefused`; it must be quick, and must not call the network except for a key that it keeps.
    Where it cannot tell (`Retryable`) the partner is asked to send it again. The host stores the delivery
    once per (plugin, event_id), answers 2xx, and calls `handle(ctx, inbound)` in a job of the
    operator's schema, which may run twice.

    A delivery that names an `account` belongs to whom the host has bound that account to. One that
    names neither an account nor a schema is given to `trace(inbound)`, in a job that may ask the
    network: it returns the schema, or None for what is nobody's.

    `answer` is for partners that read the answer; without it they get a line of JSON.

    `secrets` are the operator's settings, with the tokens of its connected account among them.
    `is_probed` is for partners that try an address with GET first: it is answered 200 where
    `is_probed(request, secrets)` says so.
    """

    path: str
    receive: "Callable[[HttpRequest, Sequence[Mapping[str, Any]]], InboundWebhook]"
    handle: Callable[[TenantContext, InboundWebhook], None]
    trace: Callable[[InboundWebhook], str | None] | None = None
    answer: WebhookAnswer | None = None
    is_probed: "Callable[[HttpRequest, Sequence[Mapping[str, Any]]], bool] | None" = None


class Retryable(Exception):
    """
    The partner did not answer or had a fault: the host tries again, later and later.

    Where it asked to be left alone for a while, `wait_seconds` says how long: until then the host
    asks it nothing for this operator.
    """

    def __init__(self, *args: object, wait_seconds: float = 0.0) -> None:
        """Carry the partner's words, and its wish."""
        super().__init__(*args)
        self.wait_seconds = wait_seconds


class Permanent(Exception):
    """The partner refused for good: the host stops and shows why."""
