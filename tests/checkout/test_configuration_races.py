"""Prices changed by one connection while another sells: none is sold that was over when its sale began."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, Final

import pytest
from django.db import connection

from outfitter.db.tenant_schema import in_schema
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.trips.models import Booking
from tests.support.kept_reads import unchecked
from tests.support.sales import fill_cart, make_offer

SCHEMA: Final = "t_reef"
SALES: Final = 30


def _in_a_connection_of_its_own(work: Callable[[], Any]) -> Any:
    try:
        with in_schema(SCHEMA):
            return work()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_price_that_is_over_is_never_sold() -> None:
    with in_schema(SCHEMA):
        offer = make_offer(capacity=None)
    # When each price may have begun to hold, and from when on it surely did.
    history: list[tuple[int, float, float]] = [(4900, 0.0, 0.0)]
    is_over = Event()

    def change() -> None:
        price = 5000
        while not is_over.is_set():
            begun = time.monotonic()
            ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=price)
            history.append((price, begun, time.monotonic()))
            price += 1

    def sell() -> list[tuple[int, float, float]]:
        found = []
        for _ in range(SALES):
            begun = time.monotonic()
            trip_id = fill_cart(offer, adults=1, children=0)
            ended = time.monotonic()
            sold = Booking.objects.get(trip_order__trip_id=trip_id).unit_amount
            found.append((sold, begun, ended))
        return found

    with unchecked(), ThreadPoolExecutor(2) as pool:
        changing = pool.submit(_in_a_connection_of_its_own, change)
        try:
            sales = pool.submit(_in_a_connection_of_its_own, sell).result()
        finally:
            is_over.set()
        changing.result()

    # The last price that surely held when a sale began, or one that came before it ended.
    for sold, begun, ended in sales:
        surely = [price for price, _, held in history if held <= begun]
        possible = {surely[-1], *(price for price, came, held in history if came <= ended and held > begun)}
        assert sold in possible
    assert len({sold for sold, _, _ in sales}) > 1
