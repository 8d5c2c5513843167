"""Papers of a trip that go along with a message, made in the moment it is sent."""

from collections.abc import Collection
from typing import Any, Final, Literal

from outfitter.accounts import business_profile
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.printouts.customer_paper import recipient_of
from outfitter_tenants.checkout.printouts.trip_receipt import printout as receipt
from outfitter_tenants.checkout.printouts.voucher import printout as voucher
from outfitter_tenants.checkout.trip_response.serializers import TripJson, trip_full
from outfitter_tenants.messaging import attachments
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

Paper = Literal["voucher", "invoice"]
_MAKERS: Final[dict[Paper, str]] = {"voucher": "trip_voucher", "invoice": "trip_receipt"}


class NoSuchPaper(DomainError):
    """A trip has no such paper now."""

    code = "nothing_to_attach"
    status = 409


def attach(papers: Collection[Paper], *, trip_id: int) -> list[dict[str, Any]]:
    """
    Return how a message keeps the papers of a trip.

    :raises NoSuchPaper: it is not booked, or there is nothing to confirm as paid
    """
    if not papers:
        return []
    shown = _shown(trip_id)
    found = []
    for paper in sorted(set(papers)):
        if paper == "voucher" and not _is_booked(shown["status"]["slug"], shown["schedule_state"]):
            raise NoSuchPaper("This trip isn't booked, so there is no voucher to attach.")
        if paper == "invoice" and not receipt.has_receipt(shown):
            raise NoSuchPaper("Nothing was paid on this trip, so there is no invoice to attach.")
        found.append(
            attachments.made_later(
                name=f"{paper}-{shown['confirmation_code']}.pdf",
                content_type="application/pdf",
                kind=_MAKERS[paper],
                thing_id=trip_id,
            )
        )
    return found


def _is_booked(status: str, schedule_state: str) -> bool:
    return status in {"reserved", "under_review"} and schedule_state != "cancelled"


def _shown(trip_id: int) -> TripJson:
    locale = trips.get_trip(trip_id=trip_id).locale
    return trip_full(trip_id=trip_id, at=utc_now(), languages=(normal(locale),) if locale else ())


def _voucher(trip_id: int) -> bytes:
    shown = _shown(trip_id)
    business = business_profile.get_business(schema_name=current_schema())
    phone = people.get_properties().ecom_phone_number or business.phone
    return voucher.print_voucher(
        shown,
        recipient_of(shown, words=voucher.WORDS),
        contact=" · ".join(part for part in (phone, business.website) if part),
        at=utc_now(),
        is_priced=True,
    )


def _receipt(trip_id: int) -> bytes:
    shown = _shown(trip_id)
    business = business_profile.get_business(schema_name=current_schema())
    sender = [business.legal_name, " ".join(str(business.address).split()), business.website]
    return receipt.print_receipt(
        shown, recipient_of(shown, words=receipt.WORDS), sender=" · ".join(filter(None, sender)), at=utc_now()
    )


def install() -> None:
    """Make both papers known to messages; called when the apps are ready."""
    attachments.register_maker(_MAKERS["voucher"], _voucher)
    attachments.register_maker(_MAKERS["invoice"], _receipt)
