"""Categories, experiences and their departures, by the operations the setup screens call."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit import zones
from outfitter_demo import drawings as photographs
from outfitter_demo.experiences import CATEGORIES, PLANS, Plan, Rule
from outfitter_demo.operator_account import ZONE
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.image_variants import FORMATS
from outfitter_tenants.catalog.models import Category, CustomerType, ExperienceImage
from outfitter_tenants.catalog.operations import CustomerTypeDraft, ExperienceValues
from outfitter_tenants.catalog.queries import CustomerTypeRow
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.operations import RuleDraft

# The past the demonstration has, and how far its departures reach.
PAST: Final = timedelta(days=45)
AHEAD: Final = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class DemoExperience:
    """An experience that exists now; `tickets` by customer type slug."""

    id: int
    plan: Plan
    tickets: dict[str, CustomerTypeRow]


def create_catalogue(*, pictures: dict[str, str], at: datetime) -> list[DemoExperience]:
    """Create everything that is sold; `pictures` maps a picture's name to its address."""
    opened = at - PAST
    Category.objects.bulk_create(
        Category(name=name, slug=name.lower().replace(" ", "-"), position=position)
        for position, name in enumerate(CATEGORIES)
    )
    CustomerType.objects.create(slug="boat", name="Private boat", kind="unit", position=20)
    shelves = {category.name: category.pk for category in Category.objects.all()}
    kinds = {kind.slug: kind.pk for kind in CustomerType.objects.all()}
    made: list[DemoExperience] = []
    for plan in PLANS:
        experience_id = scheduling.save_experience(
            values=_values(plan, shelves[plan.category], pictures.get(plan.picture)),
            customer_types=[_ticket(plan, slug, kinds[slug]) for slug in plan.prices],
            at=opened,
        )
        row = queries.get_experience(experience_id=experience_id)
        tickets = {kind.customer_type_slug: kind for kind in row.customer_types}
        made.append(DemoExperience(experience_id, plan, tickets))
        if plan.picture in pictures:
            _hang(made[-1], opened)
        for rule in plan.rules:
            _depart(made[-1], rule, opened, at)
    return made


def _values(plan: Plan, category_id: int, picture: str | None) -> ExperienceValues:
    return {
        "name": plan.name,
        "status": "live",
        "category_ids": [category_id],
        "capacity_type": "timeslot",
        "default_capacity": plan.capacity,
        "is_requires_review": plan.is_requires_review,
        "duration_minutes": plan.minutes,
        "cutoff_minutes_online": 24 * 60 if plan.is_requires_review else 45,
        "max_pax": plan.capacity,
        "short_description": plan.short,
        "description_html": plan.body,
        "inclusions": plan.included,
        "exclusions": "Gratuities",
        "meeting_point": plan.meeting_point,
        "what_to_bring": plan.bring,
        "hero_image": picture,
        "min_age": plan.min_age,
        "languages": plan.languages,
        "required_skills": ("First aid",),
        "color": plan.color,
    }


def _hang(made: DemoExperience, opened: datetime) -> None:
    width, height = photographs.SIZE
    ExperienceImage.objects.create(
        experience_id=made.id,
        role="hero",
        file_key=photographs.folder_of(made.plan.picture),
        digest=hashlib.sha256(made.plan.picture.encode()).hexdigest(),
        alt=made.plan.short,
        width=width,
        height=height,
        created_at=opened,
        variants={str(wide): list(FORMATS) for wide in photographs.VARIANTS},
    )


def _ticket(plan: Plan, slug: str, customer_type_id: int) -> CustomerTypeDraft:
    ages = {"youth": (12, 17), "child": (4, 11), "infant": (0, 3), "senior": (65, None)}
    low, high = ages.get(slug, (None, None))
    return CustomerTypeDraft(
        customer_type_id=customer_type_id,
        base_price=plan.prices[slug],
        label=plan.labels.get(slug),
        pax_per_booking=plan.pax_per_booking.get(slug, 1),
        is_consume_capacity=slug != "infant",
        max_qty=1 if slug == "boat" else None,
        min_age=low,
        max_age=high,
    )


def _depart(made: DemoExperience, rule: Rule, opened: datetime, at: datetime) -> None:
    override = {
        str(ticket.id): ticket.base_price + rule.extra
        for ticket in made.tickets.values()
        if rule.extra and ticket.base_price
    }
    scheduling.create_rule(
        experience_id=made.id,
        draft=RuleDraft(
            date_from=zones.local_day(opened, ZONE),
            date_to=zones.local_day(at + AHEAD, ZONE),
            weekdays=rule.weekdays,
            times=rule.starts,
            price_override=override or None,
        ),
        is_dry_run=False,
        at=opened,
    )
