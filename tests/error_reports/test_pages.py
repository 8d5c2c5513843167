"""Pages load what reports errors, and may reach one more host, only where an address is set."""

import gzip
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from outfitter.error_reports import browser
from outfitter.settings import env
from tests.support.owner_client import owner_of

DSN = "https://0123abcd@reports.example:8443/sub/7"
PAGE = '<html lang="en"><head></head><body></body></html>'
FILE = "error-reports-Ab1-x.js"


@pytest.fixture
def built(tmp_path: Path, settings: Any) -> Path:
    """A build of both front ends, as little as pages are sent of."""
    settings.WIDGET, settings.SCREENS = tmp_path / "dist", tmp_path / "out"
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    (tmp_path / "out" / "en").mkdir(parents=True)
    (tmp_path / "dist" / "assets" / FILE).write_text("")
    for name in ("calendar", "pay", "sign"):
        (tmp_path / "dist" / f"{name}.html").write_text(PAGE)
    (tmp_path / "out" / "en" / "manifest.html").write_text(PAGE)
    (tmp_path / "out" / "en" / "signup.html").write_text(PAGE)
    strict = "default-src 'self'; script-src 'self'"
    policy = {"en/manifest.html": strict, "en/signup.html": strict}
    (tmp_path / "out" / "csp.json").write_text(json.dumps(policy))
    return tmp_path


@pytest.fixture
def reported(settings: Any) -> None:
    """Errors of browsers are reported."""
    settings.SENTRY_BROWSER_DSN = DSN
    settings.SENTRY_RELEASE, settings.SENTRY_ENVIRONMENT = "outfitter@1.2.3+abc1234", "testing"


def body_of(answer: Any) -> str:
    """Return a page as text, streamed or not."""
    return bytes(b"".join(answer)).decode()


PATHS = ["/widgets/calendar", "/pay/b1.Qx-7_z~9", "/waiverPortal"]


@pytest.mark.parametrize("path", PATHS)
def test_a_customers_page_names_the_file(
    path: str, built: Path, reported: None, reef: Any, client_for: Any
) -> None:
    answer = client_for("reef").get(path)

    found = re.search(
        r'<script type="module" async src="([^"]+)" data-error-reports="([^"]+)">', body_of(answer)
    )
    assert found is not None
    assert found[1] == f"/widgets/assets/{FILE}"
    assert json.loads(html.unescape(found[2])) == {
        "script": f"/widgets/assets/{FILE}",
        "dsn": DSN,
        "release": "outfitter@1.2.3+abc1234",
        "environment": "testing",
        "operator": "reef",
        "user": None,
    }
    asked = re.search(r"connect-src ([^;]+)", answer["Content-Security-Policy"])
    assert asked is not None
    assert [one for one in asked[1].split() if "reports" in one] == ["https://reports.example:8443"]


@pytest.mark.parametrize("path", PATHS)
def test_without_an_address_a_page_is_as_it_was(path: str, built: Path, reef: Any, client_for: Any) -> None:
    answer = client_for("reef").get(path)

    assert "error-reports" not in body_of(answer)
    assert "reports" not in answer["Content-Security-Policy"]


def test_a_screen_may_reach_the_host_and_is_told_by_the_first_call(
    built: Path, reported: None, reef: Any, client_for: Any
) -> None:
    owner = owner_of(client_for)

    policy = owner.get("/manifest")["Content-Security-Policy"]
    told = owner.get("/app/init").json()

    assert re.search(r"connect-src [^;]* https://reports\.example:8443 ", policy)
    assert told["errorReports"]["dsn"] == DSN
    assert told["errorReports"]["operator"] == "reef"
    assert told["errorReports"]["user"] > 0


def test_a_screen_without_an_address(built: Path, reef: Any, client_for: Any) -> None:
    owner = owner_of(client_for)

    assert owner.get("/app/init").json()["errorReports"] is None
    assert "reports" not in owner.get("/manifest")["Content-Security-Policy"]
    assert browser.origin() == ""


def test_the_platforms_own_pages_name_the_file_and_no_operator(
    built: Path, reported: None, apex_client: Any
) -> None:
    answer = apex_client.get("/signup")

    found = re.search(r'data-error-reports="([^"]+)"></script></head>', body_of(answer))
    assert found is not None
    told = json.loads(html.unescape(found[1]))
    assert (told["dsn"], told["operator"], told["user"]) == (DSN, "", None)
    assert answer["Content-Security-Policy"].endswith("; connect-src 'self' https://reports.example:8443")
    assert apex_client.get(f"/widgets/assets/{FILE}").status_code == 200
    # Nothing else of the widget is there.
    assert apex_client.get("/widgets/calendar").status_code == 404

    again = apex_client.get("/signup", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed = apex_client.get("/signup", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == answer.content
    assert packed["ETag"] != answer["ETag"]


def test_the_platforms_own_pages_without_an_address(built: Path, apex_client: Any) -> None:
    answer = apex_client.get("/signup")

    assert body_of(answer) == PAGE
    assert "connect-src" not in answer["Content-Security-Policy"]


@pytest.mark.parametrize(
    "wrong", ["reports.example", "https://reports.example/7", "https://k@reports.example/x"]
)
def test_an_address_that_is_none_stops_the_start(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTRY_DSN", wrong)

    with pytest.raises(env.BadSetting):
        env.address("SENTRY_DSN")
