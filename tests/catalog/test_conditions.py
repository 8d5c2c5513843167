"""The deposit and the cancellation policy of one experience."""

from typing import Any

import pytest
from django.test import Client

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.pricing.models import CancellationPolicy
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
QUARTER = {"kind": "per_order_percent", "rate_ppm": 250_000}


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


def save(client: Client, experience: Any, **body: Any) -> Any:
    path = f"/api/experience/{experience.pk}/conditions/save"
    return client.post(path, body, content_type="application/json")


def test_its_balance_is_due_in_days(owner: Client) -> None:
    made = make_experience()
    answer = save(owner, made, deposit={**QUARTER, "balance_due_days": 30}).json()
    assert (answer["deposit"]["balance_due_days"], answer["deposit"]["balance_due_hours"]) == (30, None)
    own = pricing.deposits_of(experience_ids=[made.pk], default=pricing.get_rules().deposit)
    assert own[made.pk].balance_due_days == 30


def test_its_own_and_the_operators_again(owner: Client) -> None:
    made = make_experience()
    policy = CancellationPolicy.objects.create(name="Strict").pk
    answer = save(owner, made, deposit=QUARTER, cancellation_policy_id=policy, version=1).json()
    assert (answer["deposit"]["rate_ppm"], answer["cancellation_policy_id"]) == (250_000, policy)
    assert answer["version"] == 2
    path = f"/api/experience/{made.pk}/conditions/get"
    assert owner.get(path).json() == answer
    default = pricing.get_rules().deposit
    own = pricing.deposits_of(experience_ids=[made.pk], default=default)
    assert own[made.pk].kind == "per_order_percent"
    assert save(owner, made, deposit=QUARTER, cancellation_policy_id=policy).json() == answer
    assert_error(save(owner, made, version=1), 409, "stale_version")
    back = save(owner, made).json()
    assert (back["deposit"], back["cancellation_policy_id"], back["version"]) == (None, None, 3)
    assert {"id": policy, "name": "Strict", "is_default": False} in back["policies"]
    assert back["operator_deposit"]["kind"] == default.kind
    assert AuditLog.objects.filter(entity_type="experience", entity_id=made.pk).count() == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"deposit": {"kind": "per_order_percent"}}, "deposit.rate_ppm"),
        ({"deposit": {"kind": "per_booking_amount"}}, "deposit.amount"),
        ({"deposit": {"kind": "all"}}, "deposit.kind"),
        ({"deposit": {**QUARTER, "balance_due_hours": 1, "balance_due_days": 0}}, "deposit.balance_due_days"),
        ({"deposit": {**QUARTER, "balance_due_days": 366}}, "deposit.balance_due_days"),
        ({"deposit": {**QUARTER, "balance_due_days": -1}}, "deposit.balance_due_days"),
        ({"deposit": {**QUARTER, "rate_ppm": 2_000_000}}, "deposit.rate_ppm"),
        ({"cancellation_policy_id": 999_999}, "cancellation_policy_id"),
    ],
)
def test_a_bad_field_is_named(owner: Client, body: Any, field: str) -> None:
    problem = assert_error(save(owner, make_experience(), **body), 422)
    assert set(problem["detail"]["fields"]) == {field}


def test_strangers_and_neighbours(owner: Client, client_for: Any) -> None:
    made = make_experience()
    assert_error(save(client_for("reef"), made), 401, "unauthenticated")
    peak = owner_of(client_for, "peak")
    assert_error(save(peak, made), 404, "not_found")
    assert_error(peak.get(f"/api/experience/{made.pk}/conditions/get"), 404, "not_found")
