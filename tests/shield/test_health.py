"""What load balancers and supervisors are told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from outfitter.api import probes
from outfitter.celery import touch_heartbeat
from outfitter.kit import drain_flag


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Begin and end as a process does that was told nothing."""
    probes.forget()
    drain_flag.forget()
    yield
    probes.forget()
    drain_flag.forget()


def ask(path: str) -> tuple[int, dict[str, Any]]:
    answer = Client(HTTP_HOST="10.0.0.7").get(path)
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()


@pytest.mark.rules
def test_being_alive_needs_no_database() -> None:
    assert ask("/livez") == (200, {"ok": True})


def test_it_is_ready_on_a_schema_that_knows_more(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "unapplied", lambda: [])
    assert ask("/readyz") == (200, {"ok": True})


def test_it_waits_for_its_own_migrations_and_asks_once(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "unapplied", lambda: ["trips.0099_next"])
    assert ask("/readyz") == (503, {"ok": False, "reason": "schema"})
    monkeypatch.setattr(probes, "unapplied", lambda: [])
    assert ask("/readyz")[0] == 200
    monkeypatch.setattr(probes, "unapplied", lambda: ["trips.0100_after"])
    assert ask("/readyz")[0] == 200


def test_the_tests_own_database_lacks_nothing_but_is_compared(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Loader:
        def __init__(self, _connection: None) -> None:
            self.graph = self

        def leaf_nodes(self) -> list[tuple[str, str]]:
            return [("trips", "0099_next"), ("accounts", "0001_initial")]

    monkeypatch.setattr(probes, "MigrationLoader", Loader)
    assert probes.unapplied() == ["trips.0099_next"]


def test_a_database_that_is_away_is_told(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[str]:
        raise DatabaseError("gone")

    monkeypatch.setattr(probes, "unapplied", fail)
    assert ask("/readyz") == (503, {"ok": False, "reason": "database"})


@pytest.mark.rules
def test_who_is_told_to_end_is_not_ready_and_still_alive() -> None:
    drain_flag._told.set()
    assert ask("/readyz") == (503, {"ok": False, "reason": "draining"})
    assert ask("/livez")[0] == 200


@pytest.mark.rules
def test_a_process_that_works_touches_its_file(settings: Any, tmp_path: Path) -> None:
    touch_heartbeat()
    settings.HEARTBEAT_FILE = str(tmp_path / "heartbeat")
    touch_heartbeat()
    assert [file.name for file in tmp_path.iterdir()] == ["heartbeat"]
