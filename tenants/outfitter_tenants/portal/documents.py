"""What a customer can take along from their own page: links that need no script (domain.md 4.11)."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from outfitter.accounts import hosts
from outfitter_tenants.checkout.printouts.trip_receipt.printout import has_receipt
from outfitter_tenants.checkout.waivers.required_waivers import RequiredWaiver
from outfitter_tenants.portal.trip_page import TripPage
from outfitter_tenants.portal.wallet import ticket_pass


def documents_of(
    page: TripPage,
    trip: Mapping[str, Any],
    required: Sequence[RequiredWaiver],
    *,
    slug: str,
    locale: str,
    is_priced: bool = True,
) -> list[dict[str, str]]:
    """
    Return DocumentOut of a trip (`trip`: TripFull as the public sees it); `locale` is the page's.

    `required` is what its guests sign, and have signed (`required_waivers.waivers_of_trip`).
    Each names its address on the operator's host, behind the trip's hash.
    """
    papers = [*_trip_papers(trip), *_passes(page, trip, locale)]
    base = f"/api/customerPortal/{trip['hash']}"
    if is_priced and has_receipt(trip):
        papers.append(("receipt", "Receipt", f"{base}/receipt.pdf"))
    papers += _signed(required, base)
    return [
        {"slug": name, "title": title, "url": hosts.tenant_url(slug, path)} for name, title, path in papers
    ]


def _signed(required: Sequence[RequiredWaiver], base: str) -> list[tuple[str, str, str]]:
    """Return the copies of what the guests have signed; one of a family's is each member's."""
    found = []
    for one in required:
        for guest in one["guests"]:
            if guest["waiver_id"] is not None:
                title = " · ".join(part for part in (one["template"]["name"], guest["name"]) if part)
                path = f"{base}/waivers/{guest['waiver_id']}/pdf"
                found.append((f"waiver-{guest['waiver_id']}", title, path))
    return found


def _trip_papers(trip: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    key, is_booked = trip["hash"], trip["status"]["slug"] in {"reserved", "under_review"}
    papers = []
    if any(order["timeslot"] for order in trip["tripOrders"]):
        papers.append(("calendar", "Calendar file", f"/api/customerPortal/{key}/calendar.ics"))
    if is_booked and trip["schedule_state"] != "cancelled":
        papers.append(("voucher", "Voucher", f"/api/voucher/{key}/pdf"))
    return papers


def _passes(page: TripPage, trip: Mapping[str, Any], locale: str) -> list[tuple[str, str, str]]:
    """Return one file for Apple's wallet, and for Google's, whose links hold one ticket, one a guest."""
    if not page.wallet().is_allowed:
        return []
    base = f"/api/customerPortal/{trip['hash']}/wallet"
    papers = []
    if settings.WALLET.apple:
        papers.append(("apple", "Apple Wallet", f"{base}/apple?{urlencode({'language': locale})}"))
    if settings.WALLET.google:
        for booking_id, name in ticket_pass.guests_to_go(trip, at=page.at):
            asked = urlencode({"language": locale, "booking_id": booking_id})
            papers.append((f"google-{booking_id}", name, f"{base}/google?{asked}"))
    return papers
