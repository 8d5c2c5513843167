"""Default guides: put on what a rule makes, as far as they are free; what people chose stays."""

from datetime import time, timedelta
from typing import Any

import pytest

from outfitter.kit.errors import Invalid
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import Timeslot, TimeslotGuide
from outfitter_tenants.scheduling.operations import RuleDraft, guides
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.departures import NOW, TOMORROW, make_hold, make_rule
from tests.support.owner_client import owner_of
from tests.support.resources import make_blackout
from tests.support.team import make_person

pytestmark = pytest.mark.usefixtures("reef")
NINE = time(9)


@pytest.fixture
def crew() -> tuple[int, int]:
    return tuple(make_person(name, is_guide=True).pk for name in ("Ida", "Max"))  # type: ignore[return-value]


def edit(rule: Any, **given: Any) -> Any:
    values = {"date_from": TOMORROW, "date_to": TOMORROW + timedelta(days=6), "times": (NINE,), **given}
    is_dry_run = values.pop("is_dry_run", False)
    return operations.edit_rule(
        rule_id=rule.id, draft=RuleDraft(**values), version=None, at=NOW, is_dry_run=is_dry_run
    )


def crews() -> list[list[tuple[int, str]]]:
    """Return who guides each departure, by start."""
    return [
        [(row.user_avatar_id, row.role) for row in slot.timeslot_guides.order_by("id")]
        for slot in Timeslot.objects.exclude(status="cancelled").order_by("start_at")
    ]


def test_the_first_leads_what_is_made(crew: tuple[int, int]) -> None:
    ida, max_ = crew
    made = make_rule(guide_ids=(max_, ida, max_))
    assert made.rule is not None
    assert made.rule.guide_ids == (max_, ida)
    assert crews() == [[(max_, "lead"), (ida, "assistant")]] * 7


def test_who_is_away_or_guides_something_else_is_left_out(crew: tuple[int, int]) -> None:
    ida, max_ = crew
    other = make_rule(times=(time(9, 30),), date_to=TOMORROW, guide_ids=(ida,))
    assert other.created_cnt == 1
    day = timedelta(days=1)
    slot = Timeslot.objects.get()
    make_blackout(guide_avatar_id=max_, begin=slot.start_at + day, end=slot.end_at + day)
    make_rule(date_to=TOMORROW + 2 * day, guide_ids=(ida, max_))
    both = [(ida, "lead"), (max_, "assistant")]
    # 09:00 with Max alone, 09:30 with Ida; then Ida alone; then both.
    assert crews() == [[(max_, "lead")], [(ida, "lead")], [(ida, "lead")], both]


def test_one_guide_takes_every_second_of_overlapping_departures(crew: tuple[int, int]) -> None:
    ida, _ = crew
    experience = make_experience(duration_minutes=60, buffer_after_minutes=15)
    times = (time(9), time(9, 45), time(10, 30), time(11, 0), time(11, 30))
    make_rule(experience=experience, times=times, date_to=TOMORROW, guide_ids=(ida,))
    assert [bool(found) for found in crews()] == [True, False, True, False, False]


def test_new_ones_follow_where_nobody_chose(crew: tuple[int, int]) -> None:
    ida, max_ = crew
    rule = make_rule(guide_ids=(ida,)).rule
    first, second = Timeslot.objects.order_by("start_at")[:2]
    guides.assign_guides(timeslot_id=first.pk, crew=[(ida, "driver"), (max_, "lead")], force=True, at=NOW)
    make_hold(timeslot=second, qty=2)
    seen = edit(rule, guide_ids=(max_,), is_dry_run=True)
    assert (seen.updated_cnt, len(seen.kept)) == (5, 1)
    assert crews()[2] == [(ida, "lead")]
    edit(rule, guide_ids=(max_,))
    # The held departure follows as well: nobody has paid for a guide.
    assert crews() == [[(ida, "driver"), (max_, "lead")], *[[(max_, "lead")]] * 6]
    # Not named: as it was.
    assert edit(rule, capacity=4).rule.guide_ids == (max_,)
    assert edit(rule, guide_ids=()).rule.guide_ids == ()
    assert crews()[2:] == [[]] * 5


def test_who_does_not_guide_here_is_refused(crew: tuple[int, int]) -> None:
    with pytest.raises(Invalid) as refused:
        make_rule(guide_ids=(make_person("Eve").pk,))
    assert list(refused.value.detail["fields"]) == ["guide_ids"]
    assert not TimeslotGuide.objects.exists()


def test_over_http(crew: tuple[int, int], client_for: Any) -> None:
    staff = owner_of(client_for)
    path = f"/api/experience/{make_experience().pk}/availabilities/create"
    body = {"date_from": "2099-01-01", "times": ["09:00"], "guide_ids": list(crew)}
    made = staff.post(path, body, content_type="application/json").json()
    assert made["rule"]["guide_ids"] == list(crew)
    wrong = {**body, "guide_ids": [999_999]}
    error = assert_error(staff.post(path, wrong, content_type="application/json"), 422)
    assert "guide_ids" in error["detail"]["fields"]
    bulk = {"filter": {"rule_ids": [made["rule"]["id"]]}, "changes": {"guide_ids": [crew[1]]}}
    answer = staff.post("/setup/experiences/availabilities/bulkEdit", bulk, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["failures"] == []
