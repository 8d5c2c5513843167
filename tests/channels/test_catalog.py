"""What a connection is told of seats and prices, against what a sale of it costs."""

from datetime import timedelta
from itertools import product as every

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels import errors
from outfitter.plugins.channels.booking_types import DepartureRef, UnitRequest
from outfitter.sdk import channels
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.pricing.operations import save_surcharge
from outfitter_tenants.resellers.models import Reseller, ResellerTerm
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.models import Timeslot, TimeslotPool
from outfitter_tenants.scheduling.queries import PartnerTimeslotQuery, departures_for_partners
from tests.support.fake_channel import ask, connect, map_offer
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer


def days(count: int = 10):
    today = utc_now().date()
    return {"date_from": today, "date_to": today + timedelta(days=count)}


def look(stall, offer, **wanted):
    given = {"product_id": f"P{offer.experience_id}", **days(), **wanted}
    return channels.availability(stall, **given)


def party(adults: int = 0, children: int = 0) -> tuple[UnitRequest, ...]:
    units = [UnitRequest("ADULT", adults)] if adults else []
    return (*units, *([UnitRequest("CHILD", children)] if children else []))


class TestDepartures:
    def test_seats_prices_and_instants(self, stall, offer):
        [found] = look(stall, offer)
        slot = Timeslot.objects.get()
        assert (found.id, found.starts_at) == (str(slot.pk), slot.start_at)
        assert found.starts_at.utcoffset() == timedelta(hours=-5)
        assert (found.status, found.refusal, found.vacancies) == ("available", None, 10)
        assert {one.unit_id: one.price.retail for one in found.prices} == {"ADULT": ADULT, "CHILD": CHILD}
        assert found.price_of("ADULT").net == ADULT * 8 // 10
        assert found.total is None

    @pytest.mark.parametrize(("adults", "refusal"), [(10, None), (11, "too_few_seats"), (51, "party")])
    def test_a_party_is_judged_and_priced(self, stall, offer, adults, refusal):
        [found] = look(stall, offer, units=party(adults))
        assert (found.refusal, found.total.retail) == (refusal, adults * ADULT)

    @pytest.mark.parametrize(
        ("change", "status", "refusal"),
        [
            ({"status": "closed"}, "closed", "closed"),
            ({"is_blacked_out": True}, "closed", "closed"),
            ({"booked_pax_cnt": 10}, "sold_out", "sold_out"),
            ({"booked_pax_cnt": 8}, "limited", None),
            ({"capacity": None}, "freesale", None),
            ({"cutoff_at_reseller": "past"}, "closed", "past_cutoff"),
            ({"presale_at_reseller": "future"}, "closed", "not_yet_on_sale"),
        ],
    )
    def test_states(self, stall, offer, change, status, refusal):
        times = {"past": utc_now() - timedelta(1), "future": utc_now() + timedelta(1)}
        values = {name: times.get(value, value) for name, value in change.items()}
        Timeslot.objects.update(**values)
        [found] = look(stall, offer)
        assert (found.status, found.refusal) == (status, refusal)

    def test_a_cancelled_departure_is_none(self, stall, offer):
        Timeslot.objects.update(status="cancelled")
        assert look(stall, offer) == ()

    def test_by_id_and_by_option(self, stall, offer):
        key = str(offer.timeslot_id)
        name = f"P{offer.experience_id}"
        found = channels.departures(stall, product_id=name, departure_ids=[key, "x", "99999"])
        assert [one.id for one in found] == [key]
        with pytest.raises(errors.UnknownOption):
            channels.departures(stall, product_id=name, option_id="X", departure_ids=[key])

    @pytest.mark.parametrize(
        ("wanted", "problem"),
        [
            ({"product_id": "X"}, errors.UnknownProduct),
            ({"units": (UnitRequest("SENIOR"),)}, errors.UnknownUnit),
            ({"currency": "EUR"}, errors.CurrencyMismatch),
            (days(600), errors.MalformedRequest),
            ({"date_to": utc_now().date() - timedelta(days=3)}, errors.MalformedRequest),
        ],
    )
    def test_what_makes_no_sense(self, stall, offer, wanted, problem):
        with pytest.raises(problem):
            look(stall, offer, **wanted)

    def test_start_times_narrow_an_option(self, fair, offer):
        scheduling.add_timeslot(
            experience_id=offer.experience_id,
            day=Timeslot.objects.get().date,
            start_time=Timeslot.objects.get().start_time.replace(hour=14),
            at=utc_now(),
        )
        stall = connect(state="draft")
        nine = Timeslot.objects.order_by("start_at").first().start_time
        map_offer(stall.id, offer, option_ref="EARLY", start_times=[nine])
        map_offer(stall.id, offer, option_ref="ALL")
        ChannelConnection.objects.update(state="live")
        assert len(look(stall, offer, option_id="EARLY")) == 1
        assert len(look(stall, offer, option_id="ALL")) == 2
        later = Timeslot.objects.order_by("start_at").last()
        with pytest.raises(errors.UnknownDeparture):
            channels.hold(
                stall, ask(offer, option_id="EARLY", departure=DepartureRef(departure_id=str(later.pk)))
            )

    def test_hidden_from_the_partner_it_is_no_product(self, stall, offer):
        ResellerTerm.objects.create(
            reseller=Reseller.objects.get(), experience_id=offer.experience_id, is_hidden=True
        )
        with pytest.raises(errors.UnknownProduct):
            look(stall, offer)
        assert channels.products(stall) == ()
        with pytest.raises(errors.NoAvailability):
            channels.hold(stall, ask(offer))


class TestSameAsASale:
    """What is told is what a hold then costs: rates, taxes, fees, wholesale."""

    @pytest.mark.parametrize("surcharge", [None, "tax", "inclusive", "fee"])
    @pytest.mark.parametrize("wholesale", [None, 700_000])
    def test_price_told_is_price_held(self, fair, offer, surcharge, wholesale):
        values = {"rate_ppm": 82_500, "calc": "percent", "applies_to": ["tickets"]}
        if surcharge is not None:
            kind = "fee" if surcharge == "fee" else "tax"
            extra = {"is_inclusive": surcharge == "inclusive"} if kind == "tax" else {}
            save_surcharge(kind=kind, at=utc_now(), values={"name": "S", **values, **extra})
        stall = connect(offer)
        Reseller.objects.update(wholesale_ppm=wholesale)
        wanted = ask(offer, adults=2, children=1)
        [found] = look(stall, offer, units=wanted.units)
        held = channels.hold(stall, wanted)
        told = found.total.net if wholesale else found.total.retail
        assert held.price.retail == told
        if not wholesale and surcharge in {None, "inclusive"}:
            assert held.price.net == found.total.net

    @pytest.mark.parametrize("price", [0, 1, 3333])
    def test_a_departure_with_prices_of_its_own(self, stall, offer, price):
        Timeslot.objects.update(price_override={str(offer.adult): price})
        [found] = look(stall, offer)
        assert found.price_of("ADULT").retail == price
        assert channels.hold(stall, ask(offer)).price.retail == 2 * price


class TestSeatsAgainstTheSchedule:
    """The lean read says the same as the rows that sales are made from."""

    @pytest.mark.parametrize(
        ("allotment", "day_cap", "pool"), list(every([None, 6, 0], [None, 5], [None, 4]))
    )
    def test_left(self, stall, offer, allotment, day_cap, pool):
        slot = Timeslot.objects.get()
        Timeslot.objects.update(
            online_allotment=allotment, is_day_limited=day_cap is not None, is_pooled=pool is not None
        )
        slot.experience_date.capacity = day_cap
        slot.experience_date.save()
        if pool is not None:
            TimeslotPool.objects.create(timeslot=slot, method="ota", capacity=pool)
        now = utc_now()
        [row] = departures_for_partners(PartnerTimeslotQuery(now, "ota", ids=[slot.pk]))
        whole = schedule.get_timeslot(timeslot_id=slot.pk, at=now)
        assert row.left == whole.remaining.of("reseller", "ota")
        assert row.left_for_price == whole.remaining.of("reseller")
        assert row.is_open == (whole.status == "open")
        assert row.closes_at == whole.windows["reseller"].closes_at(whole.booked_pax_cnt)

    def test_seats_by_customer_type(self, stall, offer):
        slot = Timeslot.objects.get()
        Timeslot.objects.update(is_pooled=True)
        for kind, seats in ((offer.adult, 3), (offer.child, 2)):
            TimeslotPool.objects.create(timeslot=slot, experience_customer_type_id=kind, capacity=seats)
        [found] = look(stall, offer)
        assert found.unit_vacancies == {"ADULT": 3, "CHILD": 2}
        assert found.vacancies == 5
        [judged] = look(stall, offer, units=party(4))
        assert judged.refusal == "too_few_seats"

    def test_what_lapsed_is_free_again_before_anybody_swept(self, stall, offer):
        from outfitter_tenants.scheduling.models import Hold

        fill_cart(offer, adults=10, children=0)
        assert look(stall, offer)[0].vacancies == 0
        Hold.objects.update(expires_at=utc_now() - timedelta(seconds=1))
        assert look(stall, offer)[0].vacancies == 10


class TestCalendar:
    def test_every_day_has_a_row(self, stall, offer):
        rows = channels.calendar(stall, product_id=f"P{offer.experience_id}", **days(3))
        assert [row.status for row in rows] == ["closed", "closed", "available", "closed"]
        day = rows[2]
        assert (day.vacancies, day.capacity, day.departures) == (10, 10, 1)
        assert {one.unit_id: one.price.retail for one in day.prices_from} == {"ADULT": ADULT, "CHILD": CHILD}


class TestProducts:
    def test_what_is_told_of_one(self, stall, offer):
        [found] = channels.products(stall)
        assert found == channels.product(stall, f"P{offer.experience_id}")
        assert (found.content.title, found.currency, found.is_instant) == ("Kayak", "USD", True)
        [option] = found.options
        assert (option.option_id, option.is_default, option.min_pax) == ("DEFAULT", True, 1)
        assert [(one.unit_id, one.kind, one.price_from.retail) for one in option.units] == [
            ("ADULT", "adult", ADULT),
            ("CHILD", "child", CHILD),
        ]
        assert found.content.meeting_point == "The old boathouse"

    def test_open_to_all_sells_what_is_live_without_mapping(self, fair, offer):
        other = make_offer(name="Zip-line")
        stall = connect(is_open_to_all=True)
        names = {one.content.title for one in channels.products(stall)}
        assert names == {"Kayak", "Zip-line"}
        assert {one.experience_id for one in channels.products(stall)} == {
            offer.experience_id,
            other.experience_id,
        }
