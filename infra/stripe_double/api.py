"""Routes of Stripe's interface, the keys that may call them, idempotency and errors."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from stripe_double import (
    accounts,
    application_fees,
    balance,
    captures,
    card_presentment,
    charges,
    configurations,
    confirmations,
    customers,
    disputes,
    domains,
    events,
    files,
    idempotency,
    locations,
    onboarding,
    parameters,
    payment_intents,
    payment_methods,
    payouts,
    reader_actions,
    readers,
    refunds,
    saved_cards,
    scheduled_steps,
    setup_intents,
    transfers,
    uploads,
    webhook_endpoints,
)
from stripe_double.errors import ApiError
from stripe_double.expansion import expand
from stripe_double.parameters import Params
from stripe_double.world import API_VERSION, Call, World, new_id

Handler = Callable[..., dict[str, Any]]
BROWSER_FIELDS = ("key", "_stripe_account", "_stripe_version")

_RESOURCES: dict[str, Any] = {
    "payment_intents": payment_intents,
    "payment_methods": payment_methods,
    "setup_intents": setup_intents,
    "customers": customers,
    "charges": charges,
    "refunds": refunds,
    "balance_transactions": balance,
    "disputes": disputes,
    "payouts": payouts,
    "accounts": accounts,
    "transfers": transfers,
    "application_fees": application_fees,
    "webhook_endpoints": webhook_endpoints,
    "files": files,
    "payment_method_domains": domains,
    "terminal/configurations": configurations,
    "terminal/locations": locations,
    "terminal/readers": readers,
}


@dataclass(frozen=True)
class Route:
    """One address. `is_open` may be called with a publishable key, as browsers do."""

    method: str
    pattern: re.Pattern[str]
    handler: Handler
    is_open: bool = False


@dataclass(frozen=True)
class Answer:
    """
    What goes back over the wire; nothing does when it `is_lost`: the connection breaks.

    `wait_seconds`: how long to wait before sending; then call `sent`.
    """

    status: int
    body: dict[str, Any]
    headers: Mapping[str, str]
    is_lost: bool = False
    wait_seconds: float = 0.0
    key: str | None = None


def _route(method: str, path: str, handler: Handler, *, is_open: bool = False) -> Route:
    return Route(method, re.compile("/v1/" + path.replace("{id}", r"([^/]+)")), handler, is_open)


def _crud(name: str) -> list[Route]:
    module = _RESOURCES[name]
    open_names = {
        "payment_methods": {"create"},
        "payment_intents": {"retrieve"},
        "setup_intents": {"retrieve"},
    }
    table = (
        ("GET", name, "find_all"),
        ("POST", name, "create"),
        ("GET", f"{name}/{{id}}", "retrieve"),
        ("POST", f"{name}/{{id}}", "update"),
        ("DELETE", f"{name}/{{id}}", "delete"),
    )
    return [
        _route(method, path, getattr(module, verb), is_open=verb in open_names.get(name, ()))
        for method, path, verb in table
        if hasattr(module, verb)
    ]


ROUTES = [
    *(route for name in _RESOURCES for route in _crud(name)),
    _route("POST", "payment_intents/{id}/confirm", confirmations.confirm, is_open=True),
    _route("POST", "payment_intents/{id}/capture", captures.capture),
    _route("POST", "payment_intents/{id}/cancel", captures.cancel),
    _route("POST", "payment_intents/{id}/challenge", confirmations.answer_challenge, is_open=True),
    _route("POST", "setup_intents/{id}/confirm", setup_intents.confirm, is_open=True),
    _route("POST", "setup_intents/{id}/cancel", setup_intents.cancel),
    _route("POST", "setup_intents/{id}/challenge", setup_intents.answer_challenge, is_open=True),
    _route("POST", "payment_methods/{id}/attach", saved_cards.attach),
    _route("POST", "payment_methods/{id}/detach", saved_cards.detach),
    _route("POST", "refunds/{id}/cancel", refunds.cancel),
    _route("POST", "disputes/{id}/close", disputes.close),
    _route("POST", "payouts/{id}/cancel", payouts.cancel),
    _route("POST", "terminal/connection_tokens", locations.connection_token),
    *(
        _route("POST", f"terminal/readers/{{id}}/{verb}", getattr(reader_actions, verb))
        for verb in ("process_payment_intent", "refund_payment", "set_reader_display", "cancel_action")
    ),
    _route(
        "POST",
        "test_helpers/terminal/readers/{id}/present_payment_method",
        card_presentment.present_payment_method,
    ),
    _route("GET", "account", accounts.current),
    _route("GET", "accounts/{id}/capabilities", accounts.capabilities),
    _route("GET", "accounts/{id}/capabilities/{id}", accounts.retrieve_capability),
    _route("POST", "accounts/{id}/login_links", accounts.login_link),
    _route("POST", "account_links", onboarding.create_link),
    _route("POST", "transfers/{id}/reversals", transfers.create_reversal),
    _route("GET", "transfers/{id}/reversals", transfers.find_reversals),
    _route("GET", "transfers/{id}/reversals/{id}", transfers.retrieve_reversal),
    _route("POST", "application_fees/{id}/refunds", application_fees.create_refund),
    _route("GET", "application_fees/{id}/refunds", application_fees.find_refunds),
    _route("GET", "application_fees/{id}/refunds/{id}", application_fees.retrieve_refund),
    _route("GET", "balance", balance.balance),
    _route("GET", "events", events.find_all),
    _route("GET", "events/{id}", events.retrieve),
]


def handle(world: World, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Answer one request to Stripe's interface. Never raises."""
    call = Call(Params({}), request_id=new_id("req", 14))
    more = {"Request-Id": call.request_id, "Stripe-Version": API_VERSION}
    is_lost, key, wait = False, None, 0.0
    try:
        status, content, extra = _handle(world, call, method, target, headers, body)
        key, wait = _linger(world, call)
    except _Lost:
        status, content, extra, is_lost = 500, {}, {}, True
    except ApiError as problem:
        status, content, extra = problem.status, problem.body(), {}
    if call.idempotency_key:
        more["Idempotency-Key"] = call.idempotency_key
    return Answer(status, content, {**more, **extra}, is_lost, wait, key)


class _Lost(Exception):
    """The work is done, but nobody will hear of it."""


def _linger(world: World, call: Call) -> tuple[str | None, float]:
    faults = world.faults
    if not (faults.latency_seconds and faults.is_latency_after):
        return None, 0.0
    key = idempotency.name(call) if call.idempotency_key else None
    if key is not None:
        world.in_flight.add(key)
    return key, faults.latency_seconds


def sent(world: World, answer: Answer) -> None:
    """Note that an answer has gone out: from now on its key finds it."""
    if answer.key is not None:
        world.in_flight.discard(answer.key)


def _handle(
    world: World, call: Call, method: str, target: str, headers: Mapping[str, str], body: bytes
) -> tuple[int, dict[str, Any], dict[str, str]]:
    parts = urlsplit(target)
    given = parameters.parse(parts.query) | _form(headers.get("Content-Type", ""), body)
    call.idempotency_key = headers.get("Idempotency-Key")
    call.account = headers.get("Stripe-Account") or _text(given, "_stripe_account")
    call.host = headers.get("Host") or call.host
    call.is_publishable = _check_key(headers, given)
    call.params = Params({k: v for k, v in given.items() if k not in BROWSER_FIELDS})
    route, keys = _find(method, parts.path)
    if call.is_publishable and not route.is_open:
        raise ApiError(
            403,
            "This API call cannot be made with a publishable API key. Use a secret API key.",
            code="secret_key_required",
        )
    with world.lock:
        fault = _take_fault(world, method, parts.path)
        if fault and not world.faults.is_after:
            raise _fault(world.faults.fail_status)
        if call.idempotency_key and idempotency.name(call) in world.in_flight:
            raise _fault(409)
        kept = idempotency.recall(world, call, method, parts.path)
        if kept is not None:
            replayed = {"Idempotent-Replayed": "true", "Original-Request": kept["request_id"]}
            return kept["status"], kept["body"], replayed
        scheduled_steps.run_due_steps(world)
        accounts.check_access(world, call.account)
        status, content = _run(world, call, route, keys)
        idempotency.remember(world, call, method, parts.path, status, content)
        world.commit()
        if fault:
            raise _Lost if world.faults.is_lost else _fault(world.faults.fail_status)
    return status, content, {}


def _form(content_type: str, body: bytes) -> dict[str, Any]:
    if uploads.is_upload(content_type):
        return uploads.parse(content_type, body)
    try:
        return parameters.parse(body.decode())
    except UnicodeDecodeError as problem:
        raise ApiError(400, "The body is not UTF-8.") from problem


def _run(world: World, call: Call, route: Route, keys: tuple[str, ...]) -> tuple[int, dict[str, Any]]:
    try:
        return 200, expand(world, call, route.handler(world, call, *keys))
    except ApiError as problem:
        return problem.status, problem.body()


def _text(given: Mapping[str, Any], name: str) -> str | None:
    value = given.get(name)
    return value if isinstance(value, str) and value else None


def _check_key(headers: Mapping[str, str], given: Mapping[str, Any]) -> bool:
    """Return whether the key is a publishable one; refuse what is no test key."""
    scheme, _, value = headers.get("Authorization", "").partition(" ")
    key = value.strip()
    if scheme.lower() == "basic":
        try:
            key = base64.b64decode(key).decode().partition(":")[0]
        except ValueError:
            key = ""
    key = key or _text(given, "key") or ""
    if not key:
        raise ApiError(401, "You did not provide an API key. Send it as a bearer token.")
    if not key.startswith(("sk_test_", "rk_test_", "pk_test_")):
        raise ApiError(401, f"Invalid API Key provided: {key[:8]}{'*' * 12}")
    return key.startswith("pk_")


def _find(method: str, path: str) -> tuple[Route, tuple[str, ...]]:
    for route in ROUTES:
        match = route.pattern.fullmatch(path)
        if match and route.method == method:
            return route, match.groups()
    raise ApiError(404, f"Unrecognized request URL ({method}: {path[:200]}).", code="url_invalid")


def _take_fault(world: World, method: str, path: str) -> bool:
    faults = world.faults
    is_meant = path.startswith(faults.fail_path) and faults.fail_method in {"", method}
    if faults.fail_cnt < 1 or not is_meant or method == "OPTIONS":
        return False
    faults.fail_cnt -= 1
    return True


def _fault(status: int) -> ApiError:
    if status == 409:
        return ApiError(
            409,
            "There is currently another in-progress request using this idempotency key.",
            kind="idempotency_error",
            code="idempotency_key_in_use",
        )
    if status == 429:
        return ApiError(429, "Too many requests.", code="rate_limit")
    return ApiError(status, "The stand-in was asked to fail.", kind="api_error")
