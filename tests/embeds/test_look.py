"""How the operator's widget looks where its embed code says nothing."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.calendar.theme import FONTS, look_of, theme_of
from outfitter_tenants.embeds.theme import CalendarTheme, Font
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

GET, SAVE = "/api/widgetLook/get", "/api/widgetLook/save"
PLAIN = {"color": None, "radius": None, "font": None, "theme": "auto", "version": 0}
CHOSEN = {"color": "#1D4ED8", "radius": 16, "font": "serif", "theme": "dark", "version": 0}
BLUE = "rgb(29 78 216)"


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def page(tmp_path: Path, settings: Any) -> None:
    settings.WIDGET = tmp_path
    for name in ("calendar", "tripBuilder"):
        (tmp_path / f"{name}.html").write_text(
            '<!doctype html><html lang="en"><body>'
            '<script type="application/json" id="first"></script></body></html>'
        )


def save(client: Any, **changes: Any) -> Any:
    return client.post(SAVE, {**CHOSEN, **changes}, content_type="application/json")


def look_in(client: Any, path: str = "/widgets/calendar") -> tuple[str, dict[str, str]]:
    """Return the start of a page and the look its script finds."""
    text = client.get(path).content.decode()
    first = json.loads(text.partition('id="first">')[2].partition("</script>")[0])
    return text.partition(">")[2].partition(">")[0], first["look"]


@pytest.mark.usefixtures("page")
def test_what_is_saved_is_what_every_page_begins_with(
    owner: Any, client_for: Any, peak: Any, django_capture_on_commit_callbacks: Any
) -> None:
    public = client_for("reef")
    assert owner.get(GET).json() == PLAIN
    assert look_in(public)[0] == '<html lang="en"'
    with django_capture_on_commit_callbacks(execute=True):
        answer = save(owner)
    assert answer.json() == {**CHOSEN, "color": "#1d4ed8", "version": 1} == owner.get(GET).json()
    # Staff, too: what they look at in the back office is what visitors get.
    for client, path in [
        (public, "/widgets/calendar"),
        (public, "/widgets/tripBuilder"),
        (public, "/widgets/calendarCustomerType"),
        (owner, "/widgets/calendar"),
    ]:
        tag, look = look_in(client, path)
        assert tag == '<html lang="en" data-theme="dark"'
        assert (look["--accent-light"], look["--radius"]) == (BLUE, "16px")
        assert look["--font"] == FONTS["serif"]
    row = AuditLog.objects.get(action="widget.look_changed")
    assert row.before == {"color": "", "radius": None, "font": "", "theme": "auto"}
    assert row.after == {"color": "#1d4ed8", "radius": 16, "font": "serif", "theme": "dark"}
    assert "--radius" not in look_in(client_for("peak"))[1]


@pytest.mark.usefixtures("page")
def test_the_embed_code_has_the_last_word(
    owner: Any, client_for: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        save(owner)
    path = "/widgets/calendar?color=1f2937&radius=0&font=system&theme=light&around=dark"
    tag, look = look_in(client_for("reef"), path)
    assert tag == '<html lang="en" data-theme="light"'
    assert look["--accent-light"] == "rgb(31 41 55)"
    assert (look["--radius"], look["--font"]) == ("0px", FONTS["system"])
    tag, look = look_in(client_for("reef"), "/widgets/calendar?look=draft&radius=4")
    assert tag == '<html lang="en"'
    assert (look["--radius"], "--font" in look) == ("4px", False)


def test_the_same_again_changes_nothing(owner: Any) -> None:
    save(owner)
    assert save(owner, version=1).json()["version"] == 1
    assert AuditLog.objects.filter(action="widget.look_changed").count() == 1
    everything_back = {**PLAIN, "version": 1}
    assert save(owner, **everything_back).json() == {**PLAIN, "version": 2}


def test_two_at_once_do_not_undo_one_another(owner: Any) -> None:
    assert save(owner).status_code == 200
    assert_error(save(owner, radius=2), 409, "stale_version")
    assert owner.get(GET).json()["radius"] == CHOSEN["radius"]
    # Who may show the calendar is another matter.
    framing = owner.get("/api/widgetFraming/get").json()
    assert framing["version"] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"color": "red"},
        {"color": "#12345"},
        {"color": "#1d4ed8;x:y"},
        {"radius": 25},
        {"radius": -1},
        {"font": "Comic Sans"},
        {"theme": "neon"},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_no_look_is_refused(owner: Any, changes: dict[str, Any]) -> None:
    assert_error(save(owner, **changes), 422, "validation_failed")
    assert owner.get(GET).json() == PLAIN


def test_strangers_neither_read_nor_write(reef: Any, client_for: Any) -> None:
    public = client_for("reef")
    assert_error(public.get(GET), 401, "unauthenticated")
    assert_error(save(public), 401, "unauthenticated")


@pytest.mark.rules
class TestLook:
    @pytest.mark.parametrize(
        ("query", "stored", "expected"),
        [
            ({}, "auto", ""),
            ({"around": "dark"}, "auto", "dark"),
            ({"around": "dark"}, "light", "light"),
            ({"around": "light", "theme": "dark"}, "light", "dark"),
            ({"theme": "neon"}, "dark", "dark"),
            ({"around": '"><script>'}, "auto", ""),
        ],
    )
    def test_how_bright(self, query: dict[str, str], stored: str, expected: str) -> None:
        assert theme_of(query, CalendarTheme(theme=stored)) == expected

    def test_what_is_not_set_is_the_brands(self) -> None:
        assert look_of({}, "#1d4ed8", CalendarTheme()) == look_of({}, "#1d4ed8")
        assert look_of({}, "#b45309", CalendarTheme(color="#1d4ed8"))["--accent-light"] == BLUE

    def test_a_colour_nobody_could_read_is_corrected(self) -> None:
        found = look_of({}, None, CalendarTheme(color="#ffff00"))
        assert found["--accent-light"] != "rgb(255 255 0)"

    def test_every_font_that_can_be_chosen_is_one_that_can_be_shown(self) -> None:
        assert set(get_args(Font)) == set(FONTS)
