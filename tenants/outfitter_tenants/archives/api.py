"""The whole operator as one file, for its owner (ADR 118)."""

from datetime import datetime
from typing import Final

from django.http import FileResponse, HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of, confirmed
from outfitter.api.schemas import ERRORS, Id, Out
from outfitter.kit.clock import utc_now
from outfitter_tenants.archives import owner_archives

router = Router(tags=["account"])
# Whoever holds all of a business can take it elsewhere: its owners alone.
_PERMISSION: Final = "account.close"
OWNS: Final = allow(_PERMISSION)


class AccountArchiveOut(Out):
    """An archive; `download_url` while its file is there, `progress_ppm` in millionths."""

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


class AccountArchivesOut(Out):
    """The latest archives, the newest first."""

    archives: list[AccountArchiveOut]


@router.get(
    "/api/account/archives/get",
    auth=OWNS,
    response={200: AccountArchivesOut, **ERRORS},
    operation_id="account_archives_get",
)
def list_archives(request: HttpRequest) -> dict[str, object]:
    """Return the archives that were made of the whole business."""
    return {"archives": owner_archives.list_archives()}


@router.post(
    "/api/account/archive/create",
    auth=confirmed(_PERMISSION, passes=frozenset()),
    response={200: AccountArchiveOut, **ERRORS},
    operation_id="account_archive_create",
)
def create(request: HttpRequest) -> owner_archives.ArchiveRow:
    """Begin an archive of the whole business; it goes on as a job."""
    caller = caller_of(request)
    slug = str(request.tenant.slug)  # type: ignore[attr-defined]  # set by TenantMiddleware
    return owner_archives.request_archive(
        avatar_id=caller.avatar_id, name=caller.name, slug=slug, at=utc_now()
    )


@router.post(
    "/api/account/archive/{accountArchive}/delete",
    auth=OWNS,
    response={200: AccountArchivesOut, **ERRORS},
    operation_id="account_archive_delete",
)
def delete(request: HttpRequest, accountArchive: Id) -> dict[str, object]:
    """Delete an archive and its file."""
    owner_archives.delete_archive(archive_id=accountArchive, at=utc_now())
    return {"archives": owner_archives.list_archives()}


@router.get(
    "/api/account/archive/{accountArchive}/download",
    auth=OWNS,
    response=ERRORS,
    operation_id="account_archive_download",
)
def download(request: HttpRequest, accountArchive: Id, token: str = "") -> FileResponse:
    """Return the file of a link: for three days, and only to an owner."""
    path, name = owner_archives.get_download(archive_id=accountArchive, token=token, at=utc_now())
    answer = FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type="application/zip")
    answer["Cache-Control"] = "private, no-store"
    return answer
