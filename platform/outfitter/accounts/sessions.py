"""
Sessions: one row for each browser that is signed in at one operator (ADR 16).

The cookie holds a random token, the row its hash. A row that ended, was not used for a while or
grew too old opens nothing from the next request on.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet, TextField

from outfitter.accounts.models import User, UserSession
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.db.batch_delete import delete_in_batches
from outfitter.db.configuration import version_column
from outfitter.db.statements import Param, Statement, write_together
from outfitter.db.tenant_schema import PUBLIC, current_schema
from outfitter.kit.errors import NotFound
from outfitter.live.events import end_streams

# A browser that shall not remember: a long day, whatever is done meanwhile.
IDLE: Final = timedelta(hours=12)
LONGEST: Final = timedelta(hours=24)
# At a counter, where the next one to come may be anybody.
COUNTER_IDLE: Final = timedelta(minutes=30)
PIN: Final = "pin"
REMEMBERED_IDLE: Final = timedelta(days=14)
REMEMBERED_LONGEST: Final = timedelta(days=60)
SEEN_EVERY: Final = timedelta(minutes=5)
# How long a proof of who one is allows to change secrets.
CONFIRMED_FOR: Final = timedelta(minutes=10)
KEPT_AFTER_END: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Proof:
    """
    How somebody showed who they are. `method` is one of UserSession.method.

    A ticket (`code`) proves nothing anew: `confirmed_at` is when the host it comes from saw a
    proof, `until` when the session there ends. `device_id` is where a PIN was typed.
    """

    method: str
    is_second_factor: bool
    confirmed_at: datetime | None = None
    until: datetime | None = None
    device_id: int | None = None


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session's row, what the cookie gets, and when the cookie ends (null: with the browser)."""

    row: UserSession
    token: str
    cookie_until: datetime | None

    @property
    def id(self) -> int:
        """Return the session's id."""
        return self.row.pk


def start_session(
    *, user: User, proof: Proof, is_remembered: bool, caller: RequestOrigin, at: datetime
) -> NewSession:
    """Begin a session at the operator of the caller's host."""
    token = secrets.token_urlsafe(32)
    longest = at + (REMEMBERED_LONGEST if is_remembered else LONGEST)
    expires_at = min(longest, proof.until or longest)
    unproved = at - CONFIRMED_FOR if proof.method in {"code", PIN} else at
    row = UserSession(
        key_hash=_hash(token),
        user=user,
        schema_name=caller.schema_name,
        method=proof.method,
        device_id=proof.device_id,
        is_second_factor=proof.is_second_factor,
        is_remembered=is_remembered,
        ip=caller.ip,
        user_agent=caller.user_agent,
        created_at=at,
        last_seen_at=at,
        confirmed_at=proof.confirmed_at or unproved,
        expires_at=expires_at,
    )
    user.last_login = at
    write_together(new=[row], changed=[(user, ["last_login"])])
    return NewSession(row, token, expires_at if is_remembered else None)


def _of_key() -> "QuerySet[UserSession]":
    """Return the sessions of a key at an operator that nobody has ended."""
    return UserSession.objects.select_related("user").filter(
        key_hash=Param("key_hash", TextField()),
        schema_name=Param("schema_name", TextField()),
        ended_at__isnull=True,
    )


_AT_APEX: Final = Statement(_of_key)
# Every request that is signed in asks this: what it needs to know of the configuration comes along.
_AT_OPERATOR: Final = Statement(lambda: _of_key().annotate(configuration_version=version_column()))


def find_session(*, token: str, schema_name: str, at: datetime) -> UserSession | None:
    """
    Return the live session of a cookie at this operator, with its user; notes its use.

    At an operator's host its `configuration_version` is the one of this moment.
    """
    statement = _AT_APEX if current_schema() == PUBLIC else _AT_OPERATOR
    row = statement.first(key_hash=_hash(token), schema_name=schema_name)
    if row is None or not is_live(row, at=at) or not row.user.is_active:
        return None
    if at - row.last_seen_at >= SEEN_EVERY:
        mine = UserSession.objects.filter(pk=row.pk, last_seen_at__lte=at - SEEN_EVERY)
        mine.update(last_seen_at=at)
    return row


def end_reason(*, token: str) -> str:
    """Return why the session of a cookie ended; empty when nobody said, or it has not."""
    found = UserSession.objects.filter(key_hash=_hash(token), ended_at__isnull=False)
    return found.values_list("end_reason", flat=True).first() or ""


def is_live(row: UserSession, *, at: datetime) -> bool:
    """Return whether a session that nobody ended is neither idle nor too old."""
    idle = REMEMBERED_IDLE if row.is_remembered else COUNTER_IDLE if row.method == PIN else IDLE
    return row.ended_at is None and row.expires_at > at and row.last_seen_at > at - idle


def rotate(*, session_id: int, at: datetime, is_second_factor: bool | None = None) -> NewSession:
    """
    Give a live session a new key, and note that its person just proved who they are.

    Whoever copied the old cookie has nothing; `is_second_factor` notes that powers rose.

    :raises NotFound: it ended meanwhile
    """
    token = secrets.token_urlsafe(32)
    row = get(session_id=session_id)
    row.key_hash, row.confirmed_at, row.last_seen_at = _hash(token), at, at
    if is_second_factor is not None:
        row.is_second_factor = is_second_factor
    row.save(update_fields=["key_hash", "confirmed_at", "last_seen_at", "is_second_factor"])
    return NewSession(row, token, row.expires_at if row.is_remembered else None)


def confirm(*, session_id: int, at: datetime) -> None:
    """Note that the person at this session just proved who they are."""
    UserSession.objects.filter(pk=session_id, ended_at__isnull=True).update(confirmed_at=at)


def get(*, session_id: int) -> UserSession:
    """
    Return a session that nobody ended.

    :raises NotFound: it ended meanwhile
    """
    row = UserSession.objects.filter(pk=session_id, ended_at__isnull=True).first()
    if row is None:
        raise NotFound("This session has ended.")
    return row


def list_live(*, user_id: int, at: datetime, schema_name: str | None = None) -> list[UserSession]:
    """Return a person's live sessions, at one operator or at all, the last used first."""
    rows = _open(user_id, schema_name).order_by("-last_seen_at", "-id")
    return [row for row in rows if is_live(row, at=at)]


def last_schema(*, user_id: int, except_id: int) -> str | None:
    """Return the operator's schema that a person entered last, but for one session; None: none is known."""
    rows = UserSession.objects.filter(user_id=user_id).exclude(pk=except_id).order_by("-created_at", "-pk")
    return rows.values_list("schema_name", flat=True).first()


def end_session(
    *, session_id: int, user_id: int, at: datetime, reason: str, schema_name: str | None = None
) -> UserSession:
    """
    End one session of a person.

    :raises NotFound: it is not theirs, not of that operator, or ended already
    """
    row = _open(user_id, schema_name).filter(pk=session_id).first()
    if row is None or not _end(_open(user_id, schema_name).filter(pk=row.pk), at, reason):
        raise NotFound("This session has ended.")
    return row


def end_found(row: UserSession, *, at: datetime, reason: str) -> None:
    """End a session that was found just now; one that ended meanwhile stays as it ended."""
    _end(_open(row.user_id, None).filter(pk=row.pk), at, reason)


def end_sessions(
    *, user_id: int, at: datetime, reason: str, schema_name: str | None = None, except_id: int | None = None
) -> int:
    """
    End a person's sessions from their next request on; returns how many ended.

    `schema_name` limits it to one operator (who disables a member ends those of that operator
    only); `except_id` spares the session that asks.
    """
    rows = _open(user_id, schema_name)
    return _end(rows.exclude(pk=except_id) if except_id else rows, at, reason)


def end_at_counters(*, schema_name: str, user_id: int, at: datetime) -> int:
    """End a person's sessions by PIN at an operator: the PIN is another one, or none; returns how many."""
    return _end(_open(user_id, schema_name).filter(method=PIN), at, "pin_changed")


def end_on_device(*, schema_name: str, device_id: int, at: datetime) -> int:
    """End the sessions by PIN on a device that is taken out of service; returns how many."""
    rows = UserSession.objects.filter(schema_name=schema_name, ended_at__isnull=True)
    return _end(rows.filter(device_id=device_id), at, "device_revoked")


def end_all_at(*, schema_name: str, at: datetime, reason: str) -> int:
    """End everybody's sessions at an operator that is no more; returns how many ended."""
    return _end(UserSession.objects.filter(schema_name=schema_name, ended_at__isnull=True), at, reason)


def forget_old(*, at: datetime) -> int:
    """Delete sessions that ended or ran out a month ago; returns how many."""
    old = UserSession.objects.filter(expires_at__lt=at - KEPT_AFTER_END)
    ended = UserSession.objects.filter(ended_at__lt=at - KEPT_AFTER_END)
    return delete_in_batches(old) + delete_in_batches(ended)


def _open(user_id: int, schema_name: str | None) -> QuerySet[UserSession]:
    rows = UserSession.objects.filter(user_id=user_id, ended_at__isnull=True)
    return rows if schema_name is None else rows.filter(schema_name=schema_name)


def _end(rows: QuerySet[UserSession], at: datetime, reason: str) -> int:
    """End sessions, and what their browsers hear: other processes learn it once this commits."""
    with transaction.atomic():
        known = list(rows.values_list("pk", "schema_name"))
        count = rows.update(ended_at=at, end_reason=reason)
        for schema_name in {schema for _, schema in known}:
            ids = [pk for pk, schema in known if schema == schema_name]
            end_streams(schema_name=schema_name, session_ids=ids)
    return count


def _hash(token: str) -> str:
    # 256 random bits: a plain hash cannot be guessed back.
    return hashlib.sha256(token.encode()).hexdigest()
