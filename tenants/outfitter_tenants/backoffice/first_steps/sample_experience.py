"""A sample to begin with: a draft with prices and times, made of the same rows as any experience."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.currencies import exponent
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter.kit.locales import route_locale
from outfitter.onboarding import operations as first_weeks
from outfitter.onboarding import queries
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import CustomerTypeDraft
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.operations import RuleDraft, experience_removal

WORDS: Final = Path(__file__).parent / "sample_words"
AHEAD: Final = timedelta(days=90)


class SampleExists(DomainError):
    """There is a sample already."""

    code = "sample_exists"
    status = 409


@dataclass(frozen=True, slots=True)
class Sample:
    """What one kind of business begins with; the price is an adult's, in whole units of money."""

    minutes: int
    capacity: int
    price: int
    times: tuple[time, ...]


SAMPLES: Final[Mapping[str, Sample]] = {
    "tours": Sample(120, 15, 39, (time(10), time(14))),
    "water": Sample(150, 12, 69, (time(9), time(13))),
    "outdoor": Sample(180, 10, 59, (time(9),)),
    "rental": Sample(240, 20, 35, (time(9), time(13))),
    "classes": Sample(120, 8, 55, (time(18),)),
    "attraction": Sample(90, 40, 18, (time(10), time(12), time(14), time(16))),
}


@lru_cache(maxsize=16)
def words(locale: str) -> dict[str, dict[str, str]]:
    """Return what samples are called in a language, by kind."""
    file = WORDS / f"{route_locale(locale)}.json"
    found: dict[str, dict[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def kind_of(business_type: str) -> str:
    """Return the kind of sample that fits what an operator said it is at sign-up."""
    return business_type if business_type in SAMPLES else "tours"


def create(*, account_id: int, kind: str, at: datetime) -> int:
    """
    Make the sample of a kind; returns the id of its experience.

    :raises Invalid: there is no such kind
    :raises SampleExists: there is one already
    """
    if kind not in SAMPLES:
        raise Invalid({"kind": ["Choose one of the kinds on offer."]})
    with atomic():
        experience_id = _make(kind, at)
        if not first_weeks.claim_sample(account_id=account_id, kind=kind, experience_id=experience_id):
            raise SampleExists("You already have a sample experience.")
    return experience_id


def _make(kind: str, at: datetime) -> int:
    plan, properties = SAMPLES[kind], people.get_properties()
    said = words(properties.locale)[kind]
    unit = 10 ** exponent(properties.currency)
    # Where money has no small coins, its units are worth about a hundredth.
    adult = plan.price * unit * (100 if unit == 1 else 1)
    ids = {one.slug: one.id for one in catalog.list_customer_types()}
    prices = {"adult": adult, "child": adult * 6 // 10}
    experience_id = scheduling.save_experience(
        values={
            "name": said["name"],
            "short_description": said["short"],
            "status": "draft",
            "duration_minutes": plan.minutes,
            "capacity_type": "timeslot",
            "default_capacity": plan.capacity,
        },
        customer_types=[CustomerTypeDraft(ids[slug], price) for slug, price in prices.items() if slug in ids],
        at=at,
    )
    today = zones.local_day(at, properties.time_zone)
    rule = RuleDraft(date_from=today + timedelta(days=1), date_to=today + AHEAD, times=plan.times)
    scheduling.create_rule(experience_id=experience_id, draft=rule, is_dry_run=False, at=at)
    return experience_id


def remove(*, account_id: int, at: datetime) -> None:
    """
    Delete the sample with its times.

    :raises NotFound: there is none
    :raises ExperienceInUse: guests are booked on it: it is an experience like any other by now
    """
    found = queries.find_sample(account_id=account_id)
    if found is None:
        raise NotFound("There is no sample experience.")
    with atomic():
        if catalog.find_experience(experience_id=found.experience_id) is not None:
            experience_removal.delete_unsold(experience_id=found.experience_id, at=at)
        first_weeks.forget_sample(account_id=account_id)
