"""Partners are reminded of invoices before and after they are due: once each, and never of what is paid."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.invoices import letters, reminders
from outfitter_tenants.checkout.invoices.letters import Letter
from outfitter_tenants.invoices.models import InvoiceReminder
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Properties
from outfitter_tenants.resellers.models import Reseller
from tests.invoices import invoice_calls as b
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def owed(clock):
    """Return an invoice that is sent to a partner who has ten days to pay it."""
    reseller = make_reseller()
    contacts = [
        {"name": "Kim", "email": "books@hotel.example", "phone": "", "is_accounting": True},
        {"name": "Lee", "email": "desk@hotel.example", "phone": "", "is_accounting": False},
    ]
    Reseller.objects.filter(pk=reseller).update(contacts=contacts, invoice_terms_days=10)
    b.sell(make_offer(), reseller)
    [made] = b.create(reseller)
    send(made, "Kim@hotel.example")
    return made


def send(made: int, to: str) -> None:
    letters.send(invoice_id=made, letter=Letter((to,)), version=None, by=b.EVERYBODY, at=utc_now())


def work() -> list[Message]:
    """Do the daily work, as often as it says that there is more; returns what was written."""
    before = set(Message.objects.values_list("pk", flat=True))
    state: dict | None = {}
    while state is not None:
        state = reminders.remind(state, utc_now())
    return list(Message.objects.exclude(pk__in=before).order_by("to"))


def test_before_and_after_it_is_due_once_each(owed, clock):
    assert work() == []
    clock.forward(days=6)
    assert work() == []

    clock.forward(days=1)
    first = work()

    assert [row.to for row in first] == ["Kim@hotel.example", "books@hotel.example"]
    assert "Reminder: invoice INV-00001" in first[0].subject
    assert "A friendly reminder: $39.20 is due on" in first[0].body_text
    assert first[0].attachments
    assert work() == []
    clock.forward(days=9)
    assert work() == []

    clock.forward(days=1)
    second = work()

    assert len(second) == 2
    assert "Overdue: invoice INV-00001" in second[0].subject
    assert "In total" not in second[0].body_text
    assert work() == []
    clock.forward(days=30)
    assert work() == []
    assert list(InvoiceReminder.objects.order_by("id").values_list("kind", flat=True)) == ["before", "after"]
    assert AuditLog.objects.filter(action="invoice.reminded", entity_id=owed).count() == 2


def test_who_owes_more_is_told_how_much_in_all(owed, clock):
    b.sell(make_offer(), b.get(owed).reseller_id)
    [more] = b.create(b.get(owed).reseller_id)
    send(more, "kim@hotel.example")
    clock.forward(days=17)

    written = work()

    assert len(written) == 4
    assert all("In total, $78.40 is overdue on your account." in row.body_text for row in written)


@pytest.mark.parametrize("how", ["paid", "void", "unsent"])
def test_what_is_no_longer_asked_for_is_left_alone(owed, clock, how):
    if how == "paid":
        b.pay(owed, b.get(owed).balance)
    else:
        b.set_status(owed, how)

    for _ in range(20):
        clock.forward(days=1)
        assert work() == []


def test_what_is_left_is_what_is_asked_for(owed, clock):
    b.pay(owed, 1000)
    clock.forward(days=8)

    assert "$29.20" in work()[0].body_text


def test_a_day_on_which_nothing_ran_is_made_up_for(owed, clock):
    clock.forward(days=20)
    assert len(work()) == 2


def test_what_has_been_overdue_for_long_is_left_to_people(owed, clock):
    clock.forward(days=25)
    assert work() == []


@pytest.mark.parametrize(
    ("settings", "cnt"),
    [
        ({"is_invoice_reminders": False}, 0),
        ({"invoice_reminder_days_before": 0}, 2),
        ({"invoice_reminder_days_after": 0}, 2),
        ({"invoice_reminder_days_before": 0, "invoice_reminder_days_after": 0}, 0),
    ],
)
def test_the_operator_decides(owed, clock, settings, cnt):
    Properties.objects.update_or_create(pk=1, defaults=settings)
    written = []
    for _ in range(20):
        clock.forward(days=1)
        written += work()
    assert len(written) == cnt


def test_sent_again_with_another_date_it_is_another_reminder(owed, clock):
    clock.forward(days=8)
    assert len(work()) == 2
    b.set_status(owed, "unsent")
    b.get(owed).__class__.objects.filter(pk=owed).update(due_date=None)
    send(owed, "kim@hotel.example")
    clock.forward(days=8)
    assert len(work()) == 2


def test_nobody_to_write_to_is_no_reminder(clock):
    reseller = make_reseller()
    b.sell(make_offer(), reseller)
    b.make_sent(reseller)
    clock.forward(days=29)
    assert work() == []
    assert not InvoiceReminder.objects.exists()
