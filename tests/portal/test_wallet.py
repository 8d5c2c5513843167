"""A trip as passes for phones: what stands on them, whose signature, and when there are none."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import jwt
import pytest
from cryptography import x509
from cryptography.exceptions import InternalError
from cryptography.hazmat.bindings._rust import test_support
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import load_der_pkcs7_certificates
from django.conf import settings
from PIL import Image

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.pdf.recipient import Recipient
from outfitter.wallet import google_link
from outfitter.wallet.keys import AppleKeys, GoogleKeys, WalletKeys
from outfitter_tenants.catalog.models import Experience, Location
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.orders.reschedule import RescheduleRequest
from outfitter_tenants.portal.wallet import google, pass_pictures
from outfitter_tenants.portal.wallet.ticket_pass import WORDS, Issuer, TicketPass
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.portal.customer_page import Page
from tests.support import wallet_keys
from tests.support.database import PEAK
from tests.support.sales import Offer
from tests.support.sold_trips import STAFF, another_departure, guests_of, order_of, sell

ZONE = ZoneInfo("America/New_York")


@pytest.fixture
def wallet(monkeypatch: pytest.MonkeyPatch) -> WalletKeys:
    """Keys for both wallets, as an installation has them."""
    files = wallet_keys.files()
    found = WalletKeys(
        AppleKeys.of(files.certificate, files.key, files.intermediate),
        GoogleKeys.of(wallet_keys.ISSUER, files.account),
    )
    monkeypatch.setattr(settings, "WALLET", found)
    return found


def passes_in(answer: Any) -> list[dict[str, bytes]]:
    """Return the files of each pass that was answered."""
    assert answer.status_code == 200, answer.content[:300]
    whole = unzipped(answer.content)
    if answer["Content-Type"] == "application/vnd.apple.pkpass":
        return [whole]
    assert answer["Content-Type"] == "application/vnd.apple.pkpasses"
    return [unzipped(data) for name, data in sorted(whole.items()) if name.endswith(".pkpass")]


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def content(files: dict[str, bytes]) -> Any:
    return json.loads(files["pass.json"])


def fields(shown: Any, where: str) -> dict[str, Any]:
    return {one["key"]: one["value"] for one in shown["eventTicket"][where]}


def saved(answer: Any) -> tuple[Any, Any]:
    """Return the class and the ticket in a link, once its signature holds."""
    assert answer.status_code == 303, answer.content[:300]
    token = answer["Location"].removeprefix(google_link.SAVE)
    claims = jwt.decode(token, wallet_keys.files().public, algorithms=["RS256"], audience="google")
    assert (claims["iss"], claims["typ"]) == (wallet_keys.ACCOUNT, "savetowallet")
    [event], [ticket] = claims["payload"]["eventTicketClasses"], claims["payload"]["eventTicketObjects"]
    return event, ticket


def local_start(trip_id: int) -> datetime:
    return Timeslot.objects.get(pk=order_of(trip_id).timeslot_id).start_at.astimezone(ZONE)


@pytest.mark.usefixtures("wallet")
class TestApple:
    def test_signed_by_the_installation(self, page: Page) -> None:
        for files in passes_in(page.get("wallet/apple")):
            trusted = [wallet_keys.files().authority]
            self.verify(files["signature"], files["manifest.json"], trusted)
            with pytest.raises(InternalError, match="digest failure"):
                self.verify(files["signature"], files["manifest.json"] + b" ", trusted)
            names = {one.subject.rfc4514_string() for one in load_der_pkcs7_certificates(files["signature"])}
            assert any(wallet_keys.PASS_TYPE in name for name in names)
            assert any("Worldwide" in name for name in names)

    def verify(self, signature: bytes, manifest: bytes, trusted: list[x509.Certificate]) -> None:
        test_support.pkcs7_verify(Encoding.DER, signature, manifest, trusted, [])

    def test_every_file_is_in_the_manifest(self, page: Page) -> None:
        for files in passes_in(page.get("wallet/apple")):
            listed = json.loads(files["manifest.json"])
            signed = set(files) - {"manifest.json", "signature"}
            assert set(listed) == signed
            assert {name: hashlib.sha1(files[name]).hexdigest() for name in signed} == listed

    def test_pictures(self, page: Page) -> None:
        [files, *_] = passes_in(page.get("wallet/apple"))
        sizes = {
            name: Image.open(io.BytesIO(data)).size for name, data in files.items() if name.endswith(".png")
        }
        assert sizes == {"icon.png": (29, 29), "icon@2x.png": (58, 58), "icon@3x.png": (87, 87)}

    def test_the_operators_logo(self) -> None:
        made = io.BytesIO()
        Image.new("RGBA", (640, 80), "#ff0000").save(made, "PNG")

        found = pass_pictures.pictures("#0f766e", made.getvalue())

        sizes = {name: Image.open(io.BytesIO(found[name])).size for name in found if "logo" in name}
        assert sizes == {"logo.png": (160, 20), "logo@2x.png": (320, 40), "logo@3x.png": (480, 60)}

    def test_one_for_each_guest_with_the_code_of_their_ticket(self, page: Page, trip_id: int) -> None:
        shown = [content(files) for files in passes_in(page.get("wallet/apple"))]

        codes = [one.ticket_code for one in guests_of(trip_id)]
        assert sorted(one["barcodes"][0]["message"] for one in shown) == sorted(codes)
        assert {one["barcodes"][0]["format"] for one in shown} == {"PKBarcodeFormatQR"}
        assert len({one["serialNumber"] for one in shown}) == len(codes)
        assert {one["groupingIdentifier"] for one in shown} == {
            Trip.objects.get(pk=trip_id).confirmation_code
        }

    def test_what_stands_on_it(self, page: Page, trip_id: int, offer: Offer) -> None:
        place = Location.objects.create(
            name="Pier", address={"text": "1 Dock St"}, lat="44.101", lng="-69.109", time_zone=None
        )
        Experience.objects.filter(pk=offer.experience_id).update(
            location=place, meeting_point="Blue hut\nAsk for Ann", what_to_bring="- Towel\n- Hat"
        )
        guest = guests_of(trip_id)[0]
        Booking.objects.filter(pk=guest.pk).update(guest_first_name="Zoë", guest_last_name="Ōta")

        [files] = passes_in(page.get("wallet/apple", booking_id=guest.pk))

        shown = content(files)
        assert (shown["formatVersion"], shown["passTypeIdentifier"]) == (1, wallet_keys.PASS_TYPE)
        assert shown["teamIdentifier"] == wallet_keys.TEAM
        assert shown["locations"] == [{"latitude": 44.101, "longitude": -69.109}]
        start = local_start(trip_id)
        when = fields(shown, "secondaryFields")
        assert when == {"when": start.isoformat(), "place-where": "Blue hut"}
        assert shown["eventTicket"]["secondaryFields"][0]["ignoresTimeZone"]
        assert shown["relevantDate"] == start.isoformat()
        assert start.utcoffset() in {timedelta(hours=-4), timedelta(hours=-5)}
        assert fields(shown, "auxiliaryFields")["guest"] == "Zoë Ōta"
        back = fields(shown, "backFields")
        assert back["back-where"] == "Blue hut\nAsk for Ann"
        assert back["back-bring"] == "Towel\nHat"
        assert back["back-page"].endswith(f"/customerPortal?trip={Trip.objects.get(pk=trip_id).hash}")

    def test_in_the_language_that_is_asked_for(self, page: Page) -> None:
        [files, *_] = passes_in(page.get("wallet/apple", language="de-AT"))

        shown = content(files)
        assert shown["eventTicket"]["secondaryFields"][0]["label"] == "Wann"
        assert "/de/customerPortal?" in fields(shown, "backFields")["back-page"]

    def test_the_time_is_that_of_the_place(self, page: Page, trip_id: int, offer: Offer) -> None:
        place = Location.objects.create(name="Reef", time_zone="Pacific/Honolulu")
        Experience.objects.filter(pk=offer.experience_id).update(location=place)

        [files, *_] = passes_in(page.get("wallet/apple"))

        start = local_start(trip_id).astimezone(ZoneInfo("Pacific/Honolulu"))
        assert fields(content(files), "secondaryFields")["when"] == start.isoformat()

    def test_fetched_again_after_a_move_it_shows_the_new_time(
        self, page: Page, trip_id: int, offer: Offer
    ) -> None:
        before = [content(files) for files in passes_in(page.get("wallet/apple"))]
        was = local_start(trip_id)

        move(trip_id, another_departure(offer))
        after = [content(files) for files in passes_in(page.get("wallet/apple"))]

        assert local_start(trip_id) != was
        assert {fields(one, "secondaryFields")["when"] for one in after} == {local_start(trip_id).isoformat()}
        # The same passes: phones put them in the place of the ones before.
        assert [one["serialNumber"] for one in after] == [one["serialNumber"] for one in before]


def move(trip_id: int, timeslot_id: int) -> None:
    reschedule.rebook(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        move=RescheduleRequest(timeslot_id),
        by=STAFF,
        at=utc_now(),
    )


@pytest.mark.usefixtures("wallet")
class TestGoogle:
    def test_what_stands_in_the_link(self, page: Page, trip_id: int) -> None:
        guest = guests_of(trip_id)[1]

        event, ticket = saved(page.get("wallet/google", booking_id=guest.pk))

        assert event["id"].startswith(f"{wallet_keys.ISSUER}.reef.")
        assert ticket["classId"] == event["id"]
        assert ticket["barcode"]["value"] == guest.ticket_code
        assert event["dateTime"]["start"] == local_start(trip_id).isoformat()
        assert ticket["ticketNumber"] == Trip.objects.get(pk=trip_id).confirmation_code

    def test_a_moved_trip_is_another_ticket(self, page: Page, trip_id: int, offer: Offer) -> None:
        before = saved(page.get("wallet/google"))
        assert saved(page.get("wallet/google")) == before

        move(trip_id, another_departure(offer))
        event, ticket = saved(page.get("wallet/google"))

        assert event["dateTime"]["start"] == local_start(trip_id).isoformat()
        assert {event["id"], ticket["id"]}.isdisjoint({before[0]["id"], before[1]["id"]})

    @pytest.mark.parametrize("name", ["Kayak", "Sunset " * 16, "日の入りカヤック" * 14])
    def test_links_stay_short(self, wallet: WalletKeys, name: str) -> None:
        start = datetime(2027, 5, 1, 18, 30, tzinfo=ZONE)
        ticket = TicketPass(
            booking_id=1,
            code="a" * 24,
            confirmation_code="K123QX",
            experience=name,
            guest=name,
            kind=name,
            starts_at=start,
            ends_at=start + timedelta(hours=2),
            where=(name, name),
            bring=(),
            pin=None,
        )
        issuer = Issuer("reef", name, "#0f766e", None, None, "https://reef.example/customerPortal?trip=abc")
        assert wallet.google
        link = google.link_of(
            ticket, issuer, Recipient(WORDS, "ja", "Asia/Tokyo", "JPY", name), wallet.google, at=utc_now()
        )

        assert google_link.fits(link)
        claims = jwt.decode(link.removeprefix(google_link.SAVE), options={"verify_signature": False})
        [event] = claims["payload"]["eventTicketClasses"]
        assert event["eventName"]["defaultValue"]["value"][:5] == name[:5]
        assert event["dateTime"]["start"] == "2027-05-01T18:30:00-04:00"


class TestOffered:
    def slugs(self, page: Page) -> list[str]:
        return [one["slug"].split("-")[0] for one in page.init()["documents"]]

    def test_only_with_keys(self, page: Page) -> None:
        shown = page.init()

        assert shown["actions"]["wallet"] == {"is_allowed": False, "reason": "off", "until": None}
        assert self.slugs(page) == ["calendar", "voucher"]
        for path in ("wallet/apple", "wallet/google"):
            answer = page.get(path)
            assert (answer.status_code, answer.json()["code"]) == (409, "self_service_refused")
            assert answer.json()["detail"]["reason"] == "off"

    def test_a_link_for_each(self, page: Page, wallet: WalletKeys, trip_id: int) -> None:
        shown = page.init()

        assert shown["actions"]["wallet"]["is_allowed"]
        assert self.slugs(page) == ["calendar", "voucher", "apple", "google", "google", "google"]
        for one in shown["documents"][2:]:
            path = one["url"].partition("/api/")[2]
            assert page.client.get(f"/api/{path}").status_code in {200, 303}

    def test_only_the_wallet_there_are_keys_for(
        self, page: Page, wallet: WalletKeys, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(settings, "WALLET", WalletKeys(google=wallet.google))

        assert "apple" not in self.slugs(page)
        assert page.get("wallet/apple").status_code == 409
        assert page.get("wallet/google").status_code == 303


@pytest.mark.usefixtures("wallet")
class TestRefused:
    def refused(self, page: Page, reason: str) -> None:
        assert page.init()["actions"]["wallet"]["reason"] == reason
        for path in ("wallet/apple", "wallet/google"):
            answer = page.get(path)
            assert answer.status_code == 409, answer.content
            assert answer.json()["detail"]["reason"] == reason

    def test_a_canceled_trip(self, page: Page) -> None:
        token = page.done("cancel/preview")["token"]
        page.done("cancel", token=token)

        self.refused(page, "canceled")

    def test_under_review(self, page: Page, trip_id: int) -> None:
        Trip.objects.filter(pk=trip_id).update(status="under_review")

        self.refused(page, "under_review")

    def test_over(self, page: Page, trip_id: int) -> None:
        over = utc_now() - timedelta(days=3)
        Timeslot.objects.filter(pk=order_of(trip_id).timeslot_id).update(
            start_at=over - timedelta(hours=2), end_at=over
        )

        self.refused(page, "started")

    @pytest.mark.parametrize("path", ["wallet/apple", "wallet/google"])
    def test_links_that_open_nothing(self, page: Page, client_for: Callable[[str], Any], path: str) -> None:
        assert page.client.get(f"/api/customerPortal/{'x' * 24}/{path}").status_code == 404
        assert page.get(path, booking_id=999_999).status_code == 404
        assert page.get(path, language="d" * 36).status_code == 422
        assert page.get(path, booking_id=0).status_code == 422
        base = page.base
        with in_schema(PEAK.schema_name):
            assert client_for("peak").get(f"{base}/{path}").status_code == 404

    def test_a_guest_of_another_trip(self, page: Page, offer: Offer) -> None:
        other = guests_of(sell(offer, adults=1, children=0))[0].pk

        for path in ("wallet/apple", "wallet/google"):
            assert page.get(path, booking_id=other).status_code == 404
