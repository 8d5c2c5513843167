"""Seats that come back to a departure somebody waits for: to the list first, in real transactions."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import close_old_connections, connection, transaction

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.waitlist import entries, offers
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.waitlist.models import WaitlistEntry
from tests.support.departures import ask_seats
from tests.support.sales import Offer
from tests.support.waitlist_parties import fill, give_back, run_due, slot_of, states, wait

pytestmark = pytest.mark.django_db(transaction=True)


def buy(offer: Offer, seats: int = 1) -> Any:
    """A stranger takes seats on the calendar."""
    at = utc_now()
    return scheduling.place_hold(
        ask_seats(timeslot_id=offer.timeslot_id, qty_by_type={offer.adult: seats}, method="ecommerce", at=at),
        at=at,
    )


def kept() -> list[Hold]:
    return list(Hold.objects.filter(kind="waitlist", status="active", qty_by_type={}))


def offered() -> dict[str, int]:
    """Return the live offers: first name -> seats that are held."""
    rows = WaitlistEntry.objects.filter(status="offered").order_by("pk")
    holds = {hold.pk: hold for hold in Hold.objects.filter(status="active", kind="waitlist")}
    return {row.first_name: holds[row.offer_hold_id].pax_cnt for row in rows}


def test_nothing_is_kept_where_nobody_waits(offer: Offer) -> None:
    give_back(fill(offer))
    assert kept() == []
    assert not DueJob.objects.filter(kind=offers.SERVE).exists()
    assert buy(offer).pax_cnt == 1


def test_what_comes_back_is_held_for_the_list_when_the_transaction_ends(offer: Offer) -> None:
    three, _one = fill(offer, seats=3), fill(offer, seats=1)
    wait(offer, "Ana", adults=2)

    give_back(three)

    assert [(hold.pax_cnt, hold.timeslot_id) for hold in kept()] == [(3, offer.timeslot_id)]
    with pytest.raises(SoldOut):
        buy(offer)
    assert run_due() == 1
    assert offered() == {"Ana": 2}
    # What nobody who waits could have is on sale again.
    assert kept() == []
    assert buy(offer).pax_cnt == 1
    assert slot_of(offer).held_pax_cnt == 4
    assert queries.count_drift() == []
    mail = Message.objects.get(dedupe_key__endswith=":offer")
    assert "/waitlist/" in mail.body_text


def test_who_does_not_fit_is_passed_over_and_keeps_the_place(offer: Offer) -> None:
    two, other = fill(offer, seats=2), fill(offer, seats=2)
    wait(offer, "Big", adults=4)
    wait(offer, "Small", adults=2)
    give_back(two)
    run_due()
    assert states() == {"Big": "waiting", "Small": "offered"}

    entries.leave(entry_id=WaitlistEntry.objects.get(first_name="Small").pk, status="left", at=utc_now())
    give_back(other)
    run_due()

    assert offered() == {"Big": 4}


def test_a_party_of_four_gets_no_three_seats_and_the_calendar_does(offer: Offer) -> None:
    three, _one = fill(offer, seats=3), fill(offer, seats=1)
    wait(offer, "Big", adults=4)
    give_back(three)
    assert kept() == []
    assert buy(offer, 3).pax_cnt == 3


def test_an_offer_that_ends_goes_to_the_next(offer: Offer) -> None:
    seats = fill(offer)
    first, _second = wait(offer, "Ana", adults=4), wait(offer, "Bo", adults=4)
    give_back(seats)
    run_due()
    assert offered() == {"Ana": 4}

    later = utc_now() + timedelta(minutes=61)
    assert offers.end_offer(entry_id=first.pk, at=later)
    assert not offers.end_offer(entry_id=first.pk, at=later)
    with pytest.raises(SoldOut):
        buy(offer)
    run_due()

    assert states() == {"Ana": "expired", "Bo": "offered"}
    assert Message.objects.filter(dedupe_key=f"waitlist:{first.pk}:expired").count() == 1


def test_seats_exchanged_inside_one_transaction_are_never_the_lists(offer: Offer) -> None:
    seats = fill(offer)
    wait(offer, "Ana", adults=1)
    with transaction.atomic():
        give_back(seats)
        again = fill(offer)
    assert kept() == []
    assert again.pax_cnt == 4


def test_capacity_that_is_added_comes_to_the_list(offer: Offer) -> None:
    fill(offer)
    wait(offer, "Ana", adults=2)
    Timeslot.objects.filter(pk=offer.timeslot_id).update(capacity=6)
    run_due()
    assert offered() == {"Ana": 2}


def test_lapsed_seats_are_the_lists_before_a_buyer_may_take_them_back(offer: Offer) -> None:
    seats = fill(offer)
    wait(offer, "Ana", adults=4)
    Hold.objects.filter(pk=seats.id).update(expires_at=utc_now() - timedelta(seconds=1))
    with pytest.raises(SoldOut):
        buy(offer)
    scheduling.sweep_expired_holds(at=utc_now())
    run_due()
    assert offered() == {"Ana": 4}


def test_jobs_that_run_twice_offer_once(offer: Offer) -> None:
    seats = fill(offer)
    wait(offer, "Ana", adults=2)
    give_back(seats)
    payload = {"timeslot_id": offer.timeslot_id}
    offers.serve(payload, utc_now())
    offers.serve(payload, utc_now())
    run_due()
    assert offered() == {"Ana": 2}
    assert Message.objects.filter(dedupe_key__endswith=":offer").count() == 1
    assert slot_of(offer).held_pax_cnt == 2


def test_a_worker_that_never_comes_gives_the_calendar_its_seats(offer: Offer) -> None:
    seats = fill(offer)
    wait(offer, "Ana", adults=4)
    give_back(seats)
    Hold.objects.filter(pk=kept()[0].pk).update(expires_at=utc_now() - timedelta(minutes=3))
    assert buy(offer).pax_cnt == 1


def test_cancelled_departures_tell_everybody(offer: Offer) -> None:
    seats = fill(offer)
    told = [wait(offer, "Ana", adults=4), wait(offer, "Bo", adults=2)]
    give_back(seats)
    run_due()
    scheduling.cancel_timeslot(timeslot_id=offer.timeslot_id, reason="storm", at=utc_now())
    run_due()
    assert states() == {"Ana": "closed", "Bo": "closed"}
    for row in told:
        assert Message.objects.filter(dedupe_key=f"waitlist:{row.pk}:closed").count() == 1
    assert slot_of(offer).waiting_pax_min is None


def test_cancelled_departures_tell_who_has_an_offer_and_is_last(offer: Offer) -> None:
    seats = fill(offer)
    wait(offer, "Ana", adults=4)
    give_back(seats)
    run_due()
    scheduling.cancel_timeslot(timeslot_id=offer.timeslot_id, reason="storm", at=utc_now())
    offers.sweep({}, utc_now())
    assert states() == {"Ana": "closed"}


def test_the_last_seat_is_wanted_by_the_list_and_by_a_buyer_at_once(reef: Any, offer: Offer) -> None:
    """Two connections: one gives seats back, the other asks for them over and over."""
    seats = fill(offer)
    wait(offer, "Ana", adults=4)
    begin, is_over = Barrier(2), Event()

    def inside(job: Any) -> Any:
        close_old_connections()
        connection.set_schema(reef.schema_name)
        try:
            begin.wait(timeout=20)
            return job()
        finally:
            connection.close()

    def release() -> int:
        try:
            give_back(seats)
            return run_due()
        finally:
            is_over.set()

    def snipe() -> list[Any]:
        taken = []
        while not is_over.is_set():
            with suppress(SoldOut):
                taken.append(buy(offer))
        return taken

    with ThreadPoolExecutor(2) as pool:
        served, taken = pool.submit(inside, release), pool.submit(inside, snipe)
        assert served.result(timeout=60) == 1
        assert taken.result(timeout=60) == []
    assert offered() == {"Ana": 4}


def test_a_join_and_a_return_at_once_lose_nothing(reef: Any, offer: Offer) -> None:
    """Who joins while seats come back is either told to book or gets the offer."""
    for name in ("Ana", "Bo", "Cy", "Di"):
        seats = fill(offer)
        begin = Barrier(2)

        def inside(job: Any, begin: Barrier = begin) -> Any:
            close_old_connections()
            connection.set_schema(reef.schema_name)
            try:
                begin.wait(timeout=20)
                return job()
            except DomainError as problem:
                return problem
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            joined = pool.submit(inside, lambda name=name: wait(offer, name, adults=4))
            returned = pool.submit(inside, lambda seats=seats: give_back(seats))
            returned.result(timeout=60)
            answer = joined.result(timeout=60)
        run_due()
        if isinstance(answer, entries.NotSoldOut):
            continue
        assert offered() == {name: 4}
        entries.leave(entry_id=answer.pk, status="left", at=utc_now())
        assert run_due() == 0
