"""What the front desk noted about people: tags, consent, birthdays, and who was entered twice."""

import random
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from outfitter.kit import ids
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations import duplicates

TAGS = ("Family", "Birdwatcher", "Photographer", "Local", "Company outing", "Returning")
NOTES = (
    "Prefers the double kayak.",
    "Brings her own wetsuit.",
    "Asks for the early departure.",
    "Vegetarian lunch.",
    "Speaks little English; texts are fine.",
)
DOUBLES = 7


def note(customer: Customer, *, at: datetime) -> None:
    """Write down what is known of one person; the same person always gets the same."""
    # S311: nothing here is a secret. A random of its own, so that trips stay as they are.
    rng = random.Random(f"{customer.email}")  # noqa: S311
    if rng.random() < 0.3:
        customer.tags = sorted(rng.sample(TAGS, rng.choice((1, 1, 2))))
    if rng.random() < 0.12:
        customer.notes = rng.choice(NOTES)
    if rng.random() < 0.4:
        said_at = at - timedelta(days=rng.randint(5, 300))
        customer.marketing = {
            "email_opt_in": True,
            "sms_opt_in": rng.random() < 0.3,
            "source": rng.choice(("checkout", "checkout", "staff")),
            "at": said_at.isoformat(),
        }
    if rng.random() < 0.25:
        customer.birth_date = date(rng.randint(1948, 2003), rng.randint(1, 12), rng.randint(1, 28))


def enter_some_twice(known: Sequence[Customer], *, at: datetime) -> int:
    """Have the front desk enter some people again, as it happens; returns how many pairs show."""
    reachable = [one for one in known if one.phone and len(one.first_name) > 3][:DOUBLES]
    Customer.objects.bulk_create(
        Customer(
            hash=ids.public_hash(),
            first_name=one.first_name if number % 2 else f"{one.first_name[0]}.",
            last_name=one.last_name,
            email=one.email if number % 3 == 0 else None,
            phone=one.phone,
            locale=one.locale,
            notes="Called about next weekend." if number % 3 else "",
        )
        for number, one in enumerate(reachable)
    )
    return duplicates.find_all_duplicates(at=at)
