"""
How many threads of a web process may wait for gateways, and how long (ADR 58).

A gateway that is away must not take the whole site along: whoever comes when the places are taken
is told at once, and what was begun is found out by webhooks and the reconciler. Jobs have no such
limit: nobody waits for them.
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

from outfitter.kit.errors import DomainError
from outfitter.plugins.payments.gateway import PaymentProvider
from outfitter.plugins.payments.types import GatewayUnavailable

# What one call may take in all, however slowly its answer drips in.
SECONDS: Final = 10.0
# What providers answer without asking anybody.
_LOCAL: Final = frozenset({"checkout_client", "parse_intent"})


class GatewayBusy(DomainError):
    """Every place to wait for the gateway is taken: it hardly answers. Nothing was begun."""

    code = "gateway_error"
    status = 502


class _Places:
    def __init__(self, count: int) -> None:
        self.free = threading.BoundedSemaphore(count)


_here: dict[str, _Places] = {}


def limit_capacity(count: int | None) -> None:
    """Have this process be one that people wait for; None: one that works by itself."""
    _here.clear()
    if count is not None:
        _here["places"] = _Places(max(1, count))


def is_someone_waiting() -> bool:
    """Return whether people wait for what this process asks: then a gateway is asked once."""
    return bool(_here)


def require_place() -> None:
    """
    Refuse what would only find every place taken, before anything is written.

    :raises GatewayBusy: nothing was begun
    """
    places = _here.get("places")
    if places is None:
        return
    if not places.free.acquire(blocking=False):
        raise GatewayBusy(
            "The payment service is responding slowly. Nothing was charged. Please try again in a moment."
        )
    places.free.release()


def limit_calls(provider: PaymentProvider) -> PaymentProvider:
    """Return a provider whose calls take a place and end in time, where people wait for them."""
    places = _here.get("places")
    return cast(PaymentProvider, _Watched(provider, places)) if places else provider


class _Watched:
    def __init__(self, provider: PaymentProvider, places: _Places) -> None:
        self._provider, self._places = provider, places

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._provider, name)
        return found if name in _LOCAL or not callable(found) else _limited(found, self._places)


def _limited(call: Callable[..., Any], places: _Places) -> Callable[..., Any]:
    # Plugins import this module by way of the SDK, and theirs are loaded without Django.
    from outfitter.plugins.time_limits import PluginTimeout, time_limit

    @wraps(call)
    def ask(*arguments: Any, **named: Any) -> Any:
        if not places.free.acquire(blocking=False):
            raise GatewayUnavailable("too many requests wait for it already")
        try:
            with time_limit(SECONDS):
                return call(*arguments, **named)
        except PluginTimeout as problem:
            raise GatewayUnavailable(str(problem)) from None
        finally:
            places.free.release()

    return ask
