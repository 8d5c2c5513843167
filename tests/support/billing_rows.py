"""What the platform bills: a plan of the host and a statement of an operator."""

from datetime import date

from django.db import connection

from outfitter.accounts.models import Account
from outfitter.billing.models import BillingStatement
from outfitter.billing.operations import plan_catalog
from outfitter.billing.operations.plan_catalog import PlanTerms, PlanText
from outfitter.kit.clock import utc_now


def make_statement() -> int:
    """Return the id of a statement of the operator whose schema this is; the host sells a plan."""
    plan_catalog.save_plan(
        plan_id=None,
        known_version=None,
        text=PlanText("flat", "Flat"),
        terms=PlanTerms("flat", 100, "USD", "month"),
        at=utc_now(),
    )
    account = Account.objects.get(schema_name=connection.schema_name)  # type: ignore[attr-defined]
    day = date(2026, 1, 1)
    return BillingStatement.objects.create(
        account=account,
        number=f"W-{account.pk}",
        kind="period",
        currency="USD",
        period_from=day,
        period_to=day,
        opening=0,
        net=100,
        tax=0,
        closing=100,
        issued_at=utc_now(),
        issued_on=day,
        due_on=day,
    ).pk
