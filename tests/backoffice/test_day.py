"""The manifest of a day: whole, sealed, within sight; and what devices noted on it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.db.configuration import configuration
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.manifests import offline_bundle
from outfitter_tenants.backoffice.manifests.queries import manifest_of_day
from outfitter_tenants.backoffice.manifests.schemas import ManifestDayOut
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.devices.operations import register, revoke
from outfitter_tenants.fields.models import CustomField, CustomFieldValue
from outfitter_tenants.scheduling.models import BookingGuide, Timeslot, TimeslotGuide
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, Flag, Trip, TripNote, TripOrder
from tests.support.api_operations import assert_error
from tests.support.kept_reads import unchecked
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, fill_cart, make_offer
from tests.support.sold_trips import open_check_in
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")


def sell(offer: Offer, **more: Any) -> TripOrder:
    """Return the order of a booked trip."""
    trip = trips.lock_trip(trip_id=fill_cart(offer, **more))
    conversion.complete(trip=trip, kind="free", at=utc_now())
    return TripOrder.objects.get(trip=trip)


@pytest.fixture
def offer() -> Offer:
    return make_offer(capacity=40)


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def day_of(offer: Offer) -> Any:
    return Timeslot.objects.get(pk=offer.timeslot_id).date


def read(client: Any, offer: Offer, query: str = "", **more: Any) -> Any:
    return client.get(f"/api/manifest/getManifestOnDay/{day_of(offer)}{query}", **more)


def departures(body: Any) -> list[Any]:
    return [slot for each in body["experiences"] for slot in each["timeslots"]]


class TestManifest:
    def test_tells_all_a_guide_needs(self, staff: Any, offer: Offer) -> None:
        order = sell(offer)
        trip = order.trip
        trip.group_name, trip.paid_amount = "Smith wedding", 100
        trip.save()
        at = utc_now()
        for text, is_shown in (("Allergic to nuts", True), ("Paid late twice", False)):
            TripNote.objects.create(
                trip=trip, body=text, show_on_manifest=is_shown, created_at=at, author_name="Rita"
            )
        Flag.objects.create(trip=trip, comment="Call back", flagged_at=at)
        first = order.bookings.order_by("pk")[0]
        Booking.objects.filter(pk=first.pk).update(waiver_state="signed")
        order.bookings.exclude(pk=first.pk).update(waiver_state="unsigned")

        body = read(staff, offer).json()

        ManifestDayOut.model_validate(body)
        [slot] = departures(body)
        [party] = slot["tripOrders"]
        assert (slot["capacity"], slot["booking_cnt"], slot["version"]) == (40, 3, 1)
        assert slot["waiver"] == party["waiver"] == {"required": 3, "signed": 1}
        assert {kind["name"]: kind["cnt"] for kind in slot["by_type"]} == {"Adult": 2, "Child": 1}
        assert party["trip"]["notes"] == [
            {"id": party["trip"]["notes"][0]["id"], "body": "Allergic to nuts", "author": "Rita"}
        ]
        assert party["trip"]["flag"] == {"comment": "Call back", "reason": None}
        assert slot["balance_amount"] == body["totals"]["balance_amount"] > 0
        [group] = body["groupings"]["groups"]
        assert (group["name"], group["trip_order_ids"]) == ("Smith wedding", [order.pk])

    def test_takes_as_many_statements_for_one_party_as_for_many(self, offer: Offer) -> None:
        day = day_of(offer)

        def count() -> int:
            with unchecked(), configuration():
                manifest_of_day(day=day, at=utc_now())
                with CaptureQueriesContext(connection) as seen:
                    manifest_of_day(day=day, at=utc_now())
            return len(seen)

        sell(offer)
        one = count()
        for _ in range(4):
            sell(offer)
        make_offer(name="Sail")
        assert count() == one == 1

    def test_cancelled_and_unscheduled(self, staff: Any, offer: Offer) -> None:
        gone, waits, draft = sell(offer), sell(offer), fill_cart(offer)
        TripOrder.objects.filter(pk=gone.pk).update(status="cancelled")
        TripOrder.objects.filter(pk=waits.pk).update(
            timeslot=None, schedule_state="unscheduled", unscheduled_at=utc_now()
        )
        body = read(staff, offer).json()
        assert [slot["tripOrders"] for slot in departures(body)] == [[]]
        assert [row["id"] for row in body["unscheduled"]] == [waits.pk]
        assert body["unscheduled"][0]["pax_cnt"] == 3
        whole = read(staff, offer, "?cancelled=true").json()
        [slot] = departures(whole)
        assert [(row["id"], row["status"]) for row in slot["tripOrders"]] == [(gone.pk, "cancelled")]
        assert (slot["booking_cnt"], whole["totals"]["pax_cnt"]) == (0, 0)
        assert Trip.objects.get(pk=draft).confirmation_code not in json.dumps(whole)
        Timeslot.objects.filter(pk=offer.timeslot_id).update(status="cancelled")
        assert departures(read(staff, offer).json()) == []
        assert len(departures(read(staff, offer, "?cancelled=true").json())) == 1

    def test_is_not_sent_again_while_nothing_changes(self, staff: Any, offer: Offer) -> None:
        order = sell(offer)
        first = read(staff, offer)
        again = read(staff, offer, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        Booking.objects.filter(trip_order=order).update(guest_first_name="Bo")
        later = read(staff, offer, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (later.status_code, later["ETag"] == first["ETag"]) == (200, False)

    def test_refusals(self, client_for: Any, offer: Offer, reef: Any) -> None:
        assert_error(read(client_for("reef"), offer), 401, "unauthenticated")
        nobody = make_colleague("Nob", "frontdesk", role=make_role("bare", "trip.view"))
        assert_error(read(browser_of(client_for, nobody), offer), 403, "forbidden")
        sell(offer)
        path = f"/api/manifest/getManifestOnDay/{day_of(offer)}"
        body = owner_of(client_for, "peak").get(path).json()
        connection.set_tenant(reef)
        assert (body["experiences"], body["unscheduled"]) == ([], [])

    def test_shows_answers_that_were_meant_for_it(self, staff: Any, offer: Offer) -> None:
        order = sell(offer)
        guest = order.bookings.order_by("pk")[0]
        for name, kind, shown, value in (
            ("diet", "text", True, "No nuts"),
            ("weight", "weight", True, 72),
            ("swims", "checkbox", True, True),
            ("secret", "text", False, "hidden"),
        ):
            field = CustomField.objects.create(
                name=name, label=name.title(), kind=kind, scope="booking", show_on_manifest=shown
            )
            CustomFieldValue.objects.create(
                custom_field=field, scope="booking", target_id=guest.pk, value=value, answered_at=utc_now()
            )
        [slot] = departures(read(staff, offer).json())
        seen = {row["id"]: row for row in slot["tripOrders"][0]["bookings"]}
        assert seen[guest.pk]["customFieldValues"] == [
            {"label": "Diet", "value": "No nuts"},
            {"label": "Weight", "value": "72 kg"},
            {"label": "Swims", "value": "✓"},
        ]


class TestSight:
    def test_a_guide_sees_what_they_guide(self, client_for: Any, offer: Offer) -> None:
        mine, other = sell(offer), sell(offer)
        lost = sell(offer)
        TripOrder.objects.filter(pk=lost.pk).update(timeslot=None, schedule_state="unscheduled")
        gus = make_colleague("Gus", "guide", is_guide=True)
        client = browser_of(client_for, gus)
        slot = f"/api/timeslot/{offer.timeslot_id}/manifest"
        assert departures(read(client, offer).json()) == []
        assert_error(client.get(slot), 404, "not_found")
        one = BookingGuide.objects.create(
            timeslot_id=offer.timeslot_id, user_avatar=gus, trip_order_id=mine.pk
        )
        [departure] = departures(read(client, offer).json())
        assert [row["id"] for row in departure["tripOrders"]] == [mine.pk]
        one.delete()
        TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar=gus)
        body = read(client, offer).json()
        [departure] = departures(body)
        assert [row["id"] for row in departure["tripOrders"]] == [mine.pk, other.pk]
        contact = departure["tripOrders"][0]["trip"]["contact"]
        assert (contact["first_name"], contact["email"]) == ("Ana", None)
        assert body["unscheduled"] == []
        assert client.get(slot).status_code == 200

    def test_an_agent_sees_their_resellers_guests(self, client_for: Any, offer: Offer) -> None:
        mine, _other = sell(offer), sell(offer)
        Trip.objects.filter(pk=mine.trip_id).update(reseller_id=7)
        role = make_role("agent_day", "manifest.view", scope="reseller")
        client = browser_of(client_for, make_colleague("Art", "x", role=role, reseller_id=7))
        [departure] = departures(read(client, offer).json())
        assert [row["id"] for row in departure["tripOrders"]] == [mine.pk]


class TestSeal:
    def test_comes_back_and_is_checked(self, staff: Any, offer: Offer) -> None:
        order = sell(offer)
        sealed = sealed_of(read(staff, offer).json())
        body = {"actions": [action(order, "a1", 3)], "bundle": sealed}
        assert send(staff, body).json()["results"][0]["outcome"] == "applied"
        for name, value in (
            ("digest", "0" * 64),
            ("signature", "0" * 64),
            ("date", "2030-01-01"),
            ("valid_until", "2040-01-01T00:00:00Z"),
        ):
            wrong = {**body, "bundle": {**sealed, name: value}}
            assert_error(send(staff, wrong), 422, "bundle_invalid")

    def test_binds_a_device(self, staff: Any, offer: Offer) -> None:
        order, at = sell(offer), utc_now()
        device_id, token = register(
            name="Dock", kind="kiosk", platform="", push_token=None, location_id=None, at=at
        )
        known = {"HTTP_X_OUTFITTER_DEVICE": token}
        body = read(staff, offer, **known).json()
        assert body["device_id"] == device_id
        noted = {"actions": [action(order, "a1", 3)], "bundle": sealed_of(body)}
        assert_error(send(staff, noted), 422, "bundle_invalid")
        assert send(staff, noted, **known).status_code == 200
        assert_error(read(staff, offer, HTTP_X_OUTFITTER_DEVICE="no"), 403, "device_unknown")
        revoke(device_id=device_id, at=at)
        assert_error(send(staff, noted, **known), 403, "device_unknown")

    def test_is_good_for_two_days(self, offer: Offer) -> None:
        at = utc_now()
        body = json.loads(
            offline_bundle.seal(manifest_of_day(day=day_of(offer), at=at), device_id=None, at=at)
        )
        seal = offline_bundle.BundleSignature(
            day_of(offer), at, at + offline_bundle.GOOD_FOR, None, body["digest"], body["signature"]
        )
        offline_bundle.check(seal, device_id=None, at=at + timedelta(hours=47))
        with pytest.raises(offline_bundle.BadBundle):
            offline_bundle.check(seal, device_id=None, at=at + timedelta(hours=49))


def sealed_of(body: Any) -> dict[str, Any]:
    names = ("date", "generated_at", "valid_until", "device_id", "digest", "signature")
    return {name: body[name] for name in names}


def action(order: TripOrder, name: str, minutes: int, **more: Any) -> dict[str, Any]:
    when = (utc_now() - timedelta(minutes=minutes)).isoformat()
    return {
        "client_action_id": name,
        "occurred_at": when,
        "kind": "checkin",
        "trip_order_id": order.pk,
        **more,
    }


def send(client: Any, body: Any, **more: Any) -> Any:
    return client.post("/api/manifest/actions", body, content_type="application/json", **more)


class TestActions:
    def test_any_order_ends_in_time_order(self, staff: Any, offer: Offer) -> None:
        order = sell(offer)
        open_check_in()
        statuses = {row["slug"]: row["id"] for row in staff.get("/api/bookingStatuses/get").json()}
        undo = {"kind": "status", "booking_status_id": statuses["not_checked_in"]}
        body = {
            "actions": [
                action(order, "c", 1, kind="noshow"),
                action(order, "a", 9),
                action(order, "b", 5, **undo),
                action(order, "z", 60 * 49),
            ]
        }
        results = send(staff, body).json()["results"]
        assert [(row["client_action_id"], row["outcome"]) for row in results] == [
            ("z", "refused"),
            ("a", "applied"),
            ("b", "applied"),
            ("c", "applied"),
        ]
        assert set(order.bookings.values_list("booking_status__slug", flat=True)) == {"no_show"}
        again = send(staff, body).json()["results"]
        assert [row["outcome"] for row in again] == [row["outcome"] for row in results]
        late = send(staff, {"actions": [action(order, "d", 7)]}).json()["results"][0]
        assert (late["outcome"], late["warnings"][0]["code"]) == ("conflict", "conflict")

    def test_refusals(self, staff: Any, client_for: Any, offer: Offer) -> None:
        order = sell(offer)
        body = {"actions": [action(order, "a", 1)]}
        assert_error(send(client_for("reef"), body), 401, "unauthenticated")
        bare = make_colleague("Nob", "x", role=make_role("bare", "manifest.view"))
        assert_error(send(browser_of(client_for, bare), body), 403, "forbidden")
        for wrong in (
            {"actions": []},
            {"actions": [action(order, "a", 1)] * 501},
            {"actions": [action(order, "a b", 1)]},
            {"actions": [action(order, "a", 1, kind="status")]},
            {"actions": [action(order, "a", 1, booking_status_id=1)]},
            {"actions": [action(order, "a", 1, surprise=1)]},
        ):
            assert_error(send(staff, wrong), 422, "validation_failed")

    def test_what_a_guide_does_not_reach_is_refused(self, client_for: Any, offer: Offer) -> None:
        mine, other = sell(offer), sell(make_offer(name="Sail"))
        gus = make_colleague("Gus", "guide", is_guide=True)
        TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar=gus)
        body = {"actions": [action(other, "a", 2), action(mine, "b", 1)]}
        results = send(browser_of(client_for, gus), body).json()["results"]
        assert [(row["outcome"], row["code"]) for row in results] == [
            ("refused", "not_found"),
            ("applied", None),
        ]
        assert set(mine.bookings.values_list("checked_in_by", flat=True)) == {gus.pk}
