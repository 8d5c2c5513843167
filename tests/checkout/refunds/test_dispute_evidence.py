"""What is handed in against a dispute holds all that speaks for the payment."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.printouts.dispute_evidence import evidence_of, printout
from outfitter_tenants.ledger.queries import PaymentNotFound
from outfitter_tenants.people.models import UserAvatar
from tests.support.api_operations import assert_error
from tests.support.sold_trips import arrive, pay

pytestmark = pytest.mark.usefixtures("reef", "gateway")


def collect(trip_id, payment_id):
    from outfitter.api.principal import Principal
    from outfitter_tenants.people.defaults import ALL_CODES

    who = Principal(kind="staff", avatar_id=UserAvatar.objects.first().pk, permissions=frozenset(ALL_CODES))
    return evidence_of(
        trip_id=trip_id,
        payment_id=payment_id,
        operator="Reef Runners",
        country="US",
        principal=who,
        at=utc_now(),
    )


@pytest.fixture
def sheets(monkeypatch):
    """What was set on paper, before it was."""
    seen = []
    render = printout.document.render

    def look(template, data, **more):
        seen.append(data)
        return render(template, data, **more)

    monkeypatch.setattr(printout.document, "render", look)
    return seen


def test_it_holds_everything(trip_id, sheets, staff):
    paid = pay(trip_id, 12700)
    arrive(trip_id)
    told = GatewayDispute("dp_1", "needs_response", "fraudulent", 12700, "USD", None, paid.intent.gateway_id)
    disputes.dispute_changed(gateway="stripe", dispute=told, at=utc_now())

    [shown] = staff.get(f"/api/trip/{trip_id}/get").json()["disputes"]
    assert (shown["payment_id"], shown["status"]) == (paid.pk, "needs_response")
    made = collect(trip_id, paid.pk)

    assert made.startswith(b"%PDF")
    sections = {one["title"]: one["rows"] for one in sheets[0]["sections"]}
    assert ["Dispute", "dp_1: fraudulent"] in sections["The payment"]
    assert len(sections["Guests"]) == 3
    assert all(row[1].startswith("20") for row in sections["Guests"])
    assert sections["The price"][-1] == ["Total", "", "127.00 USD"]
    assert any("dispute" in row[2] for row in sections["What happened"])


def test_a_payment_of_another_trip(trip_id, staff):
    with pytest.raises(PaymentNotFound):
        collect(trip_id, 9_999_999)


def test_staff_load_it_where_they_look_at_the_payment(trip_id, staff, client_for):
    paid = pay(trip_id, 12700)
    where = f"/api/payments/getTransaction?payment_id={paid.pk}&evidence=true"

    answer = staff.get(where)

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert_error(staff.get(where.replace(str(paid.pk), "9999999")), 404, "not_found")
    assert_error(client_for("reef").get(where), 401, "unauthenticated")
