"""Archives that an owner asks for in the office: made as due work, kept for three days."""

import logging
import shutil
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db import IntegrityError, transaction

from outfitter.accounts.models import Account
from outfitter.billing import statement_mails
from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.account_states import GRACE
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.archives.account_export import export_account
from outfitter_tenants.archives.models import AccountArchive
from outfitter_tenants.audit.operations import record

log = logging.getLogger(__name__)
KIND: Final = "archives.make"
EXPIRY_KIND: Final = "archives.expire"
# The largest operator is through long before.
SECONDS: Final = 4 * 60 * 60
FINISHED: Final = "archive.finished"
KEPT: Final = timedelta(days=3)
# What is made when a business closes is there for as long as the business may be opened again.
KEPT_WHEN_CLOSED: Final = GRACE
NAME: Final = "archives"
_LISTED: Final = 10
_REMEMBERED: Final = timedelta(days=90)
_SETTLED: Final = timedelta(days=1)
_MOST_FAILURES: Final = 3
_SALT: Final = "outfitter.archive"


class ArchiveNotFound(NotFound):
    """No such archive, or its file is gone."""


class ArchiveRunning(DomainError):
    """One is being made."""

    code = "archive_running"
    status = 409


@dataclass(frozen=True, slots=True)
class ArchiveRow:
    """An archive as its owner sees it; `progress_ppm` in millionths, null while nobody knows."""

    id: int
    status: str
    progress_ppm: int | None
    rows_cnt: int
    files_cnt: int
    byte_cnt: int
    file_name: str
    download_url: str | None
    requested_by_name: str
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime


def folder_of(key: str) -> Path:
    """Return the folder of one archive; nobody but the download route reads it."""
    return Path(settings.VAR) / "archives" / current_schema() / key


def list_archives() -> list[ArchiveRow]:
    """Return the latest archives, the newest first."""
    return [_told(row) for row in AccountArchive.objects.order_by("-pk")[:_LISTED]]


def request_archive(*, avatar_id: int | None, name: str, slug: str, at: datetime) -> ArchiveRow:
    """
    Have an archive of the operator made; whoever asks is told when it is there.

    :raises ArchiveRunning: one is being made
    """
    try:
        with atomic():
            row = AccountArchive.objects.create(
                requested_by=avatar_id,
                requested_by_name=name,
                file_name=f"{slug}-{at:%Y-%m-%d}.zip",
                created_at=at,
                expires_at=at + KEPT,
            )
            payload = {"archive_id": row.pk}
            scheduled_jobs.schedule(KIND, key=str(row.pk), due_at=at, payload=payload)
            _note(row, "account.archive_requested", at)
    except IntegrityError:
        raise ArchiveRunning("An archive is already being made.") from None
    return _told(row)


def on_closed(ctx: TenantContext, event: Event) -> None:
    """Have all of a business that closed made into a file; a subscriber, may be told twice."""
    slug = Account.objects.get(schema_name=ctx.schema).slug
    waiting = AccountArchive.objects.filter(requested_by=None, created_at__gte=event.occurred_at)
    if not waiting.exists():
        with suppress(ArchiveRunning):
            request_archive(avatar_id=None, name=ctx.name, slug=slug, at=utc_now())


def _kept(row: AccountArchive) -> timedelta:
    return KEPT if row.requested_by is not None else KEPT_WHEN_CLOSED


def run(payload: Mapping[str, object], at: datetime) -> None:
    """Make an archive; may run again after a worker died, and begins anew then."""
    archive_id = int(str(payload["archive_id"]))
    row = AccountArchive.objects.filter(pk=archive_id, status="running").first()
    if row is None:
        return
    tries = int(str(payload.get("tries", 0))) + 1
    try:
        _make(row)
    except Exception as problem:
        log.exception("archive %s failed (time %s)", row.pk, tries)
        shutil.rmtree(folder_of(str(row.key)), ignore_errors=True)
        if tries < _MOST_FAILURES and not isinstance(problem, DomainError):
            again = {"archive_id": archive_id, "tries": tries}
            due_at = utc_now() + timedelta(minutes=tries)
            scheduled_jobs.schedule(KIND, key=str(archive_id), due_at=due_at, payload=again)
            return
        _end(archive_id, "failed", utc_now())


def _make(row: AccountArchive) -> None:
    folder = folder_of(str(row.key))
    folder.mkdir(parents=True, exist_ok=True)
    # Each try writes a file of its own: a worker that was thought dead may write on.
    unfinished = folder / f".{uuid.uuid4().hex}"
    account = Account.objects.get(schema_name=current_schema())
    found = export_account(
        account=account,
        path=unfinished,
        at=utc_now(),
        progress=lambda done, total: cache.set(_progress_key(row.pk), done * 1_000_000 // max(1, total), 600),
    )
    unfinished.replace(folder / row.file_name)
    at = utc_now()
    with atomic():
        mine = AccountArchive.objects.filter(pk=row.pk, status="running")
        counted = {"rows_cnt": found.rows_cnt, "files_cnt": found.files_cnt, "byte_cnt": found.byte_cnt}
        until = at + _kept(row)
        if mine.update(status="done", finished_at=at, expires_at=until, **counted):
            payload = {"archive_id": row.pk}
            scheduled_jobs.schedule(EXPIRY_KIND, key=str(row.pk), due_at=until, payload=payload)
            if row.requested_by is None:
                statement_mails.plan_archive(account, key=str(row.pk), until=until, at=at)
            _note(row, "account.archived", at)
            _tell(row, "done", found.rows_cnt, at)


def _end(archive_id: int, status: str, at: datetime) -> None:
    with atomic():
        row = AccountArchive.objects.select_for_update().filter(pk=archive_id, status="running").first()
        if row is not None:
            row.status, row.finished_at = status, at
            row.save(update_fields=["status", "finished_at"])
            _tell(row, status, 0, at)


def _tell(row: AccountArchive, status: str, rows_cnt: int, at: datetime) -> None:
    outbox.publish(
        FINISHED,
        at=at,
        archive_id=row.pk,
        status=status,
        requested_by=row.requested_by,
        done_cnt=rows_cnt,
        failed_cnt=0,
    )


def get_download(*, archive_id: int, token: str, at: datetime) -> tuple[Path, str]:
    """
    Return the file of a link and what it is called; the link alone is not enough.

    :raises ArchiveNotFound: no such archive, a link of another one, or it has expired
    """
    row = AccountArchive.objects.filter(pk=archive_id, status="done", expires_at__gt=at).first()
    try:
        key = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        key = None
    path = folder_of(str(row.key)) / row.file_name if row is not None else None
    if row is None or path is None or key != str(row.key) or not path.is_file():
        raise ArchiveNotFound("This archive is no longer there. Please make a new one.")
    return path, row.file_name


def expire(payload: Mapping[str, object], at: datetime) -> None:
    """Take away the file of an archive whose days are over; a due job, may run twice."""
    archive_id = int(str(payload["archive_id"]))
    row = AccountArchive.objects.filter(pk=archive_id, expires_at__lte=at).first()
    if row is not None:
        shutil.rmtree(folder_of(str(row.key)), ignore_errors=True)
        AccountArchive.objects.filter(pk=row.pk, status="done").update(status="expired", byte_cnt=0)


def forget_old(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Take away what is over: files that expired or are nobody's, and rows of last quarter."""
    for row in AccountArchive.objects.filter(expires_at__lte=at, status="done"):
        expire({"archive_id": row.pk}, at)
    # A job that was given up tells nobody.
    stuck = AccountArchive.objects.filter(status="running", created_at__lt=at - _SETTLED)
    for archive_id in list(stuck.values_list("pk", flat=True)):
        if not scheduled_jobs.is_waiting(KIND, key=str(archive_id)):
            _end(archive_id, "failed", at)
    _remove_strays(at)
    gone = delete_batch(
        AccountArchive.objects.exclude(status="running").filter(created_at__lt=at - _REMEMBERED)
    )
    return {} if gone == BATCH else None


def _remove_strays(at: datetime) -> None:
    mine = folder_of("")
    for folder in list(mine.iterdir()) if mine.is_dir() else ():
        changed_at = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
        is_kept = AccountArchive.objects.filter(key=folder.name, status__in=["running", "done"]).exists()
        if changed_at < at - _SETTLED and not is_kept:
            shutil.rmtree(folder, ignore_errors=True)


def delete_archive(*, archive_id: int, at: datetime) -> None:
    """
    Delete an archive with its file, also one that is being made.

    :raises ArchiveNotFound: there is none
    """
    row = AccountArchive.objects.filter(pk=archive_id).first()
    if row is None:
        raise ArchiveNotFound("Archive not found.")
    with atomic():
        for kind in (KIND, EXPIRY_KIND):
            scheduled_jobs.cancel(kind, key=str(archive_id))
        AccountArchive.objects.filter(pk=archive_id).delete()
        folder = folder_of(str(row.key))
        transaction.on_commit(lambda: shutil.rmtree(folder, ignore_errors=True))


def _note(row: AccountArchive, action: str, at: datetime) -> None:
    account = Account.objects.get(schema_name=current_schema())
    after = {"file": row.file_name, "by": row.requested_by_name}
    record(entity_type="account", entity_id=account.pk, action=action, at=at, after=after)


def _told(row: AccountArchive) -> ArchiveRow:
    names = set(ArchiveRow.__slots__) - {"id", "progress_ppm", "download_url"}
    return ArchiveRow(
        id=row.pk,
        progress_ppm=cache.get(_progress_key(row.pk)) if row.status == "running" else None,
        download_url=_download_url(row) if row.status == "done" else None,
        **{name: getattr(row, name) for name in names},
    )


def _download_url(row: AccountArchive) -> str:
    query = urlencode({"token": signing.dumps(str(row.key), salt=_SALT)})
    return f"/api/account/archive/{row.pk}/download?{query}"


def _progress_key(archive_id: int) -> str:
    return f"archive:{current_schema()}:{archive_id}"
