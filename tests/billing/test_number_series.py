"""Numbers of statements have no gaps, however many operators are billed at once."""

import pytest

from outfitter.accounts.models import Account
from outfitter.billing.models import BillingStatement
from outfitter.billing.operations import customer_details, plan_catalog
from outfitter.billing.operations.plan_catalog import PlanTerms, PlanText
from outfitter.kit.clock import utc_now
from tests.support.database import PEAK, REEF
from tests.support.threads import at_once


@pytest.mark.django_db(transaction=True)
def test_no_gap_and_no_number_twice():
    plan_catalog.save_plan(
        plan_id=None,
        known_version=None,
        text=PlanText("flat", "Flat"),
        terms=PlanTerms("flat", 100, "USD", "month"),
        at=utc_now(),
    )
    accounts = [Account.objects.get(schema_name=one.schema_name) for one in (REEF, PEAK)]

    def credit(account):
        return lambda: customer_details.give_credit(account=account, amount=5, reason="x", at=utc_now())

    def fail(account):
        # What breaks after the number was taken gives it back.
        return lambda: customer_details.give_credit(account=account, amount=10**30, reason="x", at=utc_now())

    found = at_once([job(one) for one in accounts for job in (credit, fail, credit, credit)])
    numbers = sorted(int(one.number.removeprefix("OF-")) for one in BillingStatement.objects.all())
    assert numbers == [1, 2, 3, 4, 5, 6]
    assert len([one for one in found if isinstance(one, Exception)]) == 2
    for account in accounts:
        mine = BillingStatement.objects.filter(account=account).order_by("pk")
        assert [one.closing for one in mine] == [-5, -10, -15]
