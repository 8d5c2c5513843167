"""A partner of the demonstration operator, with an agent who sold some of its trips."""

from datetime import datetime
from typing import Final

from outfitter.accounts import operations as accounts
from outfitter.accounts.models import Account
from outfitter_demo import operator_account
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.resellers import operations as resellers
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip, TripMethod

NAME: Final = "Bluebird Inn"
SALES: Final = 9


def create_reseller_with_agent(account: Account, *, at: datetime) -> int:
    """Make the reseller, its agent and what they sold of the trips to come; returns how many."""
    reseller_id, agent_id = _hire(account, at)
    method = TripMethod.objects.get(slug="reseller")
    mine = Trip.objects.filter(status="reserved", first_start_at__gt=at, trip_method__slug="ecommerce")
    sold = list(mine.order_by("-reserved_at", "pk")[:SALES])
    for trip in sold:
        trip.reseller_id, trip.reseller_agent_id, trip.trip_method = reseller_id, agent_id, method
        reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)
        trip.save()
    return len(sold)


def _hire(account: Account, at: datetime) -> tuple[int, int]:
    made = resellers.create_reseller(
        values={
            "name": NAME,
            "reseller_type": "concierge",
            "payment_method": "none_required",
            "collect_type": "operator_collects",
            "commission_ppm": 150_000,
        },
        currency="USD",
        at=at,
    )
    Reseller.objects.filter(pk=made).update(allow={"edit": True, "cancel": True, "see_price": True})
    agent = operator_account.AGENT
    user = operator_account.login_of(agent, at)
    avatar = UserAvatar.objects.create(
        user_id=user.pk,
        name=agent.name,
        email=agent.email,
        kind="agent",
        reseller_id=made,
        role=Role.objects.get(slug=agent.role),
        color=agent.color,
        desk="Front desk",
    )
    accounts.add_membership(user=user, account=account, avatar_id=avatar.pk, kind="agent")
    return made, avatar.pk
