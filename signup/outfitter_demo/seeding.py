"""Makes the demonstration operator: all of it in one transaction, or nothing."""

import random
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from outfitter.accounts import files
from outfitter.db.current import in_schema
from outfitter.kit import zones
from outfitter_demo import (
    acquaintances,
    afterwards,
    carts,
    crew,
    fleet,
    giving,
    operator,
    pictures,
    rates,
    stories,
)
from outfitter_demo.catalogue import create_catalogue
from outfitter_demo.names import people
from outfitter_demo.parties import load_calendar
from outfitter_demo.sales import Writer
from outfitter_tenants.people.models import UserAvatar

TRIPS: Final = 320
PEOPLE: Final = 260
SEED: Final = "harbor-and-pine"


@dataclass(frozen=True, slots=True)
class Report:
    """What was made; all zero when the operator was there already."""

    is_new: bool
    trips_cnt: int = 0
    carts_cnt: int = 0
    mails_cnt: int = 0


def seed(*, at: datetime, studio: pictures.Studio | None, count: int = TRIPS) -> Report:
    """
    Make the demonstration operator as of an instant; one that is there stays as it is.

    `studio` draws the pictures meanwhile; without one there are none.
    """
    if operator.find_operator() is not None:
        return Report(is_new=False)
    with transaction.atomic():
        account = operator.create_operator(at=at)
        with in_schema(account.schema_name):
            report = _fill(account.schema_name, studio is not None, count, at)
        if studio is not None:
            for folder, drawn in studio.hang(account.schema_name).items():
                files.write_all(schema_name=account.schema_name, folder=folder, files=drawn)
    return report


def _fill(schema_name: str, has_pictures: bool, count: int, at: datetime) -> Report:
    rng = random.Random(SEED)  # noqa: S311  (a demonstration, not a secret)
    hung = {name: pictures.address(name) for name in pictures.NAMES} if has_pictures else {}
    made = create_catalogue(pictures=hung, at=at)
    rates.set_rates(at=at)
    rates.set_seasons(made, at=at)
    boats = fleet.create_fleet(rng, made, at=at)
    fleet.lay_up(made, boats, at=at)
    calendar = load_calendar(made, today=zones.local_day(at, operator.ZONE))
    guests = people(rng, PEOPLE)
    told = stories.tell(rng, calendar, guests[:-20], count=count, at=at)
    team = list(UserAvatar.objects.order_by("pk"))
    staff = [(avatar.pk, avatar.name) for avatar in team]
    rows = Writer(rng, staff=staff, at=at).write(told)
    rates.keep_policies()
    giving.give(guests, at=at)
    afterwards.count_seats()
    afterwards.sum_up_customers()
    acquaintances.enter_some_twice(afterwards.regulars(), at=at)
    afterwards.log(rows, staff=dict(staff))
    fleet.board(calendar, boats)
    guides = [avatar for avatar in team if avatar.is_guide]
    crew.assign(rng, calendar, guides)
    crew.describe(calendar, guides)
    carts_cnt = carts.leave_carts(rng, calendar, guests, at=at)
    mails_cnt = afterwards.keep_mails(rows, schema_name=schema_name, at=at)
    return Report(True, len(rows.trips), carts_cnt, mails_cnt)
