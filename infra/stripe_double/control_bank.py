"""What tests may have the bank's side do, below /_control. Bodies are JSON.

POST clock {advance}                      move the time on by some seconds, doing what falls due
POST authorizations/<pi>/expire {quietly} end an authorisation now; `quietly`: Stripe has not
                                          noticed yet, so that a capture finds out
POST payment_methods/<pm>/renew {exp_month, exp_year, last4}
                                          the bank sends a new card
POST payment_methods/<pm>/detach          somebody takes a card away in the dashboard
POST refunds/next {count, then}           the next refunds are pending, and some seconds later
                                          "succeed" or "fail"; without `then` they wait
POST refunds/<re>/settle {outcome, reason}
                                          end a refund as "succeeded" or "failed"
POST charges/<ch>/dispute {reason, amount, inquiry}
                                          dispute a charge; as an `inquiry` the bank only asks
POST disputes/<dp>/escalate               turn an inquiry into a chargeback
POST disputes/<dp>/close {outcome}        end a dispute as "won" or "lost"
POST payouts {account, currency, with_pending, outcome, failure_code}
                                          pay out what is available (`with_pending`: all);
                                          `outcome` "paid" (else), "failed" or "in_transit"
POST payouts/<po>/settle {outcome, failure_code}
                                          a payout reaches the bank ("paid") or comes back
POST readers/<tmr> {status, silent}       switch a reader "online" or "offline"; `silent`: the
                                          next command arrives, but the reader does not answer
POST readers/<tmr>/fail {code}            what a reader does fails: "customer_canceled",
                                          "card_read_timed_out"
"""

from __future__ import annotations

from collections.abc import Callable

from stripe_double import (
    captures,
    currencies,
    disputes,
    payouts,
    reader_actions,
    refunds,
    saved_cards,
    scheduled_steps,
)
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
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


def choice(body: Record, name: str, options: tuple[str, ...]) -> str:
    """
    Return one of `options`, the first when nothing is given.

    :raises ApiError: it is none of them
    """
    value = body.get(name, options[0])
    if value not in options:
        raise ApiError(400, f"{name} must be one of {', '.join(options)}.", param=name)
    return str(value)


def as_owner(world: World, key: str, values: Record | None = None) -> Call:
    """Return a call in the name of the account that an object belongs to."""
    return Call(Params(values or {}), account=world.owner(key))


def _clock(world: World, body: Record) -> Record:
    world.advance(number(body, "advance", 0, FURTHEST_SECONDS))
    scheduled_steps.run_due_steps(world)
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


def _next_refunds(world: World, body: Record) -> Record:
    then = body.get("then")
    if then not in {None, "succeed", "fail"}:
        raise ApiError(400, "then must be succeed, fail or absent.")
    world.faults.refund_cnt = int(number(body, "count", 1, 1000))
    world.faults.refund_then = {"succeed": "pending", "fail": "fails"}.get(str(then))
    return {"refund_cnt": world.faults.refund_cnt}


def _settle_refund(world: World, body: Record, key: str) -> Record:
    outcome = choice(body, "outcome", ("succeeded", "failed"))
    reason = choice(body, "reason", ("expired_or_canceled_card", "lost_or_stolen_card", "unknown"))
    return refunds.settle(world, as_owner(world, key), key, outcome, reason)


def _dispute(world: World, body: Record, key: str) -> Record:
    call = as_owner(world, key)
    amount = int(number(body, "amount", 0, 99_999_999)) or None
    return disputes.start(
        world,
        call,
        world.find("charge", key, call),
        choice(body, "reason", ("fraudulent", *disputes.REASONS)),
        amount,
        is_inquiry=body.get("inquiry") is True,
    )


def _escalate(world: World, _body: Record, key: str) -> Record:
    return disputes.escalate(world, as_owner(world, key), key)


def _close_dispute(world: World, body: Record, key: str) -> Record:
    outcome = choice(body, "outcome", ("lost", "won"))
    return disputes.end(world, as_owner(world, key), key, outcome)


def _pay_out(world: World, body: Record) -> Record:
    account = body.get("account")
    call = Call(Params({}), account=str(account) if account else None)
    payout = payouts.sweep(
        world,
        call,
        currencies.check(str(body.get("currency", "usd"))),
        with_pending=body.get("with_pending") is True,
    )
    return _end_payout(world, body, payout["id"])


def _end_payout(world: World, body: Record, key: str) -> Record:
    call = as_owner(world, key)
    outcome = choice(body, "outcome", ("paid", "failed", "in_transit"))
    if outcome == "failed":
        code = choice(body, "failure_code", tuple(payouts.FAILURES))
        return payouts.bounce(world, call, key, code)
    if outcome == "paid":
        return payouts.arrive(world, call, key)
    return world.find("payout", key, call)


def _set_reader(world: World, body: Record, key: str) -> Record:
    reader = world.find("terminal.reader", key, as_owner(world, key))
    reader["status"] = choice(body, "status", ("online", "offline"))
    if body.get("silent") is True:
        world.store.put("reader_silence", key, {})
    return world.save(reader)


def _fail_reader(world: World, body: Record, key: str) -> Record:
    call = as_owner(world, key)
    reader = world.find("terminal.reader", key, call)
    code = choice(body, "code", ("customer_canceled", "card_read_timed_out"))
    if (reader["action"] or {}).get("status") != "in_progress":
        raise ApiError(400, "The reader is doing nothing.")
    problem = {"code": code, "message": code.replace("_", " ").capitalize() + "."}
    return reader_actions.finish(world, call, reader, problem)


ROUTES: list[tuple[str, str, Callable[..., Record]]] = [
    ("POST", "clock", _clock),
    ("POST", r"authorizations/([^/]+)/expire", _expire),
    ("POST", r"payment_methods/([^/]+)/renew", _renew),
    ("POST", r"payment_methods/([^/]+)/detach", _detach),
    ("POST", "refunds/next", _next_refunds),
    ("POST", r"refunds/([^/]+)/settle", _settle_refund),
    ("POST", r"charges/([^/]+)/dispute", _dispute),
    ("POST", r"disputes/([^/]+)/escalate", _escalate),
    ("POST", r"disputes/([^/]+)/close", _close_dispute),
    ("POST", r"readers/([^/]+)", _set_reader),
    ("POST", r"readers/([^/]+)/fail", _fail_reader),
    ("POST", "payouts", _pay_out),
    ("POST", r"payouts/([^/]+)/settle", _end_payout),
]
