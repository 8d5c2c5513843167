"""What gateways took of payments for the platform."""

from outfitter_tenants.ledger.models import Payment


def collected_for_trip(*, trip_id: int, is_refunded: bool) -> int:
    """
    Return what was taken of a trip's payments for the platform (minor units), less what went back.

    :param is_refunded: whether the fee goes back in proportion with a refund
    """
    rows = Payment.objects.filter(trip_id=trip_id, kind="payment", intent__platform_fee_amount__gt=0).exclude(
        status="failed"
    )
    whole = 0
    for amount, back, fee in rows.values_list("amount", "refunded_amount", "intent__platform_fee_amount"):
        taken = fee or 0
        whole += taken - (taken * back // amount if is_refunded else 0)
    return whole
