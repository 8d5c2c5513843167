"""Who gets what of a charge, and of its refund, when an account and the platform share it."""

from __future__ import annotations

from stripe_double import accounts, application_fees, transfers
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World


def check_split(world: World, call: Call, intent: Record) -> None:
    """
    Refuse a split that Stripe does not make.

    :raises ApiError: a fee without an account, more than there is, or an account that cannot
    """
    fee, share = intent["application_fee_amount"], intent["transfer_data"]
    if share is not None:
        given = Params(share, "transfer_data")
        given.allow(("destination", "amount"))
        accounts.connected(
            world, call, given.required("destination"), "transfer_data[destination]", "transfers"
        )
        part = given.integer("amount")
        if part is not None:
            share["amount"] = part
            _check_part(part, intent["amount"], "transfer_data[amount]")
        if part is not None and fee is not None:
            raise ApiError(
                400,
                "application_fee_amount cannot be given together with transfer_data[amount].",
                param="application_fee_amount",
            )
    if fee is not None:
        if call.account is None and share is None:
            raise ApiError(
                400,
                "Can only apply an application_fee_amount when the PaymentIntent is a direct "
                "payment (using the Stripe-Account header) or a destination payment.",
                param="application_fee_amount",
            )
        _check_part(fee, intent["amount"], "application_fee_amount")
    if intent["on_behalf_of"]:
        accounts.connected(world, call, intent["on_behalf_of"], "on_behalf_of", "card_payments")


def _check_part(part: int, amount: int, param: str) -> None:
    if not 0 <= part <= amount:
        raise ApiError(400, f"{param} must be from 0 to the amount of the payment.", param=param)


def fee_at_source(call: Call, charge: Record) -> int:
    """Return what comes off an account's own charge for the platform."""
    return int(charge["application_fee_amount"] or 0) if call.account else 0


def split(world: World, call: Call, charge: Record, days: int) -> None:
    """Book the shares of a charge that was just captured: a fee, or a transfer and its fee."""
    fee, share = charge["application_fee_amount"], charge["transfer_data"]
    if call.account is not None and fee:
        charge["application"] = accounts.APPLICATION
        made = application_fees.collect(world, call, call.account, charge, days=days)
        charge["application_fee"] = made["id"]
    if call.account is None and share:
        _send(world, call, charge, days)
    world.save(charge)


def _send(world: World, call: Call, charge: Record, days: int) -> None:
    share, fee = charge["transfer_data"], int(charge["application_fee_amount"] or 0)
    given, taken = share.get("amount"), charge["amount_captured"]
    amount = taken if given is None else min(given, taken)
    transfer = transfers.send(
        world, call, share["destination"], amount, charge["currency"], source=charge["id"], fee=fee, days=days
    )
    charge.update(transfer=transfer["id"], transfer_group=transfer["transfer_group"])
    if fee:
        there = Call(Params({}), account=share["destination"], request_id=call.request_id)
        payment = world.find("charge", transfer["destination_payment"], there)
        made = application_fees.collect(
            world, call, share["destination"], payment, origin=charge["id"], days=days
        )
        payment["application_fee"] = charge["application_fee"] = made["id"]
        world.save(payment)


def portion(whole: int, charge: Record, amount: int) -> int:
    """
    Return the part of a fee or transfer that goes back with a refund.

    Rounded so that the parts of all refunds of a charge add up to the whole.

    :param charge: before the refund is counted in
    """
    taken = int(charge["amount_captured"])
    before = int(charge["amount_refunded"]) - (int(charge["amount"]) - taken)

    def share(refunded: int) -> int:
        """Return the part of the whole that belongs to what is refunded, half rounded up."""
        return (2 * whole * refunded + taken) // (2 * taken)

    return share(before + amount) - share(before)


def fee_to_return(world: World, call: Call, charge: Record, amount: int) -> int:
    """
    Return how much of the application fee a refund gives back.

    :raises ApiError: it is asked for, and there is none
    """
    if not call.params.flag("refund_application_fee"):
        return 0
    fee = world.store.get("application_fee", charge["application_fee"] or "")
    if fee is None:
        raise ApiError(400, "The charge has no application fee.", param="refund_application_fee")
    left = int(fee["amount"]) - int(fee["amount_refunded"])
    return min(portion(fee["amount"], charge, amount), left)


def give_back(world: World, call: Call, charge: Record, refund: Record, fee: int) -> None:
    """
    Book what a refund takes back from the shares: `reverse_transfer` and the fee.

    :param charge: before the refund is counted in
    :param fee: see `fee_to_return`
    :raises ApiError: a transfer is to be reversed, and there is none
    """
    is_reversed = call.params.flag("reverse_transfer")
    transfer = world.store.get("transfer", charge.get("transfer") or "")
    if is_reversed and transfer is None:
        raise ApiError(400, "The charge has no transfer to reverse.", param="reverse_transfer")
    if is_reversed and transfer is not None:
        transfer = world.find("transfer", transfer["id"], call)
        left = transfer["amount"] - transfer["amount_reversed"]
        part = min(portion(transfer["amount"], charge, refund["amount"]), left)
        if part:
            made = transfers.reverse(world, call, transfer, part, refund=refund["id"], fee=fee)
            refund["transfer_reversal"] = made["id"]
    if fee:
        kept = world.find("application_fee", charge["application_fee"], Call(Params({})))
        is_booked = bool(call.account or refund["transfer_reversal"])
        application_fees.give_back(world, call, kept, fee, is_booked=is_booked)
