"""Links to vouchers that partners' guests get: signed, without prices, for a while after the trip. Pure."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.signing import BadSignature, Signer

# Guests still ask for their ticket when they want a receipt or have lost something.
GOOD_AFTER: Final = timedelta(days=60)
_SALT: Final = "outfitter.partner_voucher"


@dataclass(frozen=True, slots=True)
class VoucherLink:
    """A trip order's voucher, or the ticket of one of its guests."""

    trip_order_id: int
    booking_id: int | None = None


def path_of(link: VoucherLink, *, schema: str) -> str:
    """
    Return the path of a voucher on its operator's host, always the same one.

    A partner's system compares answers, so that the signature has no instant in it.
    """
    token = _signer(schema).sign(f"{link.trip_order_id}-{link.booking_id or 0}")
    return f"/api/voucher/partner/{token}/pdf"


def read_token(token: str, *, schema: str) -> VoucherLink | None:
    """Return what a token of this operator names; None when it was forged or is another operator's."""
    try:
        order, _, booking = _signer(schema).unsign(token).partition("-")
    except BadSignature:
        return None
    return VoucherLink(int(order), int(booking) or None)


def _signer(schema: str) -> Signer:
    return Signer(salt=f"{_SALT}.{schema}", sep="~")
