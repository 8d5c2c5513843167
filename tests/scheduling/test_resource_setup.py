"""Set-up of resource groups and resources: all rows of a change, or none."""

from datetime import timedelta

import pytest
from django.db import connection

from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.models import BookingResource, ResourceUsage
from outfitter_tenants.scheduling.operations import resources
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer


@pytest.fixture
def owner(reef, client_for):
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


@pytest.fixture
def boats(owner):
    groups = post(owner, "/api/resourceGroup/save", {"name": "Boats", "kind": "vessel"})
    return groups.json()["resourceGroups"][0]["id"]


def update(client, *rows):
    return post(client, "/api/resources/update", {"rows": list(rows)})


def test_resources_are_made_and_changed_together(owner, boats):
    made = update(
        owner,
        {"group_id": boats, "name": "Orca", "capacity": 12},
        {"group_id": boats, "name": "Selkie", "capacity": 8, "priority": 5},
    ).json()["resourceGroups"][0]["resources"]
    assert [row["name"] for row in made] == ["Selkie", "Orca"]

    changed = update(owner, {**_row(made[1]), "status": "maintenance"})
    assert changed.status_code == 200
    one = owner.get(f"/api/resource/{made[1]['id']}/get").json()["resource"]
    assert (one["name"], one["status"]) == ("Orca", "maintenance")


def _row(resource):
    names = ("id", "group_id", "name", "capacity", "priority", "status")
    return {name: resource[name] for name in names}


def test_one_wrong_row_keeps_all_as_they_were(owner, boats):
    answer = update(owner, {"group_id": boats, "name": "Orca"}, {"group_id": 999, "name": "Ghost"})

    assert_error(answer, 404, "not_found")
    assert queries.list_resources() == []
    assert_error(update(owner, {"id": 999, "group_id": boats, "name": "None"}), 404, "not_found")
    assert_error(update(owner, {"group_id": boats, "name": "O", "location_id": 999}), 422)
    assert_error(owner.get("/api/resource/999/get"), 404, "not_found")


def test_what_still_serves_is_not_retired(owner, boats):
    offer = make_offer()
    [boat] = update(owner, {"group_id": boats, "name": "Orca"}).json()["resourceGroups"][0]["resources"]
    at = utc_now()
    BookingResource.objects.create(
        timeslot_id=offer.timeslot_id,
        resource_id=boat["id"],
        start_at=at,
        end_at=at + timedelta(hours=2),
        units=1,
    )

    assert_error(update(owner, {**_row(boat), "status": "retired"}), 409, "in_use")
    BookingResource.objects.update(end_at=at - timedelta(hours=1), start_at=at - timedelta(hours=2))
    assert update(owner, {**_row(boat), "status": "retired"}).status_code == 200


def test_only_empty_groups_are_deleted(owner, boats):
    [boat] = update(owner, {"group_id": boats, "name": "Orca"}).json()["resourceGroups"][0]["resources"]
    assert_error(post(owner, f"/api/resourceGroup/{boats}/delete"), 409, "in_use")
    assert boat["group_name"] == "Boats"
    empty = post(owner, "/api/resourceGroup/save", {"name": "Vans", "kind": "vehicle"})
    vans = next(g["id"] for g in empty.json()["resourceGroups"] if g["name"] == "Vans")
    assert post(owner, f"/api/resourceGroup/{vans}/delete").status_code == 200
    assert_error(post(owner, f"/api/resourceGroup/{vans}/delete"), 404, "not_found")


def test_a_resource_of_another_operator_is_none(peak, owner):
    connection.set_tenant(peak)
    group = resources.save_group(values={"name": "Ropes"}, group_id=None, at=utc_now())
    [rope] = resources.update_resources(
        rows=[
            {
                "group_id": group,
                "name": "Rope",
                "capacity": 1,
                "priority": 0,
                "status": "active",
                "buffer_minutes": 0,
                "color": "#000000",
            }
        ],
        at=utc_now(),
    )

    assert_error(update(owner, {"id": rope, "group_id": group, "name": "Mine"}), 404, "not_found")


def test_a_boat_gets_no_smaller_than_what_it_carries(owner, boats):
    offer = make_offer()
    [boat] = update(owner, {"group_id": boats, "name": "Orca", "capacity": 9}).json()["resourceGroups"][0][
        "resources"
    ]
    at = utc_now()
    for hours in (1, 1, 5):
        begin = at + timedelta(hours=hours)
        BookingResource.objects.create(
            timeslot_id=offer.timeslot_id,
            resource_id=boat["id"],
            start_at=begin,
            end_at=begin + timedelta(hours=2),
            units=3,
        )

    refused = assert_error(update(owner, {**_row(boat), "capacity": 5}), 409, "in_use")
    assert refused["detail"]["most_units"] == 6
    assert update(owner, {**_row(boat), "capacity": 6}).status_code == 200


def test_a_group_that_experiences_need_is_not_deleted(owner, boats):
    offer = make_offer()
    ResourceUsage.objects.create(experience_id=offer.experience_id, resource_group_id=boats)

    refused = assert_error(post(owner, f"/api/resourceGroup/{boats}/delete"), 409, "in_use")
    assert refused["detail"]["experience_ids"] == [offer.experience_id]


def test_a_boat_with_departures_stays_in_its_group(owner, boats):
    offer = make_offer()
    [boat] = update(owner, {"group_id": boats, "name": "Orca"}).json()["resourceGroups"][0]["resources"]
    vans = post(owner, "/api/resourceGroup/save", {"name": "Vans", "kind": "vehicle"}).json()
    other = next(group["id"] for group in vans["resourceGroups"] if group["name"] == "Vans")
    at = utc_now()
    BookingResource.objects.create(
        timeslot_id=offer.timeslot_id,
        resource_id=boat["id"],
        start_at=at,
        end_at=at + timedelta(hours=2),
        units=1,
    )

    assert_error(update(owner, {**_row(boat), "group_id": other}), 409, "in_use")
