"""
Answers that a process gives from memory, held against what the database says at that moment.

Reading everything twice is a third of what database tests cost, and a read that is kept wrongly is so
in many of them: every eighth answer is compared, and all of them by night (`OUTFITTER_EXAMPLES`) and
inside `always_checked()`.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from itertools import count
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models import Model

from outfitter.accounts import hosts
from outfitter.accounts import queries as accounts
from outfitter.db import configuration

_turns = count()
_EVERY = 1 if "OUTFITTER_EXAMPLES" in os.environ else 8


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


def compare(kept: object, read_anew: Callable[[], object]) -> None:
    """Fail when an answer from memory is not what is there, or was changed by who got it."""
    assert plain(kept) == plain(read_anew()), "an answer from memory is not what the database says"


def compare_some(kept: object, read_anew: Callable[[], object]) -> None:
    """Do so with a part of the answers, and with none while statements are counted."""
    if not connection.force_debug_cursor and next(_turns) % _EVERY == 0:
        compare(kept, read_anew)


@contextmanager
def always_checked() -> Iterator[None]:
    """Compare every answer."""
    configuration.check_kept_reads(compare)
    try:
        yield
    finally:
        configuration.check_kept_reads(compare_some)


@contextmanager
def unchecked() -> Iterator[None]:
    """Answer from memory without comparing, as in production: for counting statements."""
    configuration.check_kept_reads(None)
    try:
        yield
    finally:
        configuration.check_kept_reads(compare_some)


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
