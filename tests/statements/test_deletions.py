"""Compiled deletions take away what their querysets name, and nothing that others refer to."""

from typing import Any

import pytest

from outfitter.db.statements import Delete, Param
from outfitter_tenants.trips.models import PriceLine, Trip
from tests.support.sales import ANA, fill_cart, make_offer


@pytest.fixture
def trip(reef: Any) -> int:
    return fill_cart(make_offer(), contact=ANA)


def test_a_deletion_takes_its_rows_alone(trip: int) -> None:
    first, *rest = PriceLine.objects.filter(trip_id=trip).order_by("pk").values_list("pk", flat=True)
    delete = Delete(lambda: PriceLine.objects.filter(pk=Param("pk")))
    assert [delete.send(pk=first), delete.send(pk=first), delete.send(pk=0)] == [1, 0, 0]
    assert list(PriceLine.objects.order_by("pk").values_list("pk", flat=True)) == rest


def test_rows_that_others_refer_to_are_not_deleted_past_them(trip: int) -> None:
    with pytest.raises(TypeError):
        Delete(lambda: Trip.objects.filter(pk=Param("pk"))).send(pk=trip)
