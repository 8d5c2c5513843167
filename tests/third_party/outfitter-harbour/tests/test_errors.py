"""Harbour has a word for everything that can go wrong."""

import json

import pytest
from outfitter.sdk.channels import Fault, HoldExpired, PriceChanged, SoldOut, UnknownProduct

from outfitter_harbour import errors


@pytest.mark.parametrize(
    ("problem", "code", "status"),
    [
        (SoldOut(left=1), "sold_out", 409),
        (HoldExpired("over"), "hold_is_over", 410),
        (UnknownProduct("x"), "unknown_product", 404),
        (PriceChanged(ours=2, theirs=1), "price_changed", 409),
    ],
)
def test_refusals_are_said_in_its_form(problem, code, status):
    answer = errors.refusal(problem)

    assert (answer.status_code, json.loads(answer.content)["error"]["code"]) == (status, code)


def test_faults_say_when_to_come_again(rf):
    answer = errors.fault(rf.get("/"), Fault("overloaded", 503, "Too much.", 5))

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
