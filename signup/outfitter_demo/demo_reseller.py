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
    """Give the reseller an agent who sold some of its trips; it and they are made where there are none."""
    known = Reseller.objects.filter(name=NAME).first()
    reseller_id = known.pk if known is not None else _create(at)
    agent_id = _hire(account, reseller_id, at)
    mine = Trip.objects.filter(status="reserved", reseller_id=reseller_id).order_by("-reserved_at", "pk")
    sold = list(mine[:SALES]) or _attribute(reseller_id, at)
    for trip in sold:
        trip.reseller_agent_id = agent_id
        reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)
        trip.save()
    return len(sold)


def _attribute(reseller_id: int, at: datetime) -> list[Trip]:
    """Return trips to come that were sold online, as the reseller's."""
    method = TripMethod.objects.get(slug="reseller")
    free = Trip.objects.filter(status="reserved", first_start_at__gt=at, trip_method__slug="ecommerce")
    sold = list(free.order_by("-reserved_at", "pk")[:SALES])
    for trip in sold:
        trip.reseller_id, trip.trip_method = reseller_id, method
    return sold


def _create(at: datetime) -> int:
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
    return made


def _hire(account: Account, reseller_id: int, at: datetime) -> int:
    Reseller.objects.filter(pk=reseller_id).update(allow={"edit": True, "cancel": True, "see_price": True})
    agent = operator_account.AGENT
    user = operator_account.login_of(agent, at)
    avatar = UserAvatar.objects.create(
        user_id=user.pk,
        name=agent.name,
        email=agent.email,
        kind="agent",
        reseller_id=reseller_id,
        role=Role.objects.get(slug=agent.role),
        color=agent.color,
        desk="Front desk",
    )
    accounts.add_membership(user=user, account=account, avatar_id=avatar.pk, kind="agent")
    return int(avatar.pk)
