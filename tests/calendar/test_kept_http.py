"""What browsers may keep of the range call, and whose rate sheets it shows."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from tests.calendar.test_ranges import make_sheet, slots_of
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
TODAY = utc_now().date() - timedelta(days=1)
PATH = f"/api/experiences/getInDateRange/{TODAY}/{TODAY + timedelta(days=30)}"


def ask(client: Any, body: dict[str, Any], **headers: str) -> Any:
    return client.post(PATH, body, content_type="application/json", headers=headers)


def test_who_has_the_answer_gets_none(client_for: Any) -> None:
    slot = make_timeslot(day=TODAY + timedelta(days=5))
    public = client_for("reef")
    tag = ask(public, {"requestId": 1})["ETag"]
    again = ask(public, {"requestId": 2}, **{"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert ask(public, {"showPrices": True}, **{"If-None-Match": tag}).status_code == 200
    type(slot).objects.filter(pk=slot.pk).update(capacity=3)
    later = ask(public, {"fetchExperiences": True})
    assert later["ETag"] != tag
    assert later["Cache-Control"] == "no-cache"


def test_answers_to_staff_are_kept_nowhere(client_for: Any) -> None:
    make_timeslot(day=TODAY + timedelta(days=5))
    found = ask(owner_of(client_for), {"isAuthenticated": True})
    assert "ETag" not in found
    assert found["Cache-Control"] == "no-store"


def test_prices_of_resellers_are_for_staff(client_for: Any) -> None:
    slot = make_timeslot(day=TODAY + timedelta(days=5))
    make_sheet(slot.experience, reseller_ids=[7])
    body = {"showPrices": True, "reseller": 7, "isAuthenticated": True}
    assert slots_of(ask(client_for("reef"), body).json()) == {slot.pk: 2900}
    assert slots_of(ask(owner_of(client_for), body).json()) == {slot.pk: 1000}
    del body["reseller"]
    assert slots_of(ask(owner_of(client_for), body).json()) == {slot.pk: 2900}
