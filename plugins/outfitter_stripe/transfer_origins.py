"""
Whose charge a line on an operator's balance is that the platform collected and handed on.

With destination charges the customer pays the platform. What the operator's own books show is the
transfer's arrival (`py_...`), and of a refund the transfer's reversal: neither names the charge or
the refund that we know.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from outfitter.sdk import GatewayPayoutTransaction, PaymentFailed
from outfitter_stripe import balance_serializers
from outfitter_stripe.api_keys import ApiKeys
from outfitter_stripe.client import PAGE, Thing, ask, each
from outfitter_stripe.serializers import id_of, whole

DAY: Final = 86_400
_BATCH: Final = 100


@dataclass(frozen=True, slots=True)
class Origin:
    """The customer's charge, and the refund when it went back."""

    charge_id: str | None
    refund_id: str | None = None


def entries(keys: ApiKeys, things: Iterable[Thing]) -> Iterator[GatewayPayoutTransaction]:
    """Translate lines of an operator's balance, each with the charge that the customer made."""
    if keys.model != "destination":
        yield from (balance_serializers.entry(thing) for thing in things)
        return
    rest = iter(things)
    while some := list(islice(rest, _BATCH)):
        known = _origins(keys, some)
        for thing in some:
            yield _named(balance_serializers.entry(thing), _origin(keys, thing, known))


def _named(line: GatewayPayoutTransaction, origin: Origin | None) -> GatewayPayoutTransaction:
    if origin is None:
        return line
    return replace(line, charge_id=origin.charge_id, source_id=origin.refund_id or line.source_id)


def _origins(keys: ApiKeys, things: list[Thing]) -> dict[str, Origin]:
    """Return what transfers and reversals made around these lines belong to, by their ids."""
    made = [int(thing["created"]) for thing in things]
    wanted: Any = {
        "destination": keys.connected,
        "created": {"gte": min(made) - DAY, "lte": max(made) + DAY},
        "limit": PAGE,
    }
    found: dict[str, Origin] = {}
    for transfer in each(keys.bare(), lambda v1: v1.transfers.list(wanted)):
        found |= _of_transfer(transfer)
    return found


def _of_transfer(transfer: Thing) -> dict[str, Origin]:
    charge_id = id_of(transfer.get("source_transaction"))
    found = {str(transfer["id"]): Origin(charge_id)}
    for reversal in whole(transfer.get("reversals")).get("data") or ():
        found[str(reversal["id"])] = Origin(charge_id, id_of(reversal.get("source_refund")))
    return found


def _origin(keys: ApiKeys, thing: Thing, known: dict[str, Origin]) -> Origin | None:
    source = whole(thing.get("source"))
    arrived = id_of(source.get("source_transfer"))
    went_back = id_of(source.get("source_transfer_reversal")) or id_of(source.get("transfer_reversal"))
    found = known.get(went_back or "") or known.get(arrived or "")
    if found is None and source.get("object") == "refund":
        # The transfer is older than the refund's surroundings: ask for it by itself.
        known |= _late(keys, source)
        found = known.get(went_back or "")
    return found


def _late(keys: ApiKeys, refund: Mapping[str, Any]) -> dict[str, Origin]:
    charge_id = id_of(refund.get("charge"))
    if charge_id is None:
        return {}
    try:
        charge = ask(keys.books(), lambda v1: v1.charges.retrieve(charge_id))
        transfer_id = id_of(charge.get("source_transfer"))
        if transfer_id is None:
            return {}
        return _of_transfer(ask(keys.bare(), lambda v1: v1.transfers.retrieve(transfer_id)))
    except PaymentFailed:
        return {}
