"""What tests may have the bank's side do, below /_control. Bodies are JSON.

POST clock {advance}                      move the time on by some seconds, doing what falls due
POST authorizations/<pi>/expire {quietly} end an authorisation now; `quietly`: Stripe has not
                                          noticed yet, so that a capture finds out
POST payment_methods/<pm>/renew {exp_month, exp_year, last4}
                                          the bank sends a new card
POST payment_methods/<pm>/detach          somebody takes a card away in the dashboard
POST disputes/<id>/close {outcome}        end a dispute as "won" or "lost"
"""

from __future__ import annotations

from collections.abc import Callable

from stripe_double import captures, due, saved_cards
from stripe_double.errors import ApiError
from stripe_double.forms import Params
from stripe_double.store import Record
from stripe_double.world import Call, World

FURTHEST_SECONDS = 400 * 86400


def number(body: Record, name: str, default: float, most: float) -> float:
    """
    Return a number from 0 to `most`.

    :raises ApiError: it is something else
    """
    value = body.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ApiError(400, f"{name} must be a number from 0 to {most}.", param=name)
    return value


def as_owner(world: World, key: str, values: Record | None = None) -> Call:
    """Return a call in the name of the account that an object belongs to."""
    return Call(Params(values or {}), account=world.owner(key))


def _clock(world: World, body: Record) -> Record:
    world.advance(number(body, "advance", 0, FURTHEST_SECONDS))
    due.run(world)
    return {"now": world.now()}


def _expire(world: World, body: Record, key: str) -> Record:
    call = as_owner(world, key)
    intent = world.find("payment_intent", key, call)
    if intent["status"] != "requires_capture":
        raise ApiError(400, "Nothing is authorised.")
    charge = world.find("charge", intent["latest_charge"], call)
    details = charge["payment_method_details"]
    details[details["type"]]["capture_before"] = world.now()
    world.save(charge)
    return intent if body.get("quietly") is True else captures.lapse(world, call, key)


def _renew(world: World, body: Record, key: str) -> Record:
    return saved_cards.renew(world, as_owner(world, key), key, body)


def _detach(world: World, _body: Record, key: str) -> Record:
    return saved_cards.detach(world, as_owner(world, key), key)


def _close_dispute(world: World, body: Record, key: str) -> Record:
    return due.close_dispute(world, key, str(body.get("outcome", "lost")))


ROUTES: list[tuple[str, str, Callable[..., Record]]] = [
    ("POST", "clock", _clock),
    ("POST", r"authorizations/([^/]+)/expire", _expire),
    ("POST", r"payment_methods/([^/]+)/renew", _renew),
    ("POST", r"payment_methods/([^/]+)/detach", _detach),
    ("POST", r"disputes/([^/]+)/close", _close_dispute),
]
