"""A party before a kiosk pays on a phone of its own (ADR 150)."""

from datetime import timedelta
from typing import Final

import segno

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.backoffice.check_in_kiosk import party_keys, party_view
from outfitter_tenants.backoffice.check_in_kiosk.party_arrival import KioskClosed, party_of_key
from outfitter_tenants.backoffice.check_in_kiosk.party_view import Moment
from outfitter_tenants.checkout.payment_links import balance_links
from outfitter_tenants.checkout.payment_links.customer_links import is_money_taken
from outfitter_tenants.checkout.payments.requested_amount import NothingDue
from outfitter_tenants.trips.queries import kiosk_parties

# As long as the key of the party that goes with it.
GOOD_FOR: Final = timedelta(seconds=party_keys.GOOD_FOR_SECONDS)


def payment_code(key: str, now: Moment) -> dict[str, object]:
    """
    Return the address and the QR code by which what is left of a party's trip is paid.

    Nothing is written: whoever begins to pay makes the request for money.

    :raises PartyKeyOld: the party was found too long ago, or by another device
    :raises KioskClosed: check-in isn't open for them here
    :raises NothingDue: nothing is left to pay
    :raises NoPaymentProvider: the operator takes no money online
    """
    party = party_of_key(key, now)
    state = party_view.state_of(party, now)
    if state != "open":
        raise KioskClosed("Check-in isn't open for this trip here. Please ask the staff.", state=state)
    if party.owes <= 0:
        raise NothingDue("There is nothing to pay on this trip.")
    if not is_money_taken():
        raise NoPaymentProvider("Nothing can be paid online here. Please ask the staff.")
    until = now.at + GOOD_FOR
    base = contexts.context_for(schema_name=current_schema()).base_url
    url = base + balance_links.brief_path_of(party.trip_id, until=until)
    fresh = party_keys.key_of(
        trip_order_id=party.trip_order_id, trip_id=party.trip_id, device_id=now.device.pk
    )
    rows = segno.make_qr(url, error="m").matrix
    qr = ["".join("1" if dark else "0" for dark in row) for row in rows]
    return {"url": url, "qr": qr, "expires_at": until, "key": fresh}


def standing(key: str, device_id: int) -> dict[str, object]:
    """
    Return what is left to pay of the trip of a party that this kiosk found.

    :raises PartyKeyOld: that was too long ago, or by another device
    """
    trip_id, _ = party_keys.read(key, device_id=device_id)
    owed = kiosk_parties.owed_for(trip_id=trip_id)
    if owed is None:
        raise party_keys.PartyKeyOld("Please scan your ticket again.")
    return {"due_amount": owed[0], "currency": owed[1]}
