"""Imports (domain.md 5.13)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from django.conf import settings
from django.http import FileResponse, HttpRequest
from ninja import File, Router
from ninja.files import UploadedFile

from outfitter.api.etags import keep_by_etag
from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import DEFAULT_LOCALE
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.transfer.imports import import_files, operations, presets, problem_texts, queries
from outfitter_tenants.transfer.imports import schemas as s
from outfitter_tenants.transfer.imports.import_errors import FileRefused
from outfitter_tenants.transfer.imports.table_source import Reading

router = Router(tags=["transfer"])
MAY = allow("import")


def _language(request: HttpRequest) -> str:
    """Return the language of the screen that asks."""
    return next(iter(reader_languages(request)), DEFAULT_LOCALE)


@contextmanager
def _refusals_in(language: str) -> Iterator[None]:
    """Say why a file is refused in a language."""
    try:
        yield
    except FileRefused as problem:
        problem.message = problem_texts.refusal(problem, language)
        raise


@router.get(
    "/api/importexport/formats/import/get",
    auth=MAY,
    response={200: list[s.ImportFormatOut], **ERRORS},
    operation_id="import_formats",
)
def import_formats(request: HttpRequest) -> list[dict[str, object]]:
    """Return what the caller may import, with the columns of each and whose exports are known."""
    return [
        {
            "object": importer.object,
            "formats": ["csv", "xlsx"],
            "modes": ["insert", "upsert", "skip"],
            "columns": [
                {
                    "key": column.key,
                    "label": column.key.replace("_", " ").capitalize(),
                    "type": column.kind,
                    "required": column.is_required,
                    "example": column.example,
                    "choices": list(dict.fromkeys(column.choices.values())),
                    "aliases": list(column.aliases),
                }
                for column in importer.columns
            ],
            "presets": presets.presets_for(importer.object),
            "most_rows": settings.IMPORT_ROWS,
            "most_bytes": settings.IMPORT_BYTES,
        }
        for importer in queries.importers_for(viewer_of(request))
    ]


@router.post(
    "/api/importexport/import/fileUpload",
    auth=MAY,
    response={200: s.ImportOut, **ERRORS},
    operation_id="import_file_upload",
)
def import_file_upload(request: HttpRequest, file: File[UploadedFile | None] = None) -> dict[str, object]:
    """Take in a .csv or .xlsx file; it is read at once and refused with the line that is wrong."""
    switches.require("imports")
    limit(f"import:{caller_of(request).avatar_id}", times=60, seconds=3600)
    reader = viewer_of(request)
    with _refusals_in(_language(request)):
        sent = _checked_file(file)
        row = operations.upload(
            file_name=sent.name or "",
            pieces=_pieces(sent),
            reader=reader,
            name=caller_of(request).name,
            at=utc_now(),
        )
    return queries.ImportState(row, reader, _language(request)).answer()


def _checked_file(file: UploadedFile | None) -> UploadedFile:
    if file is None:
        raise FileRefused("missing", "Please choose a file.")
    if (file.size or 0) > settings.IMPORT_BYTES:
        most = settings.IMPORT_BYTES // (1024 * 1024)
        raise FileRefused("too_large", f"A file can have up to {most} MB. Please split it.", most=most)
    return file


def _pieces(file: UploadedFile) -> Iterator[bytes]:
    yield from file.chunks(1024 * 1024)


@router.post(
    "/api/importexport/import/detect",
    auth=MAY,
    response={200: s.DetectOut, **ERRORS},
    operation_id="import_detect",
)
def import_detect(request: HttpRequest, body: s.DetectIn) -> dict[str, object]:
    """Guess what a file holds and what its columns are; what is known better may be said."""
    wanted = operations.Detection(
        object=body.object or "",
        preset=body.preset,
        reading=Reading(body.encoding, body.delimiter, body.has_heading, body.sheet),
    )
    with _refusals_in(_language(request)):
        return operations.detect(
            transfer_id=body.iej_id, wanted=wanted, reader=viewer_of(request), at=utc_now()
        )


@router.post(
    "/api/importexport/import/preFlightValidator",
    auth=MAY,
    response={200: s.PreflightOut, **ERRORS},
    operation_id="import_preflight",
)
def import_preflight(request: HttpRequest, body: s.PreflightIn) -> dict[str, object]:
    """Check every row and write none; the token that comes of it runs just what was checked."""
    switches.require("imports")
    draft = operations.CheckDraft(
        object=body.object, mapping=body.mapping, fixed=body.fixed, options=body.options.model_dump()
    )
    row = operations.preflight(
        transfer_id=body.iej_id,
        draft=draft,
        reader=viewer_of(request),
        name=caller_of(request).name,
        language=_language(request),
        at=utc_now(),
    )
    return {
        "iej_id": row.pk,
        "status": row.status,
        "job_id": row.job_id if row.status == "validating" else None,
        "confirm_token": queries.confirm_token(row),
        "outcome_url": queries.outcome_url(row),
        **(queries.told_check(row, _language(request)) or {}),
    }


@router.post(
    "/api/importexport/import/create",
    auth=MAY,
    response={200: s.ImportOut, **ERRORS},
    operation_id="import_create",
)
def import_create(request: HttpRequest, body: s.ImportStartIn) -> dict[str, object]:
    """Bring in what was checked; it goes on as a job."""
    switches.require("imports")
    reader = viewer_of(request)
    row = operations.start_import(
        transfer_id=body.iej_id,
        confirm_token=body.confirm_token,
        reader=reader,
        name=caller_of(request).name,
        language=_language(request),
        at=utc_now(),
    )
    return queries.ImportState(row, reader, _language(request)).answer()


@router.get(
    "/api/importexport/import/{iej}/get",
    auth=MAY,
    response={200: s.ImportOut, **ERRORS},
    operation_id="import_get",
)
def import_get(request: HttpRequest, iej: int) -> dict[str, object]:
    """Return one import, as far as it is."""
    keep_by_etag(request)
    reader = viewer_of(request)
    row = queries.get_import(transfer_id=iej, reader=reader)
    return queries.ImportState(row, reader, _language(request)).answer()


@router.post(
    "/api/importexport/import/{iej}/cancel",
    auth=MAY,
    response={200: s.ImportOut, **ERRORS},
    operation_id="import_cancel",
)
def import_cancel(request: HttpRequest, iej: int) -> dict[str, object]:
    """Stop an import; what it has brought stays, and can be undone."""
    reader = viewer_of(request)
    row = operations.cancel_import(transfer_id=iej, reader=reader, at=utc_now())
    return queries.ImportState(row, reader, _language(request)).answer()


@router.post(
    "/api/importexport/import/{iej}/undo",
    auth=MAY,
    response={200: s.ImportOut, **ERRORS},
    operation_id="import_undo",
)
def import_undo(request: HttpRequest, iej: int) -> dict[str, object]:
    """Take back what an import brought, within a week; what something depends on stays and is named."""
    reader = viewer_of(request)
    row = operations.start_undo(
        transfer_id=iej,
        reader=reader,
        name=caller_of(request).name,
        language=_language(request),
        at=utc_now(),
    )
    return queries.ImportState(row, reader, _language(request)).answer()


@router.post(
    "/api/importexport/import/{iej}/delete",
    auth=MAY,
    response={200: s.ImportDeletedOut, **ERRORS},
    operation_id="import_delete",
)
def import_delete(request: HttpRequest, iej: int) -> dict[str, int]:
    """Delete an import and its file; what it brought stays."""
    operations.delete_import(transfer_id=iej, reader=viewer_of(request), at=utc_now())
    return {"id": iej}


@router.get(
    "/api/importexport/import/{iej}/outcome", auth=MAY, response=ERRORS, operation_id="import_outcome"
)
def import_outcome(request: HttpRequest, iej: int, token: str = "") -> FileResponse:
    """Return the rows that were refused and why, as CSV: to be mended and uploaded again."""
    row = queries.get_outcome(transfer_id=iej, token=token, reader=viewer_of(request))
    path = import_files.folder_of(str(row.key)) / import_files.OUTCOME
    name = f"{PurePath(row.file_name).stem}-problems.csv"
    answer = FileResponse(
        path.open("rb"), as_attachment=True, filename=name, content_type="text/csv; charset=utf-8"
    )
    answer["Cache-Control"] = "private, no-store"
    return answer
