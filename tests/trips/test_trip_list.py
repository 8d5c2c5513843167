"""The list of trips over HTTP."""

import json
from typing import Any

import pytest

from tests.support.sales import fill_cart, make_offer
from tests.support.staff import owner_of

pytestmark = pytest.mark.usefixtures("reef")


def test_a_page(client_for: Any) -> None:
    offer = make_offer()
    made = fill_cart(offer)
    staff = owner_of(client_for)
    answer = staff.get("/api/trips/get", {"search": "rui ana", "filters": json.dumps([{"field": "experiences", "op": "in", "value": [offer.experience_id]}]), "group_by": "status"})
    assert answer.status_code == 200, answer.content
    print(answer.json())
    assert answer.json()["data"][0]["id"] == made
