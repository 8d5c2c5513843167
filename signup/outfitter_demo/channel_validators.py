"""
An operator for the validators of channels: roomy departures, a product that is open all day, one
that is sold out, and a key for each channel whose validator asks for one.

Validators book dozens of seats without giving them back; the demonstration's own boats have eight.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from outfitter.accounts import hosts
from outfitter.accounts import operations as accounts
from outfitter.accounts.models import Account, User
from outfitter.db.tenant_schema import in_schema
from outfitter.kit import zones
from outfitter.plugins import configs
from outfitter_demo.operator_account import MAIL_HOST, PASSWORD
from outfitter_signup import provision_steps
from outfitter_tenants.catalog.models import CustomerType
from outfitter_tenants.catalog.operations import CustomerTypeDraft
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.resellers import operations as resellers
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.operations import RuleDraft

SLUG: Final = "validators"
NAME: Final = "Validator Tours"
EMAIL: Final = f"validators@{MAIL_HOST}"
# Channel -> below which path of the operator's host its validator calls.
CHANNELS: Final = {"octo": "/partner/octo", "tiqets": "/partner/tiqets"}
# Tiqets' tester takes UTC's day for the operator's: of another's today it would say "yesterday".
ZONE: Final = "UTC"
# Validators look a year ahead.
AHEAD: Final = timedelta(days=400)
_ROOM: Final = 5000
# Hours. Tiqets' tester cancels what it books first and wants that refused, at any hour of the day.
_FREE_UNTIL: Final = 48
_PRICES: Final = {"adult": 4900, "child": 2900}


@dataclass(frozen=True, slots=True)
class Product:
    """What is sold: at which times, how many seats, and whether it is open from the first on."""

    name: str
    times: tuple[time, ...]
    seats: int
    minutes: int
    is_open_all_day: bool = False


PRODUCTS: Final = (
    Product("Roomy harbor tour", (time(9, 30), time(14)), _ROOM, 120),
    Product("Roomy island tour", (time(10), time(15, 30)), _ROOM, 180),
    Product("Harbor museum", (time(9),), _ROOM, 480, is_open_all_day=True),
    Product("Sold-out sunset cruise", (time(19),), 0, 90),
)


@dataclass(frozen=True, slots=True)
class ValidatorTarget:
    """Where a validator calls, with which key."""

    url: str
    key: str


def seed(*, at: datetime, keys: Path) -> dict[str, ValidatorTarget]:
    """
    Make the operator, or find it; return channel -> where its validator calls with which key.

    Keys are kept in the file `keys`, since the product keeps their digests alone. What is there
    stays as it is; a channel whose key is not in the file gets a new one.
    """
    account = Account.objects.filter(slug=SLUG).first()
    known: dict[str, str] = json.loads(keys.read_text()) if keys.exists() else {}
    with transaction.atomic():
        if account is None:
            account, known = _create(at), {}
        with in_schema(account.schema_name):
            found = {channel: _key(channel, known, at) for channel in CHANNELS}
    _write(keys, found)
    base = hosts.tenant_url(SLUG).rstrip("/")
    return {name: ValidatorTarget(f"{base}{path}", found[name]) for name, path in CHANNELS.items()}


def _write(path: Path, keys: Mapping[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(keys, indent=2) + "\n")


def _create(at: datetime) -> Account:
    owner = User.objects.filter(email=EMAIL).first() or accounts.create_user(
        email=EMAIL, password=PASSWORD, first_name="Val", last_name="Idate", at=at
    )
    account = accounts.create_account(
        slug=SLUG,
        name=NAME,
        country="US",
        currency="USD",
        time_zone=ZONE,
        locale="en-US",
        is_demo=True,
        at=at,
        business={"type": "tours"},
    )
    provision_steps.provision_now(account=account, owner=owner)
    for channel in CHANNELS:
        configs.enable(schema_name=account.schema_name, slug=channel)
    with in_schema(account.schema_name):
        pricing.save_policy(
            at=at,
            values={
                "name": "Until two days before",
                "tiers": (Tier(_FREE_UNTIL, 1_000_000),),
                "noshow_refund_ppm": 0,
                "is_default": True,
                "experience_ids": [],
            },
        )
        for product in PRODUCTS:
            _sell(product, at)
    return account


def _sell(product: Product, at: datetime) -> None:
    kinds = {kind.slug: kind.pk for kind in CustomerType.objects.all()}
    experience_id = scheduling.save_experience(
        values={
            "name": product.name,
            "status": "live",
            "duration_minutes": product.minutes,
            "capacity_type": "timeslot",
            "default_capacity": product.seats,
            "schedule_mode": "flex" if product.is_open_all_day else "fixed",
            "short_description": "Made for validators: no one sails.",
        },
        customer_types=[CustomerTypeDraft(kinds[slug], price) for slug, price in _PRICES.items()],
        at=at,
    )
    today = zones.local_day(at, ZONE)
    draft = RuleDraft(
        date_from=today + timedelta(days=1),
        date_to=today + AHEAD,
        times=product.times,
        is_flex=product.is_open_all_day,
        duration_minutes=product.minutes,
        capacity=product.seats,
    )
    scheduling.create_rule(experience_id=experience_id, draft=draft, is_dry_run=False, at=at)


def _key(channel: str, known: Mapping[str, str], at: datetime) -> str:
    """Return the key of a channel's connection; it is made, or given a new one, when need be."""
    row = ChannelConnection.objects.filter(channel=channel, archived_at=None).first()
    if row is not None and channel in known:
        return known[channel]
    made = _connect(channel, at) if row is None else _rotated(row, at)
    if made.key is None:
        raise LookupError(f"{channel} has no key of ours")
    return made.key


def _rotated(row: ChannelConnection, at: datetime) -> connections.CreatedConnection:
    return connections.rotate_key(connection_id=row.pk, key=None, at=at)


def _connect(channel: str, at: datetime) -> connections.CreatedConnection:
    values: dict[str, Any] = {
        "name": f"Validator of {channel}",
        "reseller_type": "ota",
        "payment_method": "invoice_manual",
        "collect_type": "reseller_collects",
        "commission_ppm": 200_000,
    }
    partner = resellers.create_reseller(values=values, currency="USD", at=at)
    draft = connections.Draft(
        values={"title": f"Validator of {channel}", "reseller_id": partner, "is_open_to_all": True}
    )
    made = connections.create(channel=channel, draft=draft, at=at)
    connections.set_state(connection_id=made.row.pk, state="live", at=at)
    return made
