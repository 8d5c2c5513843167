"""Who gets the confirmation of a partner's trip, and that nobody gets it twice."""

import pytest

from outfitter.plugins import contexts
from outfitter.plugins.types import Event
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.confirmation_readers import readers_of
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.resellers.models import Reseller
from tests.messaging.support import payload
from tests.messaging.test_delivery import AT
from tests.support.resellers import make_agent, make_reseller

CUSTOMER = "ana@guest.example"
BOOKS, FRONT = "books@hotel.example", "front@hotel.example"
CONTACTS = [
    {"name": "Front desk", "email": FRONT, "phone": None, "is_accounting": False},
    {"name": "Books", "email": BOOKS, "phone": None, "is_accounting": True},
    {"name": "Nobody", "email": None, "phone": None, "is_accounting": False},
]


@pytest.fixture
def partner(reef):
    reseller = make_reseller()
    Reseller.objects.filter(pk=reseller).update(contacts=CONTACTS)
    return reseller


def tell(reseller, *recipients, emails=()):
    told = {"recipients": list(recipients), "emails": list(emails)}
    Reseller.objects.filter(pk=reseller).update(communication=told)


@pytest.mark.parametrize(
    ("recipients", "emails", "is_customer_told", "copies"),
    [
        (["customer"], [], True, []),
        (["customer", "reseller"], [], True, [BOOKS]),
        (["reseller"], [], False, [BOOKS]),
        (["agent"], [], False, ["ada@hotel.example"]),
        (["customer", "reseller", "agent"], [FRONT], True, [FRONT, BOOKS, "ada@hotel.example"]),
        (["reseller"], [BOOKS.upper()], False, [BOOKS]),
        (["customer"], [CUSTOMER.upper()], True, []),
        ([], [FRONT], False, [FRONT]),
    ],
)
def test_as_the_partner_is_set_up(partner, recipients, emails, is_customer_told, copies):
    agent = make_agent(partner)
    tell(partner, *recipients, emails=emails)

    found = readers_of(customer=CUSTOMER, reseller_id=partner, agent_id=agent.pk)

    assert (found.is_customer_told, list(found.copies)) == (is_customer_told, copies)


def test_at_first_the_customer_alone(partner):
    assert readers_of(customer=CUSTOMER, reseller_id=partner, agent_id=None).copies == ()
    assert readers_of(customer=CUSTOMER, reseller_id=partner + 9, agent_id=None).is_customer_told
    assert not readers_of(customer="", reseller_id=None, agent_id=None).is_customer_told


def test_without_an_accounting_contact_all_contacts_are_told(partner):
    Reseller.objects.filter(pk=partner).update(contacts=CONTACTS[:1] + CONTACTS[2:])
    tell(partner, "reseller")

    assert readers_of(customer=CUSTOMER, reseller_id=partner, agent_id=None).copies == (FRONT,)


def test_a_disabled_agent_is_not_told(partner):
    agent = make_agent(partner)
    UserAvatar.objects.filter(pk=agent.pk).update(status="disabled")
    tell(partner, "customer", "agent")

    assert readers_of(customer=CUSTOMER, reseller_id=partner, agent_id=agent.pk).copies == ()


def test_every_reader_gets_one_message(partner):
    tell(partner, "customer", "reseller")
    event = Event("e1", "trip.converted", payload(reseller_id=partner, reseller_agent_id=None), AT)
    ctx = contexts.context_for(schema_name="t_reef")

    subscribers.on_trip_converted(ctx, event)
    subscribers.on_trip_converted(ctx, event)

    rows = Message.objects.order_by("pk")
    assert [row.to.split("<")[-1].rstrip(">") for row in rows] == [CUSTOMER, BOOKS]
    # The copy is no message to the customer: their page does not show it.
    assert [row.customer_id is None for row in rows] == [False, True]


def test_a_partner_may_tell_its_customers_itself(partner):
    tell(partner, "reseller")
    event = Event("e1", "trip.converted", payload(reseller_id=partner, contact_email=None), AT)

    subscribers.on_trip_converted(contexts.context_for(schema_name="t_reef"), event)

    assert [BOOKS in row.to for row in Message.objects.all()] == [True]
