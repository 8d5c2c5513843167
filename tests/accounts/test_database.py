"""The operators that every database test counts on."""

from typing import Any

from django.db import connection


def test_reef_is_ready_in_its_own_schema(reef: Any) -> None:
    from outfitter_tenants.people.queries import get_properties, list_roles

    assert (reef.slug, reef.is_ready, connection.schema_name) == ("reef", True, "t_reef")
    assert get_properties().time_zone == "America/New_York"
    assert next(role["slug"] for role in list_roles()) == "owner"


def test_peak_is_a_different_operator(peak: Any) -> None:
    from outfitter_tenants.people.queries import get_properties

    assert get_properties().currency == "INR"


def test_every_test_starts_in_the_public_schema(db: None) -> None:
    assert connection.schema_name == "public"
