"""
How fast an operator's past comes in: a file is uploaded, checked and run, by the code that does it.

100,000 customers come in and go again, 20,000 rows are checked, a spreadsheet is read, and as many rows as
a file may have are checked. Of each the rows in a second are told, and the most memory the process had
meanwhile.
"""

import csv
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from bench._bench_database import analyze, stage
from bench._peak_memory import peak, start_counting
from bench._report import Aim, Row, at_most, main, sized
from bench._site import make_owner

PEOPLE: Final = sized(100_000, quick=5_000)
CHECKED: Final = sized(20_000, quick=5_000)
SHEET: Final = sized(100_000, quick=20_000)
MANY: Final = sized(200_000, quick=20_000)
MEMORY_MB: Final = 300
_HEAD: Final = (
    "First Name",
    "Last Name",
    "Email",
    "Phone",
    "Country",
    "Date of Birth",
    "Newsletter",
    "Tags",
    "Notes",
)
_PIECE: Final = 1024 * 1024


def run() -> list[Row]:
    """Bring in people, check others, read a spreadsheet, and check as many rows as a file may have."""
    with stage(), tempfile.TemporaryDirectory() as folder:
        _keep_files_in(Path(folder))
        make_owner()
        rows = _people(Path(folder))
        analyze()
        rows += _check_only(Path(folder))
        rows += _spreadsheet(Path(folder))
        return [*rows, *_whole_file(Path(folder))]


def _keep_files_in(folder: Path) -> None:
    from django.conf import settings

    settings.VAR = folder


def _person(number: int) -> tuple[str, ...]:
    email = f"guest{number}@example.com"
    phone = f"+1415{2_000_000 + number % 7_000_000}"
    name = (f"Ana{number % 977}", f"Ruiz{number}")
    return (*name, email, phone, "Spain", "1988-05-17", "yes", "diver; repeat", f"Came {number % 9} times")


def _csv(folder: Path, name: str, cnt: int, *, start: int = 0) -> Path:
    path = folder / name
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_HEAD)
        writer.writerows(_person(start + number) for number in range(cnt))
    return path


def _took(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece


class _Import:
    """One import, as its routes do it."""

    def __init__(self, path: Path) -> None:
        from outfitter.db.lists import ListReader
        from outfitter.kit.clock import utc_now
        from outfitter_tenants.people.models import UserAvatar

        owner = UserAvatar.objects.select_related("role").order_by("pk")[0]
        self._path = path
        self._reader = ListReader(frozenset(owner.role.permissions), "UTC", utc_now(), owner.pk)
        self._id = 0

    def upload(self) -> None:
        from outfitter.kit.clock import utc_now
        from outfitter_tenants.transfer.imports import operations

        row = operations.upload(
            file_name=self._path.name, pieces=_pieces(self._path), reader=self._reader, name="B", at=utc_now()
        )
        self._id = row.pk

    def check(self) -> None:
        from outfitter.kit.clock import utc_now
        from outfitter_tenants.transfer.imports import operations

        guess = operations.detect(
            transfer_id=self._id,
            wanted=operations.Detection(object="customers"),
            reader=self._reader,
            at=utc_now(),
        )
        guessed = guess["mapping_guess"]
        mapping = dict(guessed) if isinstance(guessed, dict) else {}
        draft = operations.CheckDraft("customers", mapping, {}, {})
        operations.preflight(transfer_id=self._id, draft=draft, reader=self._reader, name="B", at=utc_now())
        _work()

    def run(self) -> None:
        from outfitter.kit.clock import utc_now
        from outfitter_tenants.transfer.imports import operations, queries

        token = queries.confirm_token(queries.get_import(transfer_id=self._id, reader=self._reader))
        operations.start_import(
            transfer_id=self._id, confirm_token=token or "", reader=self._reader, name="B", at=utc_now()
        )
        _work()

    def undo(self) -> None:
        from outfitter.kit.clock import utc_now
        from outfitter_tenants.transfer.imports import operations

        operations.start_undo(transfer_id=self._id, reader=self._reader, name="B", at=utc_now())
        _work()


def _work() -> None:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.jobs import operations as jobs
    from outfitter_tenants.jobs.models import Job

    while job := Job.objects.filter(status__in=["queued", "running"]).first():
        jobs.work_on({"job_id": job.pk}, utc_now(), clock=utc_now)


def _people(folder: Path) -> list[Row]:
    from outfitter_tenants.customers.models import Customer

    one = _Import(_csv(folder, "people.csv", PEOPLE))
    start_counting()
    uploaded, checked, ran = _took(one.upload), _took(one.check), _took(one.run)
    made = Customer.objects.count()
    undone = _took(one.undo)
    return [
        Row(f"{PEOPLE:,} customers: uploaded", uploaded, "s"),
        *_rows(f"{PEOPLE:,} customers: checked", PEOPLE, checked),
        *_rows(f"{PEOPLE:,} customers: brought in", PEOPLE, ran, at_most(180 * PEOPLE / 100_000)),
        Row("  of them there", made, "customers"),
        *_rows(f"{PEOPLE:,} customers: undone", PEOPLE, undone),
        Row(f"{PEOPLE:,} customers: peak memory", peak(), "MB", at_most(MEMORY_MB)),
    ]


def _rows(name: str, cnt: int, seconds: float, aim: Aim | None = None) -> list[Row]:
    """Return how long something took, and how many rows of a file that is in a second."""
    return [Row(name, seconds, "s", aim), Row("  that is", cnt / max(seconds, 0.001), "rows/s")]


def _check_only(folder: Path) -> list[Row]:
    one = _Import(_csv(folder, "more.csv", CHECKED, start=5_000_000))
    one.upload()
    start_counting()
    took = _took(one.check)
    return [
        *_rows(f"{CHECKED:,} rows are checked", CHECKED, took, at_most(20 * CHECKED / 20_000)),
        Row(f"{CHECKED:,} rows: peak memory", peak(), "MB", at_most(MEMORY_MB)),
    ]


def _spreadsheet(folder: Path) -> list[Row]:
    import xlsxwriter

    path = folder / "sheet.xlsx"
    with xlsxwriter.Workbook(str(path), {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, _HEAD)
        for number in range(SHEET):
            sheet.write_row(number + 1, 0, _person(number))
    start_counting()
    took = _took(_Import(path).upload)
    return [
        *_rows(f"a spreadsheet of {SHEET:,} rows is uploaded", SHEET, took),
        Row("a spreadsheet: peak memory", peak(), "MB", at_most(MEMORY_MB)),
    ]


def _whole_file(folder: Path) -> list[Row]:
    one = _Import(_csv(folder, "many.csv", MANY, start=10_000_000))
    start_counting()
    uploaded = _took(one.upload)
    checked = _took(one.check)
    return [
        Row(f"{MANY:,} rows: uploaded", uploaded, "s"),
        *_rows(f"{MANY:,} rows: checked", MANY, checked),
        Row(f"{MANY:,} rows: peak memory", peak(), "MB", at_most(MEMORY_MB)),
    ]


if __name__ == "__main__":
    main(run)
