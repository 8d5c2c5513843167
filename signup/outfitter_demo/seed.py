"""Makes the demonstration operator: all of it in one transaction, or nothing."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from outfitter.accounts import file_storage
from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import in_schema
from outfitter.kit import zones
from outfitter_demo import (
    abandoned_carts,
    agent_days,
    crm_seed,
    demo_reseller,
    derived_rows,
    drawings,
    gift_cards,
    guide_shifts,
    invoiced_partners,
    operator_account,
    phone_calls,
    rates,
    resources,
    signed_waivers,
    trip_scenarios,
)
from outfitter_demo.catalog import create_catalogue
from outfitter_demo.guest_names import people
from outfitter_demo.parties import load_calendar
from outfitter_demo.trip_rows import Rows, Writer
from outfitter_demo.trip_scenarios import TripScenario
from outfitter_tenants.people.models import UserAvatar

TRIPS: Final = 320
PEOPLE: Final = 260
SEED: Final = "harbor-and-pine"


@dataclass(frozen=True, slots=True)
class SeedReport:
    """What was made; all zero when the operator was there already."""

    is_new: bool
    trips_cnt: int = 0
    carts_cnt: int = 0
    mails_cnt: int = 0


def seed(*, at: datetime, studio: drawings.Studio | None, count: int = TRIPS) -> SeedReport:
    """
    Make the demonstration operator as of an instant; one that is there stays as it is.

    `studio` draws the pictures meanwhile; without one there are none.
    """
    if operator_account.find_operator() is not None:
        return SeedReport(is_new=False)
    with transaction.atomic():
        account = operator_account.create_operator(at=at)
        with in_schema(account.schema_name):
            report = _fill(account, studio is not None, count, at)
        if studio is not None:
            for folder, drawn in studio.hang().items():
                file_storage.write_all(schema_name=account.schema_name, folder=folder, files=drawn)
    return report


def _fill(account: Account, has_pictures: bool, count: int, at: datetime) -> SeedReport:
    rng = random.Random(SEED)  # noqa: S311  (a demonstration, not a secret)
    hung = {name: drawings.address(name) for name in drawings.NAMES} if has_pictures else {}
    made = create_catalogue(pictures=hung, at=at)
    rates.set_rates(at=at)
    rates.set_seasons(made, at=at)
    boats = resources.create_fleet(rng, made, at=at)
    resources.lay_up(made, boats, at=at)
    calendar = load_calendar(made, today=zones.local_day(at, operator_account.ZONE))
    guests = people(rng, PEOPLE)
    told = trip_scenarios.make_scenarios(rng, calendar, guests[:-20], count=count, at=at)
    by_partners = invoiced_partners.tell_sales(calendar, guests[:-20], at=at)
    team = list(UserAvatar.objects.order_by("pk"))
    staff = [(avatar.pk, avatar.name) for avatar in team]
    rows = Writer(rng, staff=staff, at=at).write([*told, *by_partners])
    rates.keep_policies()
    gift_cards.create_gift_cards(guests, at=at)
    derived_rows.count_seats()
    derived_rows.sum_up_customers()
    crm_seed.enter_some_twice(derived_rows.regulars(), at=at)
    derived_rows.log(rows, staff=dict(staff))
    _let_partners_sell(rows, by_partners, at=at)
    signed_waivers.sign_waivers(today=calendar.today, at=at)
    resources.board(calendar, boats)
    guides = [avatar for avatar in team if avatar.is_guide]
    guide_shifts.assign(rng, calendar, guides)
    guide_shifts.describe(calendar, guides)
    phone_calls.ring(staff=[avatar.pk for avatar in team if not avatar.is_guide], at=at)
    agent_days.let_work(at=at)
    carts_cnt = abandoned_carts.leave_carts(rng, calendar, guests, at=at)
    mails_cnt = derived_rows.keep_mails(rows, schema_name=account.schema_name, at=at)
    demo_reseller.create_reseller_with_agent(account, at=at)
    return SeedReport(True, len(rows.trips), carts_cnt, mails_cnt)


def _let_partners_sell(rows: Rows, told: Sequence[TripScenario], *, at: datetime) -> None:
    """Give partners the trips that they sold, and some of those that guests paid to the operator."""
    keys = {(story.person.email, story.created_at) for story in told}
    sold = [one for one in rows.trips if (one.contact_email, one.created_at) in keys]
    over = [one for one in rows.trips if one.first_start_at and one.first_start_at < at - timedelta(days=9)]
    paid = [one for one in over if one.status == "reserved" and one.paid_amount >= one.total_amount > 0]
    invoiced_partners.create_partners(sold, paid, at=at)
