"""Print jobs: claimed once, never printed twice without saying so."""

import base64
import uuid
from datetime import timedelta

import pytest
from django.test import Client

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.printers import escpos_reader
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.models import PrintJob
from outfitter_tenants.devices.print_queue import print_jobs, print_routes
from outfitter_tenants.devices.print_queue.print_jobs import PrintJobTaken
from outfitter_tenants.devices.print_queue.print_routes import RouteChoice
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague
from tests.support.threads import SCHEMA, at_once
from tests.support.trip_states import make_reserved


def printer(kind: str = "printer") -> tuple[int, str]:
    return devices.register(
        name="Front desk", kind=kind, platform="", push_token=None, location_id=None, at=utc_now()
    )


def route(device_id: int | None, **more: object) -> print_routes.PrintRoute:
    values = {"kind": "ticket", "location_id": None, "via": "device" if device_id else "qz"}
    values |= {"device_id": device_id, "printer_name": "", "paper": "roll_80", "copies": 1, "is_drawn": False}
    return print_routes.save(choice=RouteChoice(**{**values, **more}), at=utc_now())


def post(client: Client, path: str, body: object = None, token: str = ""):
    headers = {"X-Outfitter-Device": token} if token else {}
    return client.post(path, body or {}, content_type="application/json", headers=headers)


@pytest.fixture
def office(reef, client_for):
    return owner_of(client_for)


def test_twenty_tickets_are_one_job_that_the_printer_takes_and_ends(office, client_for):
    device_id, token = printer()
    route(device_id, copies=2)
    trip = trips.get_trip(trip_id=make_reserved())
    booking = trip.all_orders[0].live_bookings[0]
    Booking.objects.filter(pk=booking.pk).update(guest_first_name="Zoë\x1b@", guest_last_name="Łuk")
    guests = Booking.objects.filter(trip_order__trip=trip).count()

    sent = post(office, "/api/ticketPrinting/print", {"kind": "ticket", "trip_id": trip.pk}).json()
    assert (sent["via"], sent["papers_cnt"], sent["data"]) == ("device", guests, None)
    agent = client_for("reef")
    job = post(agent, "/api/device/printJobs/claim", token=token).json()["job"]
    assert post(agent, "/api/device/printJobs/claim", token=token).json()["job"] is None

    found = list(escpos_reader.read(base64.b64decode(job["data_base64"])))
    assert [one.text for one in found if one.name == "code"].count(booking.ticket_code) == 2
    assert [one.name for one in found].count("cut") == 2 * guests
    assert "unknown" not in [one.name for one in found]
    done = {"claim": job["claim"], "ending": "printed"}
    path = f"/api/device/printJob/{job['id']}/ended"
    assert post(agent, path, done, token).json()["state"] == "printed"
    assert post(agent, path, done, token).json()["state"] == "printed"
    stale = {"claim": str(uuid.uuid4()), "ending": "failed"}
    assert_error(post(agent, path, stale, token), 409, "print_job_taken")
    _, other = printer()
    assert_error(post(agent, path, done, other), 404, "not_found")


def test_an_agent_killed_between_paper_and_word_leaves_it_unclear(office):
    device_id, _ = printer()
    made = print_jobs.create_on(route=route(device_id), title="K7", payload=b"\x1b@Hi\n", at=utc_now())
    at = utc_now()
    taken = print_jobs.claim_next(device_id=device_id, at=at)
    assert taken is not None

    later = at + print_jobs.LEASE + timedelta(seconds=1)
    assert print_jobs.claim_next(device_id=device_id, at=later) is None
    [row] = print_jobs.recent(at=later)
    assert (row.state, row.error) == ("unclear", "no_word")
    again = post(office, f"/api/printing/job/{made.pk}/again").json()["job"]
    fresh = print_jobs.claim_next(device_id=device_id, at=utc_now())
    assert fresh is not None
    assert fresh.pk == again["id"] != made.pk
    said = [one.text for one in escpos_reader.read(bytes(fresh.payload)) if one.name == "letters"]
    assert said == ["*** PRINTED AGAIN ***", "Hi"]
    # The first agent comes back and says that nothing came out: nothing is printed a third time.
    end = {"job_id": made.pk, "device_id": device_id, "claim": taken.claim, "error": "", "at": later}
    assert print_jobs.end(ending="not_sent", **end).state == "failed"
    with pytest.raises(PrintJobTaken):
        print_jobs.end(ending="printed", **end)


def test_a_printer_that_is_away_is_tried_again_and_then_given_up(reef):
    device_id, _ = printer()
    made = print_jobs.create_on(route=route(device_id), title="K7", payload=b"Hi", at=utc_now())
    at, states = utc_now(), []
    for _ in range(print_jobs.MOST_TRIES):
        at += timedelta(seconds=61)
        job = print_jobs.claim_next(device_id=device_id, at=at)
        assert job is not None
        assert print_jobs.claim_next(device_id=device_id, at=at) is None
        ended = print_jobs.end(
            job_id=made.pk, device_id=device_id, claim=job.claim, ending="not_sent", error="away", at=at
        )
        states.append(ended.state)
    assert states == ["queued"] * (print_jobs.MOST_TRIES - 1) + ["failed"]
    # What failed for sure is printed again without a mark.
    fresh = print_jobs.again(job_id=made.pk, mark="AGAIN", at=at)
    assert bytes(fresh.payload) == b"Hi"
    assert print_jobs.claim_next(device_id=device_id, at=at + print_jobs.GOOD_FOR * 2) is None
    assert PrintJob.objects.get(pk=fresh.pk).error == "nobody_came"


def test_the_browser_prints_where_no_printer_is_set(office):
    trip_id = make_reserved()
    sent = post(office, "/api/ticketPrinting/print", {"kind": "ticket", "trip_id": trip_id}).json()

    assert (sent["via"], sent["job"]) == ("browser", None)
    pdf = office.get(sent["pdf"])
    assert (pdf["Content-Type"], pdf.content[:4]) == ("application/pdf", b"%PDF")
    assert not PrintJob.objects.exists()


def test_qz_gets_the_bytes_and_tells_how_it_went(office):
    route(None, printer_name="Zebra", paper="label_4x2")
    trip_id = make_reserved()
    sent = post(office, "/api/ticketPrinting/print", {"kind": "ticket", "trip_id": trip_id}).json()
    data = sent["data"]

    assert (data["language"], data["printer_name"]) == ("zpl", "Zebra")
    assert base64.b64decode(data["data_base64"]).startswith(b"^XA")
    told = post(
        office,
        f"/api/printing/job/{data['id']}/ended",
        {"claim": data["claim"], "ending": "failed", "error": "unknown_printer"},
    )
    assert (told.json()["state"], told.json()["error"]) == ("failed", "unknown_printer")
    # A second window asks for it again, unmarked: nothing had come out.
    assert post(office, f"/api/printing/job/{data['id']}/again").json()["data"]["claim"] != data["claim"]


def test_a_revoked_printer_gets_nothing_in_the_middle_of_it(office, client_for):
    device_id, token = printer()
    print_jobs.create_on(route=route(device_id), title="K7", payload=b"Hi", at=utc_now())
    agent = client_for("reef")
    job = post(agent, "/api/device/printJobs/claim", token=token).json()["job"]
    post(office, f"/api/device/{device_id}/revoke")

    end = {"claim": job["claim"], "ending": "printed"}
    assert_error(post(agent, f"/api/device/printJob/{job['id']}/ended", end, token), 403, "device_unknown")
    assert_error(post(agent, "/api/device/printJobs/claim", token=token), 403, "device_unknown")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"via": "device"}, "device_id"),
        ({"via": "device", "device_id": 999_999}, "device_id"),
        ({"via": "qz", "device_id": 1}, "device_id"),
        ({"location_id": 999_999}, "location_id"),
        ({"kind": "receipt", "paper": "wristband"}, "paper"),
    ],
)
def test_what_is_wrong_is_no_route(office, change, field):
    body = {"kind": "ticket", "via": "qz", **change}
    told = assert_error(post(office, "/api/printing/route/save", body), 422, "validation_failed")
    assert field in told["detail"]["fields"]


def test_routes_and_papers_are_changed_by_one_at_a_time(office):
    body = {"kind": "ticket", "via": "qz", "printer_name": "Zebra"}
    [made] = post(office, "/api/printing/route/save", body).json()["routes"]
    assert_error(post(office, "/api/printing/route/save", body), 409, "stale_version")
    kept = post(office, "/api/printing/route/save", {**body, "version": made["version"], "copies": 2})
    assert kept.json()["routes"][0]["copies"] == 2
    assert post(office, f"/api/printing/route/{made['id']}/delete").json()["routes"] == []

    paper = {"kind": "ticket", "fields": ["guest", "code"], "footer": "See you!", "version": 0}
    saved = post(office, "/api/printing/template/save", paper).json()["templates"]
    assert next(one for one in saved if one["kind"] == "ticket")["fields"] == ["guest", "code"]
    assert_error(post(office, "/api/printing/template/save", paper), 409, "stale_version")
    wrong = {**paper, "fields": ["price"], "version": 1}
    assert_error(post(office, "/api/printing/template/save", wrong), 422, "validation_failed")


@pytest.mark.parametrize("kind", ["ticket", "label", "voucher", "receipt", "departure"])
@pytest.mark.parametrize("paper", ["roll_58", "roll_80"])
def test_a_preview_of_every_paper(office, kind, paper):
    settings = office.get("/api/printing/settings/get").json()["templates"]
    fields = next(one for one in settings if one["kind"] == kind)["all_fields"]
    body = {"kind": kind, "fields": fields, "paper": paper, "footer": "Tack 東"}
    shown = post(office, "/api/ticketPrinting/preview", body).json()

    assert base64.b64decode(shown["pictures"][0]).startswith(b"\x89PNG")
    assert shown["width_mm"] in {58, 80}


def test_papers_of_a_departure_and_of_what_was_paid(office):
    device_id, _ = printer()
    for kind in ("departure", "receipt", "voucher"):
        route(device_id, kind=kind)
    trip = trips.get_trip(trip_id=make_reserved())
    slot = trip.all_orders[0].timeslot_id

    ask = "/api/ticketPrinting/print"
    assert post(office, ask, {"kind": "departure", "timeslot_id": slot}).status_code == 200
    assert post(office, ask, {"kind": "voucher", "trip_id": trip.pk}).status_code == 200
    assert_error(post(office, ask, {"kind": "receipt", "trip_id": trip.pk}), 409, "nothing_to_print")
    assert_error(post(office, ask, {"kind": "departure", "trip_id": trip.pk}), 422, "validation_failed")
    assert_error(post(office, ask, {"kind": "ticket"}), 422, "validation_failed")
    assert_error(post(office, ask, {"kind": "ticket", "trip_id": 999_999}), 404)
    assert_error(post(office, ask, {"kind": "departure", "timeslot_id": 999_999}), 404)
    waiting = post(office, f"/api/printing/job/{PrintJob.objects.latest('pk').pk}/cancel")
    assert waiting.json()["state"] == "canceled"


def test_a_test_print_and_who_may(office, client_for):
    device_id, _ = printer("pos")
    made = route(device_id)
    assert post(office, "/api/ticketPrinting/test", {"route_id": made.pk}).json()["job"]["state"] == "queued"
    guide = browser_of(client_for, make_colleague("Gia", "guide"))
    assert_error(post(guide, "/api/ticketPrinting/test", {"route_id": made.pk}), 403, "forbidden")
    assert_error(guide.get("/api/printing/settings/get"), 403, "forbidden")


@pytest.mark.django_db(transaction=True)
def test_two_agents_at_once_and_one_gets_it():
    with in_schema(SCHEMA):
        device_id, _ = printer()
        made = print_jobs.create_on(route=route(device_id), title="K7", payload=b"Hi", at=utc_now())
        got = at_once([lambda: print_jobs.claim_next(device_id=device_id, at=utc_now())] * 4)
    assert [one.pk for one in got if one is not None] == [made.pk]
