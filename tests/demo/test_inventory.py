"""The demonstration's boats, guides, seasons and prices: shown, and possible."""

import re
from collections import Counter, defaultdict
from datetime import timedelta

from django.db.models import Sum

from outfitter_demo import catalog, drawings
from outfitter_tenants.catalog.models import Season
from outfitter_tenants.catalog.queries import images
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.pricing.models import RateSheet
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import (
    Blackout,
    BookingResource,
    GuideProfile,
    ResourceUsage,
    Timeslot,
    TimeslotGuide,
)
from outfitter_tenants.scheduling.queries.resource_capacity import resource_room
from outfitter_tenants.scheduling.rules.resource_capacity import SCOPES
from outfitter_tenants.trips.models import Booking
from tests.demo import AT, TODAY


def test_what_departures_need_is_there_and_said(demo):
    with_usage = set(ResourceUsage.objects.values_list("experience__name", flat=True))
    assert len(with_usage) >= 8
    assert "Lantern Walk: Ghosts of Frenchman Bay" not in with_usage
    assert set(ResourceUsage.objects.values_list("sharing_scope", flat=True)) >= {
        "any",
        "timeslot",
        "exclusive",
    }


def test_every_guest_who_needs_a_seat_has_one(demo):
    usages = {row.experience_customer_type_id: row for row in ResourceUsage.objects.all()}
    sold = Booking.objects.filter(
        cancelled_at=None,
        trip_order__status="active",
        trip_order__timeslot__date__gte=TODAY,
        trip_order__trip__status__in=["reserved", "under_review"],
        experience_customer_type_id__in=usages,
    )
    wanted: Counter[int] = Counter()
    for order, kind in sold.values_list("trip_order_id", "experience_customer_type_id"):
        wanted[order] += usages[kind].units_per_booking
    has = dict(
        BookingResource.objects.filter(trip_order_id__in=wanted)
        .values_list("trip_order_id")
        .annotate(units=Sum("units"))
    )
    assert has == wanted


def test_no_boat_carries_too_many_or_is_in_two_places(demo):
    rows = BookingResource.objects.select_related("resource", "timeslot").order_by("start_at", "id")
    by_boat = defaultdict(list)
    for row in rows:
        by_boat[row.resource].append(row)
    assert len(by_boat) >= 8
    for boat, uses in by_boat.items():
        for use in uses:
            rest = timedelta(minutes=boat.buffer_minutes)
            beside = [
                other
                for other in uses
                if other.start_at < use.end_at + rest and use.start_at < other.end_at + rest
            ]
            assert sum(other.units for other in beside) <= boat.capacity, (boat, use)
            if SCOPES.index(use.sharing_scope) >= SCOPES.index("timeslot"):
                assert {other.timeslot_id for other in beside} == {use.timeslot_id}


def test_blackouts_are_shown_and_kept_free(demo):
    targets = Counter(
        (row.resource_id is not None, row.guide_avatar_id is not None, row.experience_id is not None)
        for row in Blackout.objects.all()
    )
    assert len(targets) == 3
    assert Blackout.objects.exclude(series_id=None).count() >= 8
    for row in Blackout.objects.all():
        span = {"start_at__lt": row.end_at, "end_at__gt": row.start_at}
        assert not BookingResource.objects.filter(resource_id=row.resource_id, **span).exists()
        away = TimeslotGuide.objects.filter(user_avatar_id=row.guide_avatar_id)
        assert not away.filter(timeslot__start_at__lt=row.end_at, timeslot__end_at__gt=row.start_at).exists()
    shut = Timeslot.objects.filter(is_blacked_out=True)
    assert shut.count() == 1
    assert not shut.filter(booked_pax_cnt__gt=0).exists()


def test_guides_say_what_they_can_do_and_have_work(demo):
    assert GuideProfile.objects.exclude(skills=[]).count() == 6
    assert UserAvatar.objects.filter(is_guide=True).exclude(languages=[]).count() == 6
    soon = TimeslotGuide.objects.filter(
        timeslot__date__range=(TODAY, TODAY + timedelta(days=6)), timeslot__start_at__gt=AT
    )
    assert soon.count() >= 20
    assert soon.values("user_avatar").distinct().count() == 6


def test_there_are_seasons_and_rate_sheets(demo):
    assert Season.objects.count() == 2
    assert Counter(RateSheet.objects.values_list("status", flat=True)) == {"live": 2, "draft": 1}


def test_what_is_on_sale_can_be_carried(demo):
    coming = Timeslot.objects.filter(
        date__range=(TODAY + timedelta(days=2), TODAY + timedelta(days=8)), is_blacked_out=False
    )
    rows = scheduling.get_timeslot_refs(ids=coming.values_list("pk", flat=True), at=AT)
    room = resource_room(departures=list(rows.values()), at=AT)
    for row in rows.values():
        left = room.get(row.id)
        free = row.remaining.of("direct")
        # Two tours of one hour may want the same vans: that is what resources are for.
        if left is not None and "Boat" in row.experience_name:
            assert left >= free


def test_every_experience_can_have_its_picture(reef):
    made = catalog.create_catalogue(pictures={name: drawings.address(name) for name in drawings.NAMES}, at=AT)
    for each in made:
        [image] = images.images_of(experience_id=each.id)
        assert (image.role, image.alt) == ("hero", each.plan.short)
        assert [row.width for row in image.variants] == list(drawings.VARIANTS)
        assert re.fullmatch(r"/media/pictures/[A-Za-z0-9_-]{16,64}/1200.jpg", image.url)
        assert image.url == drawings.address(each.plan.picture)
