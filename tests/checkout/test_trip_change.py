"""The frame of a change, shown by the smallest one."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import StaleVersion
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.trip_changes.change import TripActor, WrongState
from outfitter_tenants.checkout.trip_management import labels
from outfitter_tenants.trips import queries as trips
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")


def rename(trip_id, name, **more):
    return labels.set_group_name(
        trip_id=trip_id, group_name=name, by=TripActor(avatar_id=1), at=utc_now(), **more
    )


class TestFrame:
    def test_a_change_steps_the_version_and_is_logged_once(self):
        trip_id = fill_cart(make_offer())
        before = trips.get_trip(trip_id=trip_id)

        rename(trip_id, "Smith wedding")

        after = trips.get_trip(trip_id=trip_id)
        assert (after.group_name, after.version) == ("Smith wedding", before.version + 1)
        rows = [r for r in audit.list_of_trip(trip_id=trip_id) if r["action"] == "trip.group_named"]
        assert [row["changes"] for row in rows] == [
            [{"field": "group_name", "before": None, "after": "Smith wedding"}]
        ]

    def test_a_change_to_what_it_is_leaves_no_trace(self):
        trip_id = fill_cart(make_offer())
        rename(trip_id, "Smith")
        version = trips.get_trip(trip_id=trip_id).version

        rename(trip_id, "Smith")

        assert trips.get_trip(trip_id=trip_id).version == version

    def test_a_stale_version_changes_nothing(self):
        trip_id = fill_cart(make_offer())
        version = trips.get_trip(trip_id=trip_id).version
        rename(trip_id, "First")

        with pytest.raises(StaleVersion):
            rename(trip_id, "Second", version=version)

        assert trips.get_trip(trip_id=trip_id).group_name == "First"

    def test_a_deleted_trip_takes_no_changes(self):
        trip_id = fill_cart(make_offer())
        trip = trips.get_trip(trip_id=trip_id)
        trip.status = "deleted"
        trip.save()

        with pytest.raises(WrongState):
            rename(trip_id, "Nobody")
