"""
How fast an operator's past comes in: a file is uploaded, checked and run, by the code that does it.

100,000 customers come in and go again, 20,000 rows are checked, a spreadsheet and a million rows are read.
The memory is what the process grew by, at its most.
"""

import csv
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from bench._bench_database import analyze, stage
from bench._report import Row, at_most, main, sized
from bench._site import make_owner

PEOPLE: Final = sized(100_000, quick=5_000)
CHECKED: Final = sized(20_000, quick=5_000)
SHEET: Final = sized(100_000, quick=20_000)
MANY: Final = sized(1_000_000, quick=100_000)
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
    """Bring in people, check others, read a spreadsheet and a million rows."""
    with stage(), tempfile.TemporaryDirectory() as folder:
        _keep_files_in(Path(folder))
        make_owner()
        rows = _people(Path(folder))
        analyze()
        rows += _check_only(Path(folder))
        rows += _spreadsheet(Path(folder))
        return [*rows, *_million(Path(folder))]


def _keep_files_in(folder: Path) -> None:
    from django.conf import settings

    settings.VAR = folder
    settings.IMPORT_ROWS = 2_000_000


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


def _peak() -> float:
    """Return the most memory this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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
    before = _peak()
    uploaded, checked, ran = _took(one.upload), _took(one.check), _took(one.run)
    grown = _peak() - before
    made = Customer.objects.count()
    undone = _took(one.undo)
    return [
        Row(f"{PEOPLE:,} customers: uploaded", uploaded, "s"),
        Row(f"{PEOPLE:,} customers: checked", checked, "s"),
        Row(f"{PEOPLE:,} customers: brought in", ran, "s", at_most(180 * PEOPLE / 100_000)),
        Row("  of them there", made, "customers"),
        Row("  memory that took", grown, "MB", at_most(300)),
        Row(f"{PEOPLE:,} customers: undone", undone, "s"),
    ]


def _check_only(folder: Path) -> list[Row]:
    one = _Import(_csv(folder, "more.csv", CHECKED, start=5_000_000))
    one.upload()
    took = _took(one.check)
    return [Row(f"{CHECKED:,} rows are checked", took, "s", at_most(20))]


def _spreadsheet(folder: Path) -> list[Row]:
    import xlsxwriter

    path = folder / "sheet.xlsx"
    with xlsxwriter.Workbook(str(path), {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, _HEAD)
        for number in range(SHEET):
            sheet.write_row(number + 1, 0, _person(number))
    before = _peak()
    took = _took(_Import(path).upload)
    return [
        Row(f"a spreadsheet of {SHEET:,} rows is uploaded", took, "s"),
        Row("  memory that took", max(0.0, _peak() - before), "MB", at_most(300)),
    ]


def _million(folder: Path) -> list[Row]:
    one = _Import(_csv(folder, "many.csv", MANY, start=10_000_000))
    before = _peak()
    uploaded = _took(one.upload)
    checked = _took(one.check)
    grown = max(0.0, _peak() - before)
    return [
        Row(f"{MANY:,} rows: uploaded", uploaded, "s"),
        Row(f"{MANY:,} rows: checked", checked, "s"),
        Row(f"{MANY:,} rows: memory that took", grown, "MB", at_most(300)),
    ]


if __name__ == "__main__":
    main(run)
