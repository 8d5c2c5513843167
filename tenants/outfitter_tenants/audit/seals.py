"""
Sealing the log, shortly after its rows were committed, and proving that it is as it was (ADR 55).

Whoever writes to the log waits for nobody: seals are made by a job, of rows that are final.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.digests import SIZE, digest_of_redactions, digests_of_rows, hash_of_seal
from outfitter_tenants.audit.models import AuditHorizon, AuditLog, AuditRedaction, AuditSeal

BATCH: Final = 1000
# A run seals so many stretches at the most; the next one goes on.
MOST: Final = 100


def seal(*, at: datetime | None = None) -> int:
    """
    Seal what has become final since the last time; returns how many rows that were.

    Of two that seal at once the second does nothing.
    """
    with transaction.atomic():
        AuditHorizon.objects.bulk_create([AuditHorizon(pk=1)], ignore_conflicts=True)
        rows = AuditHorizon.objects.select_for_update(skip_locked=True)
        horizon = rows.filter(pk=1).first()
        if horizon is None:
            return 0
        oldest, newest = _transactions()
        count = 0
        if horizon.xid and horizon.xid <= oldest:
            count = seal_upto(log_id=horizon.log_id, redaction_id=horizon.redaction_id, at=at or utc_now())
        # A database that was restored elsewhere counts its transactions anew.
        if horizon.xid <= oldest or horizon.xid > newest:
            _look_ahead(horizon)
    return count


def _transactions() -> tuple[int, int]:
    """Return the oldest transaction that may still run, and the number the next one gets."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_snapshot_xmin(now)::text::bigint, pg_snapshot_xmax(now)::text::bigint"
            " FROM pg_current_snapshot() AS now"
        )
        oldest, newest = cursor.fetchone()
        return int(oldest), int(newest)


def _look_ahead(horizon: AuditHorizon) -> None:
    """Note which numbers are drawn; whoever drew one has a transaction of a lower number."""
    if horizon.log_id < _drawn("audit_auditlog") or horizon.redaction_id < _drawn("audit_redaction"):
        horizon.log_id, horizon.redaction_id = _drawn("audit_auditlog"), _drawn("audit_redaction")
    # After the numbers, in a statement of its own: a snapshot is older than what it reads.
    horizon.xid = _transactions()[1]
    horizon.save()


def _drawn(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_id_seq"  # noqa: S608
        )
        return int(cursor.fetchone()[0])


def seal_upto(*, log_id: int, redaction_id: int, at: datetime) -> int:
    """Seal every row and mark up to these numbers, which are final; returns how many rows."""
    last = AuditSeal.objects.order_by("-pk").first()
    sealed, marked = (last.log_upto, last.redaction_upto) if last else (0, 0)
    previous, count = bytes(last.hash) if last else bytes(SIZE), 0
    for _ in range(MOST):
        if sealed >= log_id and marked >= redaction_id:
            break
        rows = digests_of_rows(after=sealed, upto=log_id, limit=BATCH)
        is_last = len(rows) < BATCH
        bounds = (sealed, log_id if is_last else rows[-1].id, marked, redaction_id if is_last else marked)
        if rows or is_last:
            previous = _write(bounds, previous, [(row.id, row.digest) for row in rows], at)
        sealed, marked, count = bounds[1], bounds[3], count + len(rows)
    return count


def _write(
    bounds: tuple[int, int, int, int], previous: bytes, rows: list[tuple[int, bytes]], at: datetime
) -> bytes:
    ids, digests = [row[0] for row in rows], b"".join(row[1] for row in rows)
    redactions = digest_of_redactions(after=bounds[2], upto=bounds[3])
    made = hash_of_seal(
        previous=previous, bounds=bounds, ids=ids, digests=digests, redactions=redactions, sealed_at=at
    )
    AuditSeal.objects.create(
        log_after=bounds[0],
        log_upto=bounds[1],
        redaction_after=bounds[2],
        redaction_upto=bounds[3],
        ids=ids,
        digests=digests,
        redactions=redactions,
        previous=previous,
        hash=made,
        sealed_at=at,
    )
    return made


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What the log of one operator is found to be.

    `broken` says what is wrong first, None when nothing is; `head` is the newest seal's hash.
    """

    row_cnt: int
    redacted_cnt: int
    unsealed_cnt: int
    head: str
    broken: str | None = None


def verify() -> Verdict:
    """Compare the whole log with its seals, and these with one another."""
    count, end, marked, previous = 0, 0, 0, bytes(SIZE)
    broken: str | None = None
    for one in AuditSeal.objects.order_by("pk").iterator(chunk_size=20):
        broken = _of_seal(one, previous, (end, marked)) or _of_rows(one)
        if broken:
            break
        count, end, marked = count + len(one.ids), one.log_upto, one.redaction_upto
        previous = bytes(one.hash)
    return Verdict(
        count,
        AuditRedaction.objects.values("log_id").distinct().count(),
        AuditLog.objects.filter(pk__gt=end).count() if not broken else 0,
        previous.hex(),
        broken,
    )


def _of_seal(one: AuditSeal, previous: bytes, ends: tuple[int, int]) -> str | None:
    if bytes(one.previous) != previous or (one.log_after, one.redaction_after) != ends:
        return f"seal {one.pk} does not follow the one before it"
    bounds = (one.log_after, one.log_upto, one.redaction_after, one.redaction_upto)
    said = hash_of_seal(
        previous=previous,
        bounds=bounds,
        ids=one.ids,
        digests=bytes(one.digests),
        redactions=bytes(one.redactions),
        sealed_at=one.sealed_at,
    )
    if said != bytes(one.hash) or len(bytes(one.digests)) != SIZE * len(one.ids):
        return f"seal {one.pk} was changed"
    marks = digest_of_redactions(after=one.redaction_after, upto=one.redaction_upto)
    if marks != bytes(one.redactions):
        return f"marks of redactions under seal {one.pk} were changed"
    return None


def _of_rows(one: AuditSeal) -> str | None:
    rows = {row.id: row for row in digests_of_rows(after=one.log_after, upto=one.log_upto)}
    digests = bytes(one.digests)
    sealed = {number: digests[place * SIZE : (place + 1) * SIZE] for place, number in enumerate(one.ids)}
    for number in sorted({*rows, *sealed}):
        row = rows.get(number)
        if number not in sealed:
            return f"row {number} was put in"
        if row is None:
            return f"row {number} is gone"
        if row.digest != sealed[number] or row.is_changed:
            return f"row {number} was changed"
    return None
