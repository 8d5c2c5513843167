"""The test database of this repository: made anew when anything it is made from changes."""

from functools import lru_cache
from pathlib import Path

from outfitter.testing.database import (
    MADE_AT,
    PASSWORD,
    PEAK,
    REEF,
    Planned,
    digest_of,
    drop_database,
    fill,
    make_operator,
    renew_database,
)
from outfitter.testing.database import prepare_database as prepare

__all__ = [
    "MADE_AT", "PASSWORD", "PEAK", "REEF", "Planned", "drop_database", "fill", "make_operator",
    "prepare_database", "renew_database",
]  # fmt: skip

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (
    "platform/outfitter/*/migrations/*.py",
    "tenants/outfitter_tenants/*/migrations/*.py",
    "tenants/outfitter_tenants/*/defaults.py",
    "tenants/outfitter_tenants/backoffice/provisioning.py",
    "signup/outfitter_signup/migrations/*.py",
    "signup/outfitter_signup/provisioning.py",
    "plugins/*/migrations/*.py",
    "plugins/*/plugin.py",
    "platform/outfitter/accounts/models.py",
    "platform/outfitter/accounts/operations.py",
    "platform/outfitter/accounts/pool.py",
    "platform/outfitter/accounts/rendering.py",
    "platform/outfitter/accounts/snapshot.py",
    "platform/outfitter/tos/*.py",
    "platform/outfitter/testing/database.py",
)


@lru_cache
def digest() -> str:
    """Return what names the template database of this checkout."""
    return digest_of(path for pattern in SOURCES for path in sorted(ROOT.glob(pattern)))


def prepare_database(worker: str) -> None:
    """Give this process its own copy of the template database and use it from now on."""
    prepare(worker, digest())
