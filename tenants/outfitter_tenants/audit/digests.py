"""What rows of the log and marks of redactions are hashed to; the database does the hashing."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection

SIZE: Final = 32
_PERSONAL: Final = (
    "audit_personal_digest(log.before, log.after, log.reason, log.actor_name, log.ip, log.user_agent)"
)
# What a person may have taken away counts by its digest: after that, by the one that was marked.
_ROWS: Final = f"""
SELECT log.id,
  sha256(convert_to(jsonb_build_array(
    log.id, to_char(log.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), log.actor_type,
    log.user_avatar_id, log.entity_type, log.entity_id, log.trip_id, log.action
  )::text, 'UTF8') || COALESCE(
    (SELECT was FROM audit_redaction mark WHERE mark.log_id = log.id ORDER BY mark.id LIMIT 1),
    {_PERSONAL}
  )),
  COALESCE(
    (SELECT is_now FROM audit_redaction mark WHERE mark.log_id = log.id ORDER BY mark.id DESC
     LIMIT 1) <> {_PERSONAL}, false
  )
FROM audit_auditlog log
WHERE log.id > %(after)s AND log.id <= %(upto)s ORDER BY log.id LIMIT %(limit)s
"""  # noqa: S608  (no value of anybody's is in it)
_MARKS: Final = """
SELECT sha256(COALESCE(string_agg(sha256(convert_to(jsonb_build_array(
  id, log_id, encode(was, 'hex'), encode(is_now, 'hex'),
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
)::text, 'UTF8')), ''::bytea ORDER BY id), ''::bytea))
FROM audit_redaction WHERE id > %(after)s AND id <= %(upto)s
"""


@dataclass(frozen=True, slots=True)
class RowDigest:
    """What a row is hashed to; `is_changed` when it is not what its last redaction left."""

    id: int
    digest: bytes
    is_changed: bool


def digests_of_rows(*, after: int, upto: int, limit: int | None = None) -> list[RowDigest]:
    """Return the digests of the rows whose numbers lie above `after` and up to `upto`."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, {"after": after, "upto": upto, "limit": limit})
        return [RowDigest(row[0], bytes(row[1]), row[2]) for row in cursor.fetchall()]


def digest_of_redactions(*, after: int, upto: int) -> bytes:
    """Return what the marks of redactions with these numbers are hashed to, all together."""
    with connection.cursor() as cursor:
        cursor.execute(_MARKS, {"after": after, "upto": upto})
        return bytes(cursor.fetchone()[0])


def hash_of_seal(
    *,
    previous: bytes,
    bounds: tuple[int, int, int, int],
    ids: list[int],
    digests: bytes,
    redactions: bytes,
    sealed_at: datetime,
) -> bytes:
    """Return the hash of a seal, which names everything that the seal says."""
    words = [*bounds, len(ids), *ids, sealed_at.timestamp()]
    said = ",".join(str(word) for word in words).encode()
    return hashlib.sha256(previous + said + b"|" + digests + redactions).digest()
