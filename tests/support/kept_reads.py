"""Every answer that a process gives from memory, held against what the database says at that moment."""

from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any
from unittest.mock import patch

from django.db.models import Model

from outfitter.accounts import hosts
from outfitter.accounts import queries as accounts
from outfitter.db import configuration


def plain(value: Any) -> Any:
    """Return what something says, down to its parts: two rows of one id may differ in it."""
    if isinstance(value, Model):
        return type(value), {one.attname: plain(getattr(value, one.attname)) for one in value._meta.fields}
    if is_dataclass(value):
        return type(value), {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, Set):
        return value
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def compare(kept: object, anew: object) -> None:
    """Fail when an answer from memory is not what is there, or was changed by who got it."""
    assert plain(kept) == plain(anew), "an answer from memory is not what the database says"


@contextmanager
def unchecked() -> Iterator[None]:
    """Answer from memory without comparing, as in production: for counting statements."""
    configuration.check_kept_reads(None)
    try:
        yield
    finally:
        configuration.check_kept_reads(compare)


@contextmanager
def known_operator(schema_name: str) -> Iterator[None]:
    """
    Know the operator and their host for as long as a test takes.

    Ten seconds after they were first asked for they are asked for anew: one statement more, wherever
    that falls.
    """
    with patch.object(hosts, "TTL_SECONDS", 3600.0), patch.object(accounts, "FACTS_TTL_SECONDS", 3600.0):
        hosts.forget()
        accounts.forget_facts(schema_name)
        yield
    hosts.forget()
    accounts.forget_facts(schema_name)
