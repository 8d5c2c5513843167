"""An import as its screens do it: uploaded, detected, checked, run."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile

from outfitter.kit.clock import utc_now
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job

BASE = "/api/importexport/import"


def post(client, path: str, body: object = None):
    return client.post(path, body or {}, content_type="application/json")


def csv_of(rows: Sequence[Sequence[object]], *, delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding)


def xlsx_of(rows: Sequence[Sequence[object]]) -> bytes:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"default_date_format": "yyyy-mm-dd"}) as book:
        sheet = book.add_worksheet("People")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return data.getvalue()


def send(client, data: bytes, name: str = "people.csv"):
    return client.post(f"{BASE}/fileUpload", {"file": SimpleUploadedFile(name, data)})


def upload(client, data: bytes, name: str = "people.csv") -> dict[str, Any]:
    answer = send(client, data, name)
    assert answer.status_code == 200, answer.content
    return answer.json()


def detect(client, iej: int, **more: object) -> dict[str, Any]:
    answer = post(client, f"{BASE}/detect", {"iej_id": iej, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()


def try_check(client, iej: int, kind: str, mapping: Mapping[str, str], **more: object):
    options = {key: more.pop(key) for key in list(more) if key != "fixed"}
    body = {"iej_id": iej, "object": kind, "mapping": dict(mapping), "options": options, **more}
    return post(client, f"{BASE}/preFlightValidator", body)


def check(client, iej: int, kind: str, mapping: Mapping[str, str], **more: object) -> dict[str, Any]:
    answer = try_check(client, iej, kind, mapping, **more)
    assert answer.status_code == 200, answer.content
    return answer.json()


def state(client, iej: int) -> dict[str, Any]:
    answer = client.get(f"{BASE}/{iej}/get")
    assert answer.status_code == 200, answer.content
    return answer.json()


def start(client, iej: int, token: str | None):
    return post(client, f"{BASE}/create", {"iej_id": iej, "confirm_token": token})


def work() -> None:
    while job := Job.objects.filter(status__in=["queued", "running"]).first():
        jobs.work_on({"job_id": job.pk}, utc_now())


def checked(client, kind: str, rows: Sequence[Sequence[object]], **more: object) -> dict[str, Any]:
    """Upload rows and check them, mapped as was guessed; returns the check."""
    made = upload(client, csv_of(rows))
    guess = detect(client, made["iej_id"], object=kind)
    return check(client, made["iej_id"], kind, guess["mapping_guess"], **more)


def bring_in(client, kind: str, rows: Sequence[Sequence[object]], **more: object) -> dict[str, Any]:
    """Upload rows, check and run them; returns the import as it ended."""
    found = checked(client, kind, rows, **more)
    answer = start(client, found["iej_id"], found["confirm_token"])
    assert answer.status_code == 200, answer.content
    work()
    return state(client, found["iej_id"])


def undo(client, iej: int) -> dict[str, Any]:
    answer = post(client, f"{BASE}/{iej}/undo")
    assert answer.status_code == 200, answer.content
    work()
    return state(client, iej)


def content(client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, answer
    return b"".join(answer.streaming_content).decode("utf-8-sig")
