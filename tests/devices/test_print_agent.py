"""The agent at the counter and a printer: what a ticket leaves on paper, and what a crash leaves."""

import base64
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.devices.models import PrintJob
from outfitter_tenants.devices.print_queue import print_jobs, print_routes
from outfitter_tenants.trips import queries as trips
from print_agent.agent import Agent
from print_agent.journal import Entry, Journal
from print_agent.network_printer import NetworkPrinter
from print_agent.office import Job, Office, Refused
from printer_double.server import DoubleServer, text_of
from tests.support.owner_client import owner_of
from tests.support.trip_states import make_reserved

TICKET = b"\x1b@K7PQ2M4X\n"


@pytest.fixture
def printer(tmp_path: Path) -> Iterator[DoubleServer]:
    """Run a printer that keeps what comes."""
    server = DoubleServer(0, tmp_path / "papers")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


class PaperOffice(Office):
    """An office on paper: hands out jobs and notes how they ended."""

    def __init__(self, *names: str) -> None:
        super().__init__("http://office")
        jobs = [Job(n + 1, f"c{n}", f"Job {n + 1}", name, _b64(TICKET)) for n, name in enumerate(names)]
        object.__setattr__(self, "jobs", jobs)
        object.__setattr__(self, "ended", [])

    def beat(self) -> dict[str, Any]:
        return {}

    def claim(self) -> Job | None:
        return self.jobs.pop(0) if self.jobs else None  # type: ignore[attr-defined]

    def end(self, job_id: int, claim: str, ending: str, error: str = "") -> None:
        self.ended.append((job_id, ending, error))  # type: ignore[attr-defined]


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def agent_of(office: Office, folder: Path, **printers: NetworkPrinter) -> Agent:
    return Agent(office, printers, Journal(folder / "job.json"), say=lambda _line: None)


def wait_for(printer: DoubleServer, count: int) -> None:
    with printer.came:
        assert printer.came.wait_for(lambda: len(printer.papers) >= count, timeout=20)


def test_a_job_is_printed_once_and_ended(printer, tmp_path):
    office = PaperOffice("")
    agent = agent_of(office, tmp_path, front=NetworkPrinter("127.0.0.1", printer.port))

    assert agent.step()
    assert not agent.step()
    wait_for(printer, 1)
    assert (printer.papers, office.ended) == ([TICKET], [(1, "printed", "")])
    assert (tmp_path / "papers/001.txt").read_text() == "K7PQ2M4X\n"


@pytest.mark.parametrize(
    ("step", "ending"), [("taken", "not_sent"), ("sending", "unclear"), ("sent", "printed"), ("?", "unclear")]
)
def test_after_a_crash_the_office_hears_how_far_it_was_and_nothing_is_sent(printer, tmp_path, step, ending):
    Journal(tmp_path / "job.json").write(Entry(7, "c7", step))
    office = PaperOffice()
    agent = agent_of(office, tmp_path, front=NetworkPrinter("127.0.0.1", printer.port))

    assert agent.step()
    assert office.ended == [(7, ending, "agent_restarted")]
    assert Journal(tmp_path / "job.json").read() is None
    assert printer.papers == []


def test_a_printer_that_is_off_unknown_or_breaks_off(printer, tmp_path):
    office = PaperOffice("off", "nobody", "cut")
    closed = DoubleServer(0)
    closed.server_close()
    printer.is_cut_off = True
    agent = agent_of(
        office,
        tmp_path,
        off=NetworkPrinter("127.0.0.1", closed.port),
        cut=NetworkPrinter("127.0.0.1", printer.port),
    )

    for _ in range(3):
        agent.step()
    assert office.ended[:2] == [(1, "not_sent", "printer_away"), (2, "failed", "unknown_printer")]
    # A line that breaks off may have taken the job or not: never said to be away.
    assert office.ended[2][1] in {"unclear", "printed"}


def test_a_word_that_comes_too_late_is_dropped(tmp_path):
    class Decided(PaperOffice):
        def end(self, *_: Any) -> None:
            raise Refused(409, "print_job_taken", "")

    Journal(tmp_path / "job.json").write(Entry(7, "c7", "sent"))
    assert agent_of(Decided(), tmp_path).step()
    assert Journal(tmp_path / "job.json").read() is None


class ClientOffice(Office):
    """The real office, asked through the test client."""

    def with_client(self, client: Any) -> "ClientOffice":
        object.__setattr__(self, "client", client)
        return self

    def _call(self, method: str, path: str, body: dict[str, object] | None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "X-Outfitter-Binding": self.binding}
        client: Any = self.client  # type: ignore[attr-defined]
        if method == "GET":
            answer = client.get(path, headers=headers)
        else:
            answer = client.post(path, body, content_type="application/json", headers=headers)
        said: dict[str, Any] = answer.json()
        if answer.status_code != 200:
            raise Refused(answer.status_code, said["code"], said["message"])
        return said


def test_a_ticket_from_the_trip_onto_paper(reef, client_for, printer, tmp_path):
    owner = owner_of(client_for)
    code = owner.post(
        "/api/devices/pairing/create", {"kind": "printer"}, content_type="application/json"
    ).json()["code"]
    made = ClientOffice("").with_client(client_for("reef")).pair(code, "Front desk")
    choice = print_routes.RouteChoice(
        "ticket", None, "device", made["device_id"], "", "roll_80", 1, is_drawn=False
    )
    print_routes.save(choice=choice, at=utc_now())
    trip = trips.get_trip(trip_id=make_reserved())
    body = {"kind": "ticket", "trip_id": trip.pk}
    owner.post("/api/ticketPrinting/print", body, content_type="application/json")

    office = ClientOffice("", made["token"], made["binding"]).with_client(client_for("reef"))
    agent = agent_of(office, tmp_path, front=NetworkPrinter("127.0.0.1", printer.port))
    assert agent.step()
    wait_for(printer, 1)
    said = text_of(printer.papers[0])
    guests = trip.all_orders[0].live_bookings
    assert all(f"[QR {guest.ticket_code}]" in said for guest in guests)
    assert said.count("[cut]") == len(guests)
    assert "Kayak" in said
    assert (tmp_path / "papers/001.png").read_bytes().startswith(b"\x89PNG")
    assert [row.state for row in print_jobs.recent(at=utc_now())] == ["printed"]
    PrintJob.objects.all().delete()
    assert not agent.step()
