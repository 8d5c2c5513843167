"""What the bank's side does on its own, some time after a call."""

from __future__ import annotations

from contextlib import suppress

from stripe_double import captures, disputes, payment_methods, payouts, refunds
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
from stripe_double.world import Call, World


def run_due_steps(world: World) -> None:
    """Do every step whose time has come; one that has become impossible is dropped."""
    for key, step in world.store.rows("due"):
        if step["at"] > world.moment():
            continue
        world.store.remove("due", key)
        with suppress(ApiError):
            _do(world, step["what"], step["of"])


def _do(world: World, what: str, key: str) -> None:
    call = Call(Params({}), account=world.owner(key))
    if what == "dispute":
        charge = world.find("charge", key, call)
        method = world.find("payment_method", charge["payment_method"], call)
        disputes.start(world, call, charge, payment_methods.card_of(world, method).dispute or "")
    elif what == "dispute_due":
        disputes.miss(world, call, key)
    elif what == "hold_ends":
        captures.lapse(world, call, key)
    elif what == "payout_arrives":
        payouts.arrive(world, call, key)
    else:
        refunds.settle(world, call, key, "failed" if what == "refund_fails" else "succeeded")


def next_at(world: World) -> float | None:
    """Return when the next step is due."""
    return min((step["at"] for _, step in world.store.rows("due")), default=None)
