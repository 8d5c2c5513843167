"""Exports (domain.md 5.13)."""

from pathlib import PurePath
from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from outfitter.api.etags import keep_by_etag
from outfitter.api.lists import ListParams, list_answer, viewer_of
from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.db import lists as listings
from outfitter.kit.clock import utc_now
from outfitter_tenants.transfer import export_files, lists, operations, queries
from outfitter_tenants.transfer import schemas as s

router = Router(tags=["transfer"])
MAY = allow("export")
_EXAMPLES = {
    "number": "12",
    "money": "49.00",
    "date": "2026-07-01",
    "instant": "2026-07-01 09:00",
    "bool": "TRUE",
}
_TYPES = {"csv": "text/csv; charset=utf-8", "pdf": "application/pdf"}
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@router.get(
    "/api/importexport/get",
    auth=allow("export", otherwise="import"),
    response={200: s.TransfersOut, **ERRORS},
    operation_id="importexport_get",
)
def importexport_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return one's own exports and imports, the newest first; everybody's for who manages the team."""
    keep_by_etag(request)
    return list_answer(request, lists.TRANSFERS, wanted)


@router.get(
    "/api/importexport/formats/export/get",
    auth=MAY,
    response={200: list[s.FormatOut], **ERRORS},
    operation_id="export_formats",
)
def export_formats(request: HttpRequest) -> list[dict[str, Any]]:
    """Return what the caller may export, with the columns of each."""
    reader = viewer_of(request)
    found = [listings.find_listing(name) for name in listings.names() if name not in {"jobs"}]
    return [
        {
            "object": listing.name,
            "formats": ["csv", "xlsx"],
            "columns": [
                {
                    "key": column.key,
                    "label": column.key.replace("_", " ").capitalize(),
                    "type": column.kind,
                    "required": False,
                    "example": _EXAMPLES.get(column.kind, ""),
                }
                for column in listing.visible(reader).values()
                if column.is_exported
            ],
        }
        for listing in found
        if reader.can(listing.permission)
    ]


@router.post(
    "/api/importexport/export/create",
    auth=MAY,
    response={200: s.TransferOut, **ERRORS},
    operation_id="export_create",
)
def export_create(request: HttpRequest, body: s.ExportIn) -> queries.TransferRow:
    """Begin an export of what a list shows; it goes on as a job."""
    draft = operations.ExportDraft(
        object=body.object,
        format=body.format,
        columns=[(column.key, column.label) for column in body.columns],
        filters=body.filters,
        search=body.search,
        sort=body.sort,
        has_bom=body.has_bom,
        names={column.key: column.names for column in body.columns},
    )
    made = operations.create_export(
        draft=draft, reader=viewer_of(request), name=caller_of(request).name, at=utc_now()
    )
    return queries.row_of(made)


@router.post(
    "/api/importexport/export/{iej}/delete",
    auth=MAY,
    response={200: s.ExportDeletedOut, **ERRORS},
    operation_id="export_delete",
)
def export_delete(request: HttpRequest, iej: int) -> dict[str, int]:
    """Delete an export and its file."""
    operations.delete_export(transfer_id=iej, reader=viewer_of(request), at=utc_now())
    return {"id": iej}


@router.get(
    "/api/importexport/export/{iej}/download", auth=MAY, response=ERRORS, operation_id="export_download"
)
def export_download(request: HttpRequest, iej: int, token: str = "") -> FileResponse:
    """Return the file of a link: for a week, and only to who may export."""
    row = queries.get_download(transfer_id=iej, token=token, reader=viewer_of(request))
    name = PurePath(row.file_name).name
    path = export_files.folder_of(str(row.key)) / name
    if not path.is_file():
        raise queries.TransferNotFound("This file is no longer there. Please export it again.")
    answer = FileResponse(
        path.open("rb"), as_attachment=True, filename=name, content_type=_TYPES.get(row.format, _XLSX)
    )
    answer["Cache-Control"] = "private, no-store"
    return answer
