"""What is kept survives: a restart, a kill in the middle of a write, many changes."""

from pathlib import Path

import pytest

from stripe_double import store as module
from stripe_double.store import Store

pytestmark = pytest.mark.rules


def test_a_restart_finds_everything(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.json"
    first = Store(path)
    first.put("charge", "ch_1", {"amount": 1})
    first.put("charge", "ch_2", {"amount": 2})
    first.commit()
    first.put("charge", "ch_1", {"amount": 3})
    first.remove("charge", "ch_2")
    first.commit()
    first.put("charge", "ch_3", {"amount": 4})  # never committed
    assert dict(Store(path).rows("charge")) == {"ch_1": {"amount": 3}}


def test_a_line_that_was_cut_off_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    first = Store(path)
    first.put("charge", "ch_1", {"amount": 1})
    first.commit()
    whole = path.read_bytes()
    first.put("charge", "ch_1", {"amount": 2})
    first.put("refund", "re_1", {"amount": 2})
    first.commit()
    path.write_bytes(path.read_bytes()[:-5])
    again = Store(path)
    assert again.get("charge", "ch_1") == {"amount": 1}
    assert again.get("refund", "re_1") is None
    assert path.read_bytes() == whole


def test_the_file_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLACK_LINES", 10)
    path = tmp_path / "state.json"
    kept = Store(path)
    for number in range(100):
        kept.put("charge", "ch_1", {"amount": number})
        kept.commit()
    assert len(path.read_text().splitlines()) < 15
    assert Store(path).get("charge", "ch_1") == {"amount": 99}
    kept.clear()
    assert Store(path).cnt() == 0


def test_without_a_path_nothing_is_written() -> None:
    kept = Store()
    kept.put("charge", "ch_1", {"amount": 1})
    kept.commit()
    assert kept.get("charge", "ch_1") == {"amount": 1}
