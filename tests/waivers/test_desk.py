"""Staff assign, take off and void what was signed; returning guests need not sign again."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.waivers import operations
from outfitter_tenants.waivers.models import BookingWaiver, Waiver
from tests.checkout.front_desk import actions
from tests.support.api_operations import assert_error
from tests.support.resellers import make_reseller
from tests.support.team import browser_of, make_colleague, make_role
from tests.waivers.conftest import Signer, guests_of, hash_of, states_of, template


def waiver_ids():
    return list(Waiver.objects.order_by("id").values_list("pk", flat=True))


class TestDesk:
    def test_staff_assign_take_off_and_assign_elsewhere(self, tour, signer, office):
        trip_id = tour.book(adults=2)
        signer.done()
        [waiver_id] = waiver_ids()
        [first, second] = [one.pk for one in guests_of(trip_id)]

        assigned = office.post(f"/api/waiver/{waiver_id}/assign/{first}")
        assert assigned.status_code == 200, assigned.content
        assert states_of(trip_id) == ["signed", "unsigned"]
        office.post(f"/api/booking/{first}/unassignWaiver", waiver_id=waiver_id)
        assert states_of(trip_id) == ["unsigned", "unsigned"]
        office.post(f"/api/waiver/{waiver_id}/assign/{second}")

        assert states_of(trip_id) == ["unsigned", "signed"]
        told = [one for one in actions(trip_id) if one == "booking.waiver_changed"]
        assert len(told) == 3
        assert Waiver.objects.get().voided_at is None

    def test_a_guest_has_one_waiver_of_a_kind(self, tour, signer, office):
        trip_id = tour.book()
        signer.done(hash=hash_of(trip_id))
        signer.done()
        [_mine, other] = waiver_ids()

        answer = office.post(f"/api/waiver/{other}/assign/{guests_of(trip_id)[0].pk}")

        assert_error(answer, 409, "already_done")
        missing = office.post(f"/api/waiver/999999/assign/{guests_of(trip_id)[0].pk}")
        assert_error(missing, 404, "not_found")

    def test_what_was_voided_counts_for_nobody(self, tour, signer, office):
        trip_id = tour.book()
        signer.done(hash=hash_of(trip_id))
        [waiver_id] = waiver_ids()

        voided = office.post(f"/api/waiver/{waiver_id}/void", reason="Signed by a friend")

        assert voided.json()["voided_at"]
        assert states_of(trip_id) == ["unsigned"]
        again = office.post(f"/api/waiver/{waiver_id}/assign/{guests_of(trip_id)[0].pk}")
        assert_error(again, 409, "waiver_void")
        assert_error(office.post(f"/api/waiver/{waiver_id}/void", reason=""), 422)

    def test_the_list_of_all(self, tour, signer, office):
        trip_id = tour.book()
        signer.done(hash=hash_of(trip_id))
        signer.done(signer={"first_name": "Bo", "last_name": "Li"})

        rows = office.get("/api/waivers/get").json()["data"]
        found = office.get("/api/waivers/get?search=ruiz").json()["data"]

        assert [row["name"] for row in rows] == ["Bo Li", "Ana Ruiz"]
        assert [(row["is_assigned"], row["trip"]["id"]) for row in found] == [(True, trip_id)]
        assert_error(signer.client.get("/api/waivers/get"), 401)
        assert_error(signer.client.get("/api/waivers/unassigned/get"), 401)

    def test_a_guest_who_leaves_leaves_the_waiver_behind(self, tour, signer, office):
        trip_id = tour.book(adults=2)
        signer.done(hash=hash_of(trip_id))
        signed = next(one for one in guests_of(trip_id) if one.waiver_state == "signed")

        office.post(f"/api/booking/delete/{signed.pk}")

        assert not BookingWaiver.objects.exists()
        assert Waiver.objects.count() == 1

    def test_nobody_boards_without_where_the_operator_wants_it_so(self, tour, office):
        from outfitter_tenants.people.models import Properties

        trip_id = tour.book()
        [guest] = guests_of(trip_id)
        path = f"/api/booking/{guest.pk}/status/{_arrived()}/save"

        warned = office.post(path)
        assert "waiver_missing" in [one["code"] for one in warned.json()["warnings"]]
        Properties.objects.update_or_create(pk=1, defaults={"waiver_gate": "block"})
        other = tour.book()
        [second] = guests_of(other)
        refused = office.post(f"/api/booking/{second.pk}/status/{_arrived()}/save")

        assert_error(refused, 422, "waiver_required")
        office.post(f"/api/booking/{second.pk}/waiverStatus/set", state="marked_signed")
        again = office.post(f"/api/booking/{second.pk}/status/{_arrived()}/save")
        assert again.status_code == 200, again.content


def _arrived():
    from outfitter_tenants.trips.models import BookingStatus

    return BookingStatus.objects.get(slug="checked_in").pk


class TestReturning:
    def test_a_guest_who_signed_this_version_need_not_sign_again(self, tour, signer):
        from outfitter_tenants.checkout.waivers import upcoming_guests

        signer.done(hash=hash_of(tour.book()))
        trip_id = tour.book()
        assert states_of(trip_id) == ["unsigned"]

        upcoming_guests.find_earlier_waivers({"trip_id": trip_id}, utc_now())
        upcoming_guests.find_earlier_waivers({"trip_id": trip_id}, utc_now())

        assert states_of(trip_id) == ["signed"]
        assert BookingWaiver.objects.count() == 2
        assert Waiver.objects.count() == 1

    def test_guests_who_booked_already_are_counted_anew(self, tour):
        from outfitter_tenants.checkout.waivers import upcoming_guests

        trip_id = tour.book()
        second = template(name="Photos")
        operations.set_experience_waivers(
            experience_id=tour.offer.experience_id, template_ids=[tour.template_id, second], at=utc_now()
        )
        upcoming_guests.recount_due({"experience_id": tour.offer.experience_id}, utc_now())
        assert guests_of(trip_id)[0].waiver_required_cnt == 2

        operations.set_experience_waivers(
            experience_id=tour.offer.experience_id, template_ids=[], at=utc_now()
        )
        upcoming_guests.recount_due({"experience_id": tour.offer.experience_id}, utc_now())

        assert states_of(trip_id) == ["none_required"]


def test_an_agent_signs_for_no_guest_of_another_partner(tour, signer, client_for):
    role = make_role("waiver-agent", "trip.view", scope="reseller")
    agent = make_colleague("Ada", role=role, reseller_id=make_reseller("Elsewhere"))
    theirs = Signer(browser_of(client_for, agent), tour)
    trip_id = tour.book()

    answer = theirs.post(booking_id=guests_of(trip_id)[0].pk)

    assert_error(answer, 404, "not_found")
    assert states_of(trip_id) == ["unsigned"]


class TestTablet:
    @pytest.fixture
    def tablet(self, tour):
        return devices.register(
            name="Dock",
            kind="waiver_tablet",
            platform="iPadOS",
            push_token=None,
            location_id=None,
            at=utc_now(),
        )

    def shown(self, signer, token):
        return signer.client.get("/api/waiverPortal/shown", headers={"X-Outfitter-Device": token})

    def test_staff_show_guests_their_waivers_and_free_it_again(self, tour, signer, office, tablet):
        device_id, token = tablet
        trip_id = tour.book(adults=2)
        [first, second] = [one.pk for one in guests_of(trip_id)]
        assert self.shown(signer, token).json() == {"shown_at": None, "required": []}

        done = office.post("/api/devices/showWaiver", device_id=device_id, booking_ids=[first])

        assert done.json() == {"device_id": device_id, "state": "shown", "is_replaced": False}
        newer = office.post("/api/devices/showWaiver", device_id=device_id, booking_ids=[second])
        assert newer.json()["is_replaced"]
        back = office.post("/api/devices/showWaiver", device_id=device_id, booking_ids=[first, second])
        assert not back.json()["is_replaced"]
        office.post("/api/devices/showWaiver", device_id=device_id, booking_ids=[first])
        [required] = self.shown(signer, token).json()["required"]
        assert [one["booking_id"] for one in required["guests"]] == [first]
        # On a tablet that staff set up, the guest's number is enough.
        signer.done(booking_id=first, headers={"X-Outfitter-Device": token})
        assert states_of(trip_id) == ["signed", "unsigned"]
        freed = office.post("/api/devices/showWaiver", device_id=device_id, booking_ids=[])
        assert freed.json()["state"] == "free"
        assert self.shown(signer, token).json()["required"] == []

    def test_who_signs_on_a_tablet_travels_with_those_it_shows(self, tour, signer, office, tablet):
        device_id, token = tablet
        trip_id = tour.book(adults=2)
        [first, second] = [one.pk for one in guests_of(trip_id)]
        office.post("/api/devices/showWaiver", device_id=device_id, booking_ids=[first, second])

        # Nobody has named the guests: each who signs is one of them.
        signer.done(party_booking_id=first, headers={"X-Outfitter-Device": token})
        assert sorted(states_of(trip_id)) == ["signed", "unsigned"]
        # Without the tablet the number opens nothing.
        other = tour.book()
        signer.done(party_booking_id=guests_of(other)[0].pk)
        assert states_of(other) == ["unsigned"]

    def test_what_is_no_tablet_shows_nothing(self, tour, signer, office):
        printer, _token = devices.register(
            name="Printer", kind="printer", platform="", push_token=None, location_id=None, at=utc_now()
        )
        guest = guests_of(tour.book())[0].pk

        wrong = office.post("/api/devices/showWaiver", device_id=printer, booking_ids=[guest])
        none = office.post("/api/devices/showWaiver", device_id=999_999, booking_ids=[guest])

        assert "device_id" in assert_error(wrong, 422, "validation_failed")["detail"]["fields"]
        assert_error(none, 404, "not_found")
        assert_error(self.shown(signer, "guessed"), 403, "device_unknown")
        assert_error(self.shown(signer, ""), 403, "device_unknown")
        assert_error(signer.client.post("/api/devices/showWaiver"), 401)
