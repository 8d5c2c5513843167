import pytest

from outfitter_tenants.people.models import Properties
from tests.checkout.desk import Desk
from tests.support.sales import make_offer
from tests.support.staff import owner_of


@pytest.fixture
def desk(reef, client_for) -> Desk:
    """The operator's owner at the counter."""
    return Desk(owner_of(client_for))


@pytest.fixture
def offer(desk):
    """Something to sell."""
    return make_offer()


@pytest.fixture
def settings(reef):
    """Change how the operator takes money."""

    def change(**values):
        Properties.objects.update_or_create(pk=1, defaults=values)

    return change
