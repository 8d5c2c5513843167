"""Files as answers: who may send and read them, what is kept, and that they leave with their answer."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from outfitter.kit.clock import utc_now
from outfitter.settings import env
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields.models import CustomFieldValue
from outfitter_tenants.fields.rules import file_types
from outfitter_tenants.fields.rules.answers import BadAnswer
from outfitter_tenants.scheduling.models import TimeslotGuide
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.support.add_ons import ask, sell
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart
from tests.support.team import browser_of, make_colleague

PDF = b"%PDF-1.7 a license to dive"
PNG = b"\x89PNG\r\n\x1a\n and so on"


@pytest.mark.rules
@pytest.mark.parametrize(
    ("name", "data", "kept"),
    [
        ("license.pdf", PDF, "license.pdf"),
        ("license.html", PDF, "license.pdf"),
        ("C:\\papers\\My license.PDF", PDF, "My license.pdf"),
        ("../../etc/passwd", PNG, "passwd.png"),
        ('a"\r\nSet-Cookie: x.png', PNG, "a Set-Cookie x.png"),
        ("", PNG, "file.png"),
        ("照片.jpg", b"\xff\xd8\xff\xe0", "照片.jpg"),
        ("phone.heic", b"\x00\x00\x00\x18ftypheic....", "phone.heic"),
        ("web.webp", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "web.webp"),
    ],
)
def test_a_file_is_what_its_content_says(name: str, data: bytes, kept: str) -> None:
    assert file_types.check_upload(name, data).name == kept


@pytest.mark.rules
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html><script>alert(1)</script>",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"MZ\x90",
        b"PK\x03\x04",
        PDF + b"x" * file_types.MOST_BYTES,
    ],
)
def test_whatever_could_run_and_what_is_too_large_is_refused(data: bytes) -> None:
    with pytest.raises(BadAnswer):
        file_types.check_upload("license.pdf", data)


@pytest.fixture
def media(tmp_path: Path, settings: Any) -> Path:
    settings.STORAGES = env.storages(tmp_path)
    return tmp_path


@pytest.fixture
def desk(reef: Any, client_for: Any, media: Path) -> Desk:
    return Desk(owner_of(client_for))


def stored(media: Path) -> list[Path]:
    return [path for path in media.rglob("*") if path.is_file()]


def send(client: Any, key: str, data: bytes = PDF, *, trip: str = "") -> Any:
    body = {"file": SimpleUploadedFile("license.pdf", data, "text/html")}
    return client.post(f"/uploadCustomField/{key}?trip={trip}", body)


def asked_of_guest(desk: Desk, offer: Any, **given: Any) -> tuple[str, str]:
    """Give the address of a guest's answer, and the hash of the trip."""
    field = ask(offer, kind="file", name=f"license {len(given)}", **given)
    trip_id = sell(offer)
    key = f"booking.{desk.guests(trip_id)[0]['id']}.{field}"
    return key, Trip.objects.get(pk=trip_id).hash


def test_a_visitor_sends_a_file_and_reads_it_again(
    desk: Desk, offer: Any, client_for: Any, media: Path
) -> None:
    key, mine = asked_of_guest(desk, offer)
    visitor = client_for("reef")

    answer = send(visitor, key, trip=mine).json()["customFieldValue"]

    assert (answer["value"]["name"], answer["value"]["byte_cnt"]) == ("license.pdf", len(PDF))
    [file] = stored(media)
    assert b"license to dive" not in file.read_bytes()
    told = AuditLog.objects.filter(action="trip.field_answered").latest("id")
    assert list((told.after or {}).values()) == ["license.pdf"]
    for client, path in (
        (visitor, f"/downloadCustomField/{key}?trip={mine}"),
        (desk.client, f"/downloadCustomField/{key}"),
    ):
        read = client.get(path)
        assert (read.status_code, read.content, read["Content-Type"]) == (200, PDF, "application/pdf")
        assert read["Content-Disposition"] == 'attachment; filename="license.pdf"'
        assert read["X-Content-Type-Options"] == "nosniff"
        assert "no-store" in read["Cache-Control"]


def test_nobody_else_reads_or_replaces_it(desk: Desk, offer: Any, client_for: Any) -> None:
    key, mine = asked_of_guest(desk, offer)
    other = Trip.objects.get(pk=fill_cart(offer)).hash
    assert send(desk.client, key).status_code == 200

    stranger, guides = client_for("reef"), [make_colleague(n, "guide", is_guide=True) for n in ("Gus", "Gil")]
    TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar=guides[1])
    away, here = (browser_of(client_for, guide) for guide in guides)
    assert here.get(f"/downloadCustomField/{key}").status_code == 200
    assert_error(send(here, key), 403, "forbidden")
    elsewhere = owner_of(client_for, "peak")
    for client, trip in (
        (stranger, ""),
        (stranger, other),
        (away, ""),
        (elsewhere, ""),
        (client_for("peak"), mine),
    ):
        assert_error(client.get(f"/downloadCustomField/{key}?trip={trip}"), 404, "not_found")
        assert_error(send(client, key, trip=trip), 404, "not_found")


@pytest.mark.parametrize("kind", ["is_pii", "is_health"])
def test_a_link_does_not_give_out_what_it_does_not_tell(
    desk: Desk, offer: Any, client_for: Any, kind: str
) -> None:
    key, mine = asked_of_guest(desk, offer, **{kind: True})
    visitor = client_for("reef")
    answer = send(visitor, key, trip=mine).json()["customFieldValue"]
    assert (answer["value"], answer["is_answered"]) == (None, True)
    assert_error(visitor.get(f"/downloadCustomField/{key}?trip={mine}"), 404, "not_found")
    assert desk.client.get(f"/downloadCustomField/{key}").content == PDF
    guide = make_colleague("Gus", "guide", is_guide=True)
    TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar=guide)
    seen = browser_of(client_for, guide).get(f"/downloadCustomField/{key}").status_code
    assert seen == (403 if kind == "is_pii" else 200)


@pytest.mark.parametrize("data", [b"", b"<html>", PDF + b"x" * file_types.MOST_BYTES])
def test_what_may_not_be_kept_leaves_nothing(desk: Desk, offer: Any, media: Path, data: bytes) -> None:
    key, _ = asked_of_guest(desk, offer)
    problem = assert_error(send(desk.client, key, data), 422, "validation_failed")
    assert list(problem["detail"]["fields"]) == ["file"]
    assert_error(desk.client.post(f"/uploadCustomField/{key}"), 422, "validation_failed")
    assert (stored(media), CustomFieldValue.objects.count()) == ([], 0)


def test_a_question_in_words_takes_no_file(desk: Desk, offer: Any, media: Path) -> None:
    field = ask(offer, name="words")
    key = f"booking.{desk.guests(sell(offer))[0]['id']}.{field}"
    assert_error(send(desk.client, key), 422, "validation_failed")
    assert_error(desk.client.get(f"/downloadCustomField/{key}"), 404, "not_found")
    assert stored(media) == []


def test_an_answer_names_no_file_but_its_own(desk: Desk, offer: Any) -> None:
    key, _ = asked_of_guest(desk, offer)
    file = send(desk.client, key).json()["customFieldValue"]["value"]["id"]
    assert desk.post(f"/saveCustomField/{key}", value=file).status_code == 200
    assert_error(desk.post(f"/saveCustomField/{key}", value="20260101-AAAAAAAAAAAAAAAAAAAAAA"), 422)


def test_the_file_leaves_with_its_answer(
    desk: Desk, offer: Any, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    key, _ = asked_of_guest(desk, offer)
    scope, target, _field = key.split(".")
    for leave in (
        lambda: send(desk.client, key, PNG),
        lambda: desk.done(f"/saveCustomField/{key}", value=None),
        lambda: fields.forget_answers(about={scope: [int(target)]}),
        lambda: fields.delete_answers(ids=list(CustomFieldValue.objects.values_list("pk", flat=True))),
    ):
        with django_capture_on_commit_callbacks(execute=True):
            send(desk.client, key)
        [before] = stored(media)
        with django_capture_on_commit_callbacks(execute=True):
            leave()
        assert before not in stored(media)
    assert stored(media) == []


def test_what_a_dead_process_left_is_swept_up(desk: Desk, offer: Any, media: Path) -> None:
    key, _ = asked_of_guest(desk, offer)
    send(desk.client, key)
    fields.sweep_files({}, utc_now() + timedelta(days=9))
    assert len(stored(media)) == 1
    CustomFieldValue.objects.all().delete()
    fields.sweep_files({}, utc_now())
    assert len(stored(media)) == 1
    fields.sweep_files({}, utc_now() + timedelta(days=9))
    assert stored(media) == []
