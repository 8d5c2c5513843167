"""Notes on trips through HTTP: by staff, by guides."""

import pytest

from outfitter_tenants.people.models import Role
from outfitter_tenants.scheduling.models import TimeslotGuide
from outfitter_tenants.trips.models import Trip, TripNote
from tests.checkout.front_desk import Desk, actions
from tests.support.add_ons import sell
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.team import browser_of, make_colleague


@pytest.fixture
def desk(reef, client_for):
    return Desk(owner_of(client_for))


class TestStaff:
    def test_written_changed_and_deleted(self, desk, offer):
        trip_id = fill_cart(offer)

        made = desk.done(f"/note/new/{trip_id}", body="Vegan", kind="customer", is_pinned=True)
        note = made["note"]["id"]
        changed = desk.done(f"/note/update/{note}", body="Vegan!", show_on_manifest=True)
        gone = desk.done(f"/note/delete/{note}")

        assert made["note"]["kind"] == "customer"
        assert (changed["note"]["body"], changed["note"]["is_pinned"]) == ("Vegan!", True)
        assert changed["note"]["edited_at"] is not None
        assert (gone["note"], gone["trip"]["notes"]) == (None, [])
        assert TripNote.objects.get(pk=note).deleted_at is not None
        assert actions(trip_id)[-3:] == ["trip.note_added", "trip.note_changed", "trip.note_deleted"]

    @pytest.mark.parametrize("by", ["pk", "hash"])
    def test_without_a_note_s_id_the_body_names_the_trip(self, desk, offer, by):
        trip = Trip.objects.get(pk=fill_cart(offer))

        made = desk.done("/note/update", body="Late", trip=getattr(trip, by))

        assert made["trip"]["id"] == trip.pk
        assert made["note"]["author"]["name"]

    def test_the_same_again_leaves_no_trace(self, desk, offer):
        trip_id = fill_cart(offer)
        note = desk.done(f"/note/new/{trip_id}", body="Vegan")["note"]["id"]
        before = actions(trip_id)

        desk.done(f"/note/update/{note}", body="Vegan")

        assert actions(trip_id) == before

    @pytest.mark.parametrize("body", [{"body": ""}, {"body": "A", "kind": "system"}, {}])
    def test_what_is_no_note_is_refused(self, desk, offer, body):
        assert_error(desk.post(f"/note/new/{fill_cart(offer)}", **body), 422, "validation_failed")

    def test_a_deleted_note_is_none(self, desk, offer):
        note = desk.done(f"/note/new/{fill_cart(offer)}", body="Vegan")["note"]["id"]
        desk.done(f"/note/delete/{note}")

        assert_error(desk.post(f"/note/update/{note}", body="A"), 404, "not_found")
        assert_error(desk.post(f"/note/delete/{note}"), 404, "not_found")

    def test_whoever_only_looks_writes_nothing(self, desk, offer):
        trip_id = fill_cart(offer)
        Role.objects.filter(slug="owner").update(permissions=["trip.view"])

        assert_error(desk.post(f"/note/new/{trip_id}", body="A"), 403, "forbidden")


class TestGuides:
    @pytest.fixture
    def guide(self, desk, offer, client_for):
        ida = make_colleague("Ida", "guide", is_guide=True)
        TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar_id=ida.pk, status="assigned")
        return Desk(browser_of(client_for, ida))

    def test_they_write_guide_notes_on_their_trips(self, guide, desk, offer):
        trip_id = sell(offer)

        made = guide.done(f"/note/new/{trip_id}", body="Seasick", kind="staff")["note"]

        assert (made["kind"], made["author"]["name"]) == ("guide", "Ida")
        assert guide.done(f"/note/update/{made['id']}", body="Fine")["note"]["body"] == "Fine"
        guide.done(f"/note/delete/{made['id']}")

    def test_notes_of_others_are_not_theirs_to_change(self, guide, desk, offer):
        note = desk.done(f"/note/new/{sell(offer)}", body="VIP")["note"]["id"]

        assert_error(guide.post(f"/note/update/{note}", body="A"), 403, "forbidden")
        assert_error(guide.post(f"/note/delete/{note}"), 403, "forbidden")

    def test_other_trips_are_out_of_reach(self, guide, desk):
        trip_id = sell(make_offer(name="Zip-line"))
        note = desk.done(f"/note/new/{trip_id}", body="VIP")["note"]["id"]

        for path in (f"/note/new/{trip_id}", f"/note/update/{note}", f"/note/delete/{note}"):
            assert_error(
                guide.post(path, body="A") if "delete" not in path else guide.post(path), 404, "not_found"
            )
