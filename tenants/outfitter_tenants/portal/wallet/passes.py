"""A trip's passes: whom they are for, in whose language, and why there may be none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from outfitter.api.principal import PUBLIC
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.pdf.recipient import Recipient
from outfitter.wallet.keys import AppleKeys, GoogleKeys
from outfitter_tenants.checkout.self_service.refusal import NotOffered, demand
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.people import logos
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal.trip_page import TripPage
from outfitter_tenants.portal.wallet import apple, google
from outfitter_tenants.portal.wallet.ticket_pass import Issuer, TicketPass, reader_of, tickets_of
from outfitter_tenants.trips import queries as trips


@dataclass(frozen=True, slots=True)
class PassReader:
    """Whose passes are asked for: the languages they read, the dearest first; one guest, or everyone's."""

    languages: Sequence[str]
    booking_id: int | None = None


@dataclass(frozen=True, slots=True)
class TripPasses:
    """The tickets of a trip that there are passes of."""

    tickets: Sequence[TicketPass]
    issuer: Issuer
    words: Recipient

    def apple_file(self, keys: AppleKeys) -> tuple[bytes, str]:
        """Return the file for Apple Wallet, and its content type."""
        folder = settings.MEDIA_ROOT / current_schema()
        logo = logos.read(address=people.get_properties().logo_url, folder=folder)
        return apple.file_of(self.tickets, self.issuer, self.words, keys, logo)

    def google_link(self, keys: GoogleKeys, *, at: datetime) -> str:
        """Return the link that saves the first of the tickets into Google Wallet."""
        return google.link_of(self.tickets[0], self.issuer, self.words, keys, at=at)


def read_passes(*, trip_id: int, issuer: Issuer, reader: PassReader, at: datetime) -> TripPasses:
    """
    Return a trip's passes as it stands now.

    :raises NotFound: the trip was deleted, or the guest is not one of its who are still to go
    :raises NotOffered: there are none: not booked, canceled, without a time, over, or no keys are set
    """
    full = trip_full(trip_id=trip_id, at=at, principal=PUBLIC, languages=reader.languages)
    if full["status"]["slug"] == "deleted":
        raise NotFound("Trip not found.")
    verdict = TripPage.of(trips.get_trip(trip_id=trip_id), at=at).wallet()
    if verdict.reason == "off":
        raise not_offered()
    demand(verdict)
    time_zone = people.get_properties().time_zone
    found = tickets_of(full, languages=reader.languages, time_zone=time_zone, at=at)
    if reader.booking_id is not None:
        found = [one for one in found if one.booking_id == reader.booking_id]
    if not found:
        raise NotFound("Guest not found on this trip.")
    language = next(iter(reader.languages), "")
    return TripPasses(found, issuer, reader_of(full, issuer, language=language, time_zone=time_zone))


def not_offered() -> NotOffered:
    """Return the refusal where no passes of this kind can be signed."""
    return NotOffered("Passes for phones aren't available here.", reason="off", until=None)
