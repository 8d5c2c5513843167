"""What a plan includes: one more is refused, what is there stays, bookings are only told (ADR 144)."""

import json
from datetime import UTC, datetime

import pytest

from outfitter.accounts.models import Account
from outfitter.accounts.queries import forget_facts
from outfitter.billing.models import PlanVersion
from outfitter.billing.operations.plan_room import PlanLimitReached, ensure_room
from outfitter.billing.rules.plan_limits import Usage, usage_of
from outfitter_tenants.backoffice import plan_usage
from outfitter_tenants.catalog.models import Location
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support.owner_client import owner_of
from tests.support.tenant_clients import enter_operator


def post(client, path, **body):
    return client.post(path, json.dumps(body), content_type="application/json")


@pytest.mark.rules
def test_it_is_told_at_eighty_and_at_a_hundred_percent():
    levels = [Usage("users", used, 10).level for used in (0, 7, 8, 9, 10, 11)]
    assert levels == ["fine", "fine", "near", "near", "full", "full"]
    assert usage_of({"channels": 2, "users": 1}, {"users": 1}) == [
        Usage("users", 1, 1),
        Usage("channels", 0, 2),
    ]


@pytest.fixture
def limited(reef, take, client_for):
    """Put Reef Runners on a plan with limits; gives its owner's browser."""

    def begun(**limits):
        version = take("flat").plan_version
        PlanVersion.objects.filter(pk=version.pk).update(limits=limits)
        Account.objects.filter(pk=reef.pk).update(status="live")
        forget_facts("t_reef")
        client = owner_of(client_for)
        enter_operator("t_reef")
        return client

    return begun


@pytest.mark.django_db
class TestRoom:
    def test_nobody_is_invited_beyond_the_plan_and_who_is_there_stays(self, limited):
        owner = limited(users=2)
        role = Role.objects.get(slug="manager")
        people = UserAvatar.objects.exclude(status="support").count()
        assert people == 1
        asked = {"name": "Rui Paz", "role_id": role.pk}
        assert post(owner, "/setup/team/user/invite", **asked, email="rui@reef.example").status_code == 200
        refused = post(owner, "/setup/team/user/invite", **asked, email="eva@reef.example")
        assert (refused.status_code, refused.json()["code"]) == (409, "plan_limit_reached")
        assert refused.json()["detail"] == {"limit": 2, "used": 2, "limit_name": "users"}
        (row,) = owner.get("/api/billing/get").json()["usage"]
        assert row == {"name": "users", "used": 2, "limit": 2, "level": "full"}

    def test_a_smaller_plan_takes_nothing_away(self, limited):
        owner = limited(locations=1)
        Location.objects.create(name="Old pier")
        Location.objects.create(name="New pier")
        with pytest.raises(PlanLimitReached):
            ensure_room("locations", count=lambda: 2)
        assert owner.get("/api/billing/get").json()["usage"][0]["level"] == "full"
        assert Location.objects.count() >= 2

    def test_what_is_not_named_is_not_limited(self, limited):
        limited(users=1)
        ensure_room("locations", count=lambda: 99)
        ensure_room("channels", count=lambda: 99)

    def test_bookings_are_counted_and_never_refused(self, limited, april):
        limited(bookings=1)
        since = datetime(2026, 4, 1, tzinfo=UTC)
        assert plan_usage.counted(since)["bookings"] == 0


@pytest.mark.django_db
def test_whoever_has_no_plan_is_asked_nothing(reef):
    enter_operator("t_reef")
    ensure_room("users", count=lambda: pytest.fail("counted"))
