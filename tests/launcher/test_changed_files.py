"""`./outfitter test --changed`: what differs from a commit, and which tests that can affected_tests."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from launcher import affected_tests, changed_files, main
from launcher.affected_tests import Sources
from launcher.durations import Known
from launcher.errors import LauncherError

pytestmark = pytest.mark.rules

# A project in small: an app with rules and a view, a client of it, and a root that knows all.
FILES = {
    "tenants/outfitter_tenants/pricing/rules.py": "TAX = 1",
    "tenants/outfitter_tenants/pricing/bill.py": "from outfitter_tenants.pricing import rules",
    "tenants/outfitter_tenants/pricing/bill.sql": "SELECT 1",
    "tenants/outfitter_tenants/checkout/api.py": "from ..pricing.bill import total",
    "tenants/outfitter_tenants/trips/api.py": "",
    "platform/outfitter/urls.py": "import outfitter_tenants.checkout.api",
    "platform/outfitter/cli.py": "def up():\n    from outfitter import urls",
    "tests/conftest.py": "import outfitter.urls",
    "tests/support/client.py": "import outfitter.urls",
    "tests/pricing/test_rules.py": "from outfitter_tenants.pricing.rules import TAX",
    "tests/pricing/test_http.py": "from tests.support import client",
    "tests/checkout/desk.py": "import outfitter_tenants.checkout.api",
    "tests/checkout/test_sale.py": "from tests.checkout.desk import Desk",
    "tests/trips/test_trip.py": "from tests.support.client import ask",
    "tests/house/test_layout.py": "",
    "web/src/app/page.tsx": "",
    "web/package.json": "{}",
    "docs/prices.txt": "",
    "pyproject.toml": "",
}


def git(root: Path, *words: str) -> None:
    """Run git as somebody."""
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one commit on `main`, and a branch of its own beside it."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / ".gitignore").write_text("var/\n")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "begin")
    return tmp_path


@pytest.fixture
def sources(project: Path) -> Sources:
    """Who imports whom there."""
    return affected_tests.read(changed_files.tracked(project), project)


def test_a_change_is_what_is_committed_here_what_is_not_and_what_is_new(project: Path) -> None:
    git(project, "checkout", "-q", "-b", "mine")
    (project / "docs/prices.txt").write_text("committed")
    git(project, "commit", "-q", "-a", "-m", "mine")
    git(project, "checkout", "-q", "main")
    (project / "web/package.json").write_text('{"theirs": 1}')
    git(project, "commit", "-q", "-a", "-m", "theirs")
    git(project, "checkout", "-q", "mine")
    (project / "tests/trips/test_trip.py").write_text("changed = 1")
    (project / "tests/trips/test new.py").write_text("")
    (project / "var").mkdir()
    (project / "var/log").write_text("")
    here = ["tests/trips/test new.py", "tests/trips/test_trip.py"]
    assert changed_files.files_since("HEAD", project) == here
    assert changed_files.files_since("main", project) == ["docs/prices.txt", *here]


def test_an_unknown_commit_is_one_clear_line(project: Path) -> None:
    with pytest.raises(LauncherError, match=r"git merge-base failed: .*nowhere"):
        changed_files.files_since("nowhere", project)


def test_a_change_is_sorted_by_what_checks_it(project: Path) -> None:
    found = changed_files.sort(
        [
            "pyproject.toml",
            "tests/support/client.py",
            "web/src/app/page.tsx",
            "docs/prices.txt",
            "tenants/outfitter_tenants/trips/api.py",
            "tenants/outfitter_tenants/pricing/bill.sql",
        ],
        project,
    )
    assert found.wide == ["pyproject.toml", "tests/support/client.py"]
    assert found.fronts == {"web": ["src/app/page.tsx"]}
    assert found.python == [
        "tenants/outfitter_tenants/pricing/bill.py",
        "tenants/outfitter_tenants/pricing/rules.py",
        "tenants/outfitter_tenants/trips/api.py",
    ]


def test_a_change_reaches_who_imports_it_over_helpers_of_tests_too(sources: Sources) -> None:
    """What puts everything together hands nothing on; else each module reached each other."""
    changed = ["tenants/outfitter_tenants/pricing/rules.py"]
    assert affected_tests.tests_of(sources, changed) == {
        "tests/pricing/test_rules.py": 1,
        "tests/pricing/test_http.py": 2,  # it asks over HTTP: of the same app
        "tests/checkout/test_sale.py": 4,
    }


def test_a_changed_assembly_reaches_its_own_importers(sources: Sources) -> None:
    assert affected_tests.tests_of(sources, ["tests/support/client.py"]) == {
        "tests/pricing/test_http.py": 1,
        "tests/trips/test_trip.py": 1,
    }
    assert affected_tests.tests_of(sources, ["tests/trips/test_trip.py"]) == {"tests/trips/test_trip.py": 0}
    assert affected_tests.tests_of(sources, ["docs/prices.txt"]) == {}


def test_tests_of_a_helper_are_found(sources: Sources) -> None:
    found = affected_tests.importing(sources, "tests.support.client")
    assert found == ["tests/pricing/test_http.py", "tests/trips/test_trip.py"]
    assert affected_tests.importing(sources, "outfitter_tenants.checkout.api") == [
        "tests/checkout/test_sale.py"
    ]


def test_the_nearest_tests_run_and_the_others_are_named(tmp_path: Path) -> None:
    known = Known(tmp_path)
    known.files = {"own": 500.0, "near": 30.0, "quick": 1.0, "far": 40.0, "farther": 5.0}
    reached = {"far": 3, "own": 0, "near": 1, "quick": 1, "farther": 4}
    assert changed_files.choose(reached, known, 560.0) == (["own", "quick", "near"], ["far", "farther"])
    assert changed_files.choose(reached, known, 9.0)[0] == ["own"]


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("outfitter_tenants.pricing.rules.trip_price", "tests/pricing/"),
        ("outfitter_tenants.giftcards.operations", "tests/giftcards/"),
        ("outfitter.kit.money", "tests/kit/"),
        ("outfitter_octo", "tests/plugins/octo/"),
        ("launcher.slots", "tests/launcher/test_slots.py"),
    ],
)
def test_modules_of_this_project_reach_their_own_tests(module: str, test: str) -> None:
    real = _real_sources()
    names = [name for name in real.files if name == module or name.startswith(f"{module}.")]
    assert names, module
    reached = affected_tests.tests_of(real, [real.files[name] for name in names])
    nearest = [file for file, steps in reached.items() if steps <= affected_tests.FOLDER_STEPS]
    assert any(file.startswith(test) for file in nearest), nearest


def test_the_nightly_run_has_every_test_that_makes_up_its_cases() -> None:
    files = affected_tests.importing(_real_sources(), "tests.support.example_count")
    assert "tests/contract/test_schemathesis.py" in files
    assert "tests/plugins/octo/test_random_requests.py" in files  # over a helper
    for file in ("trip_machine", "payment_machine", "value_machine", "seat_agreement"):
        assert any(one.endswith(f"test_{file}.py") for one in files), file


_kept: list[Sources] = []


def _real_sources() -> Sources:
    if not _kept:
        _kept.append(affected_tests.read(changed_files.tracked()))
    return _kept[0]


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (["test", "--changed"], ("changed", "HEAD", [])),
        (["test", "--changed", "main", "--", "-x"], ("changed", "main", ["-x"])),
        (["test", "nightly", "--", "-k", "octo"], ("nightly", ["-k", "octo"])),
        (["test", "db", "--", "-x"], ("section", "db", ["-x"])),
        (["test"], ("section", None, [])),
    ],
)
def test_the_command_line_chooses(
    words: list[str], called: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[object, ...]] = []

    def note(name: str) -> Callable[..., int]:
        return lambda *given, **_: done.append((name, *given)) or 0  # type: ignore[func-returns-value]

    monkeypatch.setattr(main.changed_files, "run_changed", note("changed"))
    monkeypatch.setattr(main.changed_files, "run_nightly", note("nightly"))
    monkeypatch.setattr(main.plan, "run_tests", note("section"))
    assert main.dispatch(words) == 0
    assert done == [called]


def test_a_section_and_a_change_are_not_asked_for_together() -> None:
    with pytest.raises(LauncherError, match="Leave out the section"):
        main.dispatch(["test", "db", "--changed", "main"])
