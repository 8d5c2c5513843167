"""What was signed on paper is scanned, and then is evidence like any other."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from outfitter_tenants.trips.models import Booking
from outfitter_tenants.waivers import printout
from outfitter_tenants.waivers.models import Waiver, WaiverSignature
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.waivers.conftest import guests_of, hash_of, states_of

PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"


def photo() -> bytes:
    """Return a photo of a page with a position in it."""
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010F] = "Camera"
    Image.new("RGB", (3000, 4000), "white").save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.fixture
def scan(tour, client_for) -> Any:
    client = owner_of(client_for)

    def send(booking_id: int, data: bytes | None, *, template_id: int | None = None) -> Any:
        file = {} if data is None else {"file": SimpleUploadedFile("page.jpg", data)}
        template = tour.template_id if template_id is None else template_id
        return client.post(f"/api/booking/{booking_id}/waiverScan/{template}/save", file)

    return send


def named(trip_id: int, **values: Any) -> int:
    """Say who the first guest of a trip is; returns their id."""
    booking_id = guests_of(trip_id)[0].pk
    usual = {"guest_first_name": "Ana", "guest_last_name": "Ruiz"}
    Booking.objects.filter(pk=booking_id).update(**{**usual, **values})
    return booking_id


def test_a_pdf_is_its_own_copy(tour, scan):
    trip_id = tour.book(adults=2)

    answer = scan(named(trip_id), PDF)

    assert answer.status_code == 200, answer.content[:500]
    assert sorted(states_of(trip_id)) == ["signed", "unsigned"]
    signature = WaiverSignature.objects.get()
    assert (signature.method, signature.first_name) == ("paper", "Ana")
    assert printout.pdf_of(key=signature.hash) == PDF


def test_a_photo_is_printed_with_its_facts(tour, scan, client_for):
    trip_id = tour.book()

    scan(named(trip_id), photo())

    signature = WaiverSignature.objects.get()
    printed = printout.pdf_of(key=signature.hash)
    assert printed[:5] == b"%PDF-"
    assert printed.count(b"/Type/Page\n") + printed.count(b"/Type /Page\n") != 1
    checked = client_for("reef").get(f"/api/waiver/{signature.proof_sha256}/verify").json()
    assert checked["initials"] == ["A. R."]
    assert b"Camera" not in printed


def test_it_takes_the_place_of_what_was_marked(tour, scan, office):
    trip_id = tour.book()
    booking_id = named(trip_id)
    office.post(f"/api/booking/{booking_id}/waiverStatus/set", state="marked_signed")
    assert states_of(trip_id) == ["marked"]

    scan(booking_id, photo())

    assert states_of(trip_id) == ["signed"]
    assert Waiver.objects.get().is_minor is False


def test_of_a_child_it_is_kept_until_long_after(tour, scan):
    trip_id = tour.book(adults=0, children=1)

    scan(named(trip_id, guest_birth_date="2018-05-04"), photo())

    waiver = Waiver.objects.get()
    assert (waiver.is_minor, waiver.retain_until.year) == (True, 2018 + 18 + 7)


class TestRefusals:
    def test_what_is_no_scan(self, tour, scan):
        booking_id = named(tour.book())

        for data in (None, b"MZ\x90\x00 a program", b"<html>", photo()[:2000]):
            assert_error(scan(booking_id, data), 422)
        assert_error(scan(booking_id, b"%PDF-" + b"x" * (10 * 1024 * 1024)), 422)

        assert not WaiverSignature.objects.exists()

    def test_of_nobody(self, tour, scan):
        booking_id = guests_of(tour.book())[0].pk

        assert_error(scan(booking_id, photo()), 422)

        assert not WaiverSignature.objects.exists()

    def test_twice(self, tour, scan, signer):
        trip_id = tour.book()
        signer.done(hash=hash_of(trip_id))

        assert_error(scan(guests_of(trip_id)[0].pk, photo()), 409, "already_done")

        assert WaiverSignature.objects.count() == 1

    def test_elsewhere(self, tour, scan, client_for):
        booking_id = named(tour.book())

        assert_error(scan(booking_id, photo(), template_id=999999), 404)
        assert_error(scan(999999, photo()), 404)
        path = f"/api/booking/{booking_id}/waiverScan/{tour.template_id}/save"
        assert_error(client_for("reef").post(path), 401)
