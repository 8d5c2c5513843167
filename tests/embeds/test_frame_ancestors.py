"""Who may frame the widget, and whether it is on the operator's page."""

from typing import Any

import pytest

from outfitter.outbound import Answer, Unreachable
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.embeds import installation_check
from outfitter_tenants.embeds import operations as embeds
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

GET, SAVE = "/api/widgetFraming/get", "/api/widgetFraming/save"
CHECK = "/api/widgetInstallations/check"
OURS = "http://reef.localhost"


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def page(tmp_path: Any, settings: Any) -> None:
    settings.WIDGET = tmp_path
    for name in ("calendar", "tripBuilder", "pay"):
        (tmp_path / f"{name}.html").write_text("<h1>Calendar</h1>")


def save(client: Any, *origins: str, version: int = 0, is_limited: bool = True) -> Any:
    body = {"is_framing_limited": is_limited, "framing_origins": list(origins), "version": version}
    return client.post(SAVE, body, content_type="application/json")


def framed_by(client: Any, path: str = "/widgets/calendar") -> str:
    """Return whom a page lets frame it, "*" where it says nothing about that."""
    policy: str = client.get(path)["Content-Security-Policy"]
    return policy.partition("frame-ancestors ")[2].partition(";")[0] or "*"


@pytest.mark.usefixtures("page")
def test_anybody_may_until_the_operator_says_otherwise(
    owner: Any, client_for: Any, django_capture_on_commit_callbacks: Any
) -> None:
    public = client_for("reef")
    assert owner.get(GET).json() == {"is_framing_limited": False, "framing_origins": [], "version": 0}
    assert framed_by(public) == "*"
    with django_capture_on_commit_callbacks(execute=True):
        answer = save(owner, "kayak.example", " https://*.Kayak.example/x ", "kayak.example", "")
    assert answer.json()["framing_origins"] == ["https://kayak.example", "https://*.kayak.example"]
    for path in ("/widgets/calendar", "/widgets/calendarCustomerType", "/widgets/tripBuilder"):
        assert framed_by(public, path) == "'self' https://kayak.example https://*.kayak.example"
    assert framed_by(public, "/pay/b1.Qx") == "'none'"
    assert "X-Frame-Options" not in public.get("/widgets/calendar")
    row = AuditLog.objects.get(action="widget.framing_changed")
    assert row.before == {"is_framing_limited": False, "framing_origins": []}
    with django_capture_on_commit_callbacks(execute=True):
        save(owner, "kayak.example", version=1, is_limited=False)
    assert framed_by(public) == "*"


def test_another_operator_is_not_concerned(
    owner: Any, page: None, peak: Any, client_for: Any, reef: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        save(owner, "kayak.example")
    assert framed_by(client_for("peak")) == "*"


@pytest.mark.parametrize(
    "origins", [["*"], ["kayak.example; script-src *"], ["javascript:alert(1)"], [], ["", "  "]]
)
def test_what_is_no_site_is_refused(owner: Any, origins: list[str]) -> None:
    assert_error(save(owner, *origins), 422, "validation_failed")
    assert owner.get(GET).json()["version"] == 0


def test_two_at_once_do_not_undo_one_another(owner: Any) -> None:
    assert save(owner, "kayak.example").status_code == 200
    assert_error(save(owner, "reef.example"), 409, "stale_version")
    assert save(owner, "kayak.example", version=1).json()["version"] == 1


def test_strangers_neither_read_nor_write(reef: Any, client_for: Any) -> None:
    public = client_for("reef")
    assert_error(public.get(GET), 401, "unauthenticated")
    assert_error(save(public, "evil.example"), 401, "unauthenticated")
    body = {"url": "http://127.0.0.1/"}
    answer = public.post(CHECK, body, content_type="application/json")
    assert_error(answer, 401, "unauthenticated")


LINK = f'<a href="{OURS}/widgets/calendar">Book online</a>'
CODE = f'<div data-outfitter-calendar></div><script async src="{OURS}/widgets/embed.js"></script>'


@pytest.mark.usefixtures("reef")
class TestChecking:
    @pytest.fixture(autouse=True)
    def _shop(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(installation_check._Shop, "is_on_sale", staticmethod(lambda: True))

    def check(self, text: str, status: int = 200, **headers: str) -> installation_check.Check:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = Answer("https://kayak.example/book", status, named, text)
        return installation_check.check(url="kayak.example/book", own_origin=OURS, ask=lambda _: answer)

    @pytest.mark.parametrize(
        ("text", "verdict", "findings"),
        [
            (CODE, "installed", ()),
            (CODE.replace("></div>", f">{LINK}</div>"), "installed", ()),
            (f"<div data-outfitter-calendar>{LINK}</div>", "missing", ("no_code",)),
            (LINK, "installed", ()),
            (CODE.replace("reef", "peak") + LINK, "broken", ("other_operator",)),
            (f'<iframe src="{OURS}/widgets/calendar"></iframe>', "installed", ()),
            ("<p>Hello</p>", "missing", ("no_code",)),
            (
                '<script src="https://www.googletagmanager.com/gtm.js"></script>',
                "perhaps",
                ("no_code", "tag_manager"),
            ),
            (f'<script src="{OURS}/widgets/embed.js"></script>', "missing", ("no_slot",)),
            (CODE.replace("reef", "peak"), "broken", ("other_operator",)),
            (
                '<meta http-equiv="Content-Security-Policy" content="frame-src \'self\'">' + CODE,
                "broken",
                ("frame_blocked",),
            ),
        ],
    )
    def test_says_what_is_on_a_page(self, text: str, verdict: str, findings: Any) -> None:
        found = self.check(text)
        assert (found.verdict, found.findings) == (verdict, findings)

    def test_says_what_the_pages_own_rules_keep_out(self) -> None:
        found = self.check(CODE, content_security_policy="default-src 'self', img-src *")
        assert (found.verdict, found.findings) == ("broken", ("script_blocked", "frame_blocked"))

    def test_says_when_the_page_itself_fails(self) -> None:
        assert self.check(CODE, 404).findings == ("page_error",)

    def test_says_when_the_operator_lets_others_alone_show_it(
        self, django_capture_on_commit_callbacks: Any
    ) -> None:
        from outfitter.kit.clock import utc_now

        def limit(origin: str, version: int) -> None:
            with django_capture_on_commit_callbacks(execute=True):
                embeds.save_framing(
                    is_framing_limited=True, framing_origins=[origin], version=version, at=utc_now()
                )

        limit("other.example", 0)
        assert self.check(CODE).findings == ("not_allowed",)
        limit("kayak.example", 1)
        assert self.check(CODE).verdict == "installed"

    def test_a_calendar_that_was_seen_there_is_there(self) -> None:
        from outfitter.kit.clock import utc_now

        embeds.record_installation(origin="https://kayak.example", page="calendar", at=utc_now())
        found = self.check("<p>Written by a script</p>")
        assert found.verdict == "installed"
        assert found.seen_at is not None

    def test_says_when_nothing_is_on_sale(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(installation_check._Shop, "is_on_sale", staticmethod(lambda: False))
        found = self.check(CODE)
        assert (found.verdict, found.findings) == ("installed", ("nothing_on_sale",))

    def test_says_why_a_page_cannot_be_read(self) -> None:
        def ask(_: str) -> Answer:
            raise Unreachable("refused_address")

        found = installation_check.check(url="10.0.0.1", own_origin=OURS, ask=ask)
        assert (found.url, found.verdict, found.reason) == (
            "https://10.0.0.1",
            "unreachable",
            "refused_address",
        )

    def test_this_network_is_out_of_reach(self, client_for: Any) -> None:
        body = {"url": "http://127.0.0.1:5432/"}
        answer = owner_of(client_for).post(CHECK, body, content_type="application/json").json()
        assert (answer["verdict"], answer["reason"]) == ("unreachable", "refused_address")

    def test_is_rationed(self, client_for: Any) -> None:
        owner = owner_of(client_for)
        body = {"url": "http://127.0.0.1/"}
        for _ in range(20):
            assert owner.post(CHECK, body, content_type="application/json").status_code == 200
        again = owner.post(CHECK, body, content_type="application/json")
        assert_error(again, 429, "rate_limited")
