"""The checklist of a new operator follows what is there, and remembers when it first did."""

from datetime import timedelta

import pytest

from outfitter.accounts import state_changes
from outfitter.accounts.models import Account, AccountStageEvent
from outfitter.kit.clock import utc_now
from outfitter.onboarding import queries, rules
from outfitter_tenants.backoffice.account import stage
from outfitter_tenants.backoffice.setup_tasks import SLUGS
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.models import Trip
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.django_db
# domain.md 6.3, in its words.
WANTED = {
    *("business", "brand", "location", "experience", "prices", "availability", "taxes", "cancellation"),
    *("payments", "booking", "widget", "template", "team", "waiver", "partner", "import"),
}
OPTIONAL = {"waiver", "partner", "import"}


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


@pytest.fixture
def owner(reef, client_for):
    """Reef Runners' owner in a browser."""
    return owner_of(client_for)


def by_slug(found):
    return {task["slug"]: task for task in found["tasks"]}


class TestTheChecklist:
    def test_has_the_sixteen_steps_each_with_a_form(self, owner):
        found = by_slug(owner.get("/api/setup/tasks/get").json())

        assert set(found) == WANTED == set(SLUGS)
        assert {slug for slug, task in found.items() if not task["is_required"]} == OPTIONAL
        assert found["prices"]["url"] == "/setup/experience/new"
        assert all(task["url"].startswith("/") for task in found.values())

    def test_the_profile_is_complete_with_what_its_form_asks_for(self, owner, reef):
        reef.business = {**reef.business, "phone": "", "address": ""}
        reef.save(update_fields=["business"])
        assert not by_slug(owner.get("/api/setup/tasks/get").json())["business"]["is_done"]

        general = owner.get("/api/setup/general/get").json()
        typed = {"business": {"address": "Pier 5"}, "ecom_phone_number": "(212) 555-0100"}
        answer = post(owner, "/api/setup/general/save", {"version": general["settings"]["version"], **typed})

        assert answer.status_code == 200, answer.content
        assert by_slug(owner.get("/api/setup/tasks/get").json())["business"]["is_done"]

    def test_looking_changes_nothing_and_a_review_keeps_the_first_time(self, owner, reef):
        offer = make_offer()
        first = by_slug(owner.get("/api/setup/tasks/get").json())
        assert (first["experience"]["is_done"], first["experience"]["done_at"]) == (True, None)
        assert first["prices"]["url"] == f"/setup/experience/{offer.experience_id}/edit/guests"

        noted = by_slug(post(owner, "/api/setup/tasks/review").json())["experience"]["done_at"]
        again = by_slug(post(owner, "/api/setup/tasks/review").json())["experience"]["done_at"]

        assert noted is not None
        assert again == noted

    def test_a_step_that_is_undone_keeps_when_it_was_done(self, owner, reef):
        offer = make_offer()
        post(owner, "/api/setup/tasks/review")
        row = catalog.get_experience(experience_id=offer.experience_id)
        from outfitter_tenants.catalog.models import Experience

        Experience.objects.filter(pk=row.id).update(status="hidden")
        found = by_slug(owner.get("/api/setup/tasks/get").json())["experience"]

        assert found["is_done"] is False
        assert found["done_at"] is not None

    def test_a_booking_is_tried_once_it_was_deleted_again(self, owner, reef):
        fill_cart(make_offer())
        assert not by_slug(owner.get("/api/setup/tasks/get").json())["booking"]["is_done"]

        trip = make_reserved()
        Trip.objects.filter(pk=trip).update(status="deleted", deleted_at=utc_now())

        assert by_slug(owner.get("/api/setup/tasks/get").json())["booking"]["is_done"]
        assert stage.review(at=utc_now()) != "live"

    def test_is_for_who_sets_up(self, reef, client_for):
        assert_error(client_for("reef").get("/api/setup/tasks/get"), 401)

    def test_another_operator_is_not_seen(self, owner, reef, client_for):
        make_offer()
        post(owner, "/api/setup/tasks/review")
        other = by_slug(owner_of(client_for, "peak").get("/api/setup/tasks/get").json())

        assert (other["experience"]["is_done"], other["experience"]["done_at"]) == (False, None)

    def test_live_operators_are_not_asked_on_every_page(self, owner, reef):
        assert owner.get("/app/init").json()["setupTasks"] != []
        state_changes.change_state(account_id=reef.pk, change="go_live", actor="x", at=utc_now())

        assert owner.get("/app/init").json()["setupTasks"] == []
        assert owner.get("/api/setup/tasks/get").json()["standing"] == "live"


class TestStages:
    @pytest.mark.parametrize(
        ("status", "days", "standing"),
        [
            ("onboarding", 13, "on_the_way"),
            ("onboarding", 14, "stalled"),
            ("onboarding", 103, "stalled"),
            ("onboarding", 104, "lost"),
            ("closed", 0, "lost"),
            ("live", 400, "live"),
            ("past_due", 400, "live"),
        ],
    )
    def test_standing(self, status, days, standing):
        at = utc_now()
        assert rules.standing(status=status, moved_at=at - timedelta(days=days), at=at) == standing

    def test_a_stage_ends_a_stall(self, reef):
        at = utc_now()
        AccountStageEvent.objects.filter(account=reef).update(entered_at=at - timedelta(days=40))
        assert queries.standing(account=reef, at=at) == "stalled"

        state_changes.enter_stage(account_id=reef.pk, stage="profile", at=at)

        assert queries.standing(account=Account.objects.get(pk=reef.pk), at=at) == "on_the_way"
        assert [row.stage for row in queries.list_stages(account_id=reef.pk)][-1] == "profile"


class TestTheSample:
    def test_is_an_experience_like_any_other_and_can_be_removed(self, owner, reef):
        made = post(owner, "/api/setup/sample/create", {"kind": "water"})
        assert made.status_code == 200, made.content
        row = catalog.get_experience(experience_id=made.json()["experience_id"])
        assert (row.status, {kind.base_price for kind in row.customer_types}) == ("draft", {6900, 4140})
        assert scheduling.ANY_FUTURE_TIMESLOT.all(at=utc_now())
        assert_error(post(owner, "/api/setup/sample/create", {"kind": "tours"}), 409, "sample_exists")
        assert len(catalog.list_all()) == 1

        left = post(owner, "/api/setup/sample/remove").json()

        assert left["sample"] is None
        assert catalog.list_all() == []
        assert not scheduling.ANY_FUTURE_TIMESLOT.all(at=utc_now())
        assert_error(post(owner, "/api/setup/sample/remove"), 404)

    def test_stays_when_guests_are_booked(self, owner, reef):
        made = post(owner, "/api/setup/sample/create", {"kind": "tours"}).json()["experience_id"]
        from outfitter_tenants.scheduling.models import Timeslot

        slot = Timeslot.objects.filter(experience_id=made).first()
        Timeslot.objects.filter(pk=slot.pk).update(booked_pax_cnt=2)

        assert_error(post(owner, "/api/setup/sample/remove"), 409, "experience_in_use")
        assert len(catalog.list_all()) == 1

    def test_there_are_kinds(self, owner):
        assert_error(post(owner, "/api/setup/sample/create", {"kind": "circus"}), 422, "validation_failed")
