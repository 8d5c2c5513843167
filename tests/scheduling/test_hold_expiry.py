"""Expired holds are tidied up by one due job for each half minute."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.plugins.models import DueJob
from outfitter_tenants.scheduling import tasks
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations.availability_events import SWEEP
from tests.support.departures import NOW, make_hold, make_timeslot

pytestmark = pytest.mark.django_db(transaction=True)


def test_holds_share_their_sweep_and_it_comes_after_them(reef: Any) -> None:
    slot = make_timeslot()
    for seconds in (0, 5, 20, 35):
        make_hold(timeslot=slot, at=NOW + timedelta(seconds=seconds))
    jobs = DueJob.objects.filter(kind=SWEEP, schema_name=reef.schema_name).order_by("next_at")
    ends = NOW + timedelta(minutes=15)
    assert [job.next_at - ends for job in jobs] == [timedelta(seconds=30), timedelta(seconds=60)]
    tasks.sweep_holds({}, jobs[0].next_at)
    assert Hold.objects.filter(status="expired").count() == 3
    tasks.sweep_holds({}, jobs[1].next_at)
    slot.refresh_from_db()
    assert (slot.held_pax_cnt, slot.online_held_pax_cnt) == (0, 0)


def test_the_sweep_belongs_to_the_operator_whoever_commits(reef: Any) -> None:
    with in_schema(PUBLIC), transaction.atomic(), in_schema(reef.schema_name):
        make_hold(timeslot=make_timeslot(), at=NOW)
    assert set(DueJob.objects.filter(kind=SWEEP).values_list("schema_name", flat=True)) == {reef.schema_name}
