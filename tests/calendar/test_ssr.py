"""The first picture that a calendar's document brings: markup of the widget's own code (ADR 43)."""

import base64
import hashlib
import json
import logging
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from outfitter.api import ssr
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.payments import gateway_capacity
from outfitter.shield import server, startup_check
from outfitter_tenants.calendar import range_service
from tests.support.catalog import make_experience
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of

BOOT = '<div class="boot" aria-hidden="true"></div>'
HTML = (
    '<!doctype html>\n<html lang="en"><head><script type="module" src="/widgets/assets/a-1.js">'
    '</script><link rel="modulepreload" href="/widgets/assets/b-1.js">'
    '<style data-href="/widgets/assets/a-1.css">main{color:red}</style></head><body>'
    f'<div id="calendar">{BOOT}</div>'
    '<script type="application/json" id="first"></script></body></html>'
)
WORDS = {
    "choose": "Choose",
    "chooseYourDate": "Choose your date",
    "priceFrom": "from {price}",
    "unavailable": "no availability",
    "catalogue": "Everything",
}
# Says what it was asked, as an attribute would have it.
SCRIPT = """
const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
let count = 0
let warmed = 0
globalThis.warmUp = (messages, times) => { warmed = messages.choose === 'Choose' ? times : 0 }
globalThis.drawCalendar = ({ first, query, origin, theme, now }) => {
  count += 1
  if (query.font === 'slow') for (const begun = Date.now(); Date.now() < begun + 300;);
  if (query.font === 'wrong') throw new Error('no such letters')
  if (query.font === 'endless') for (;;);
  if (query.font === 'null') return null
  const { language, init, range } = JSON.parse(first)
  const names = init.experiences.map(({ name }) => name).join()
  const days = Object.keys(range.dates).length
  const said = [count, language, theme, origin, typeof now, days, JSON.stringify(query), names, warmed]
  return `<main>${escape(said.join('|'))}</main>`
}
"""


@pytest.fixture(autouse=True)
def built(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build of the widget whose script tells what it is given."""
    settings.WIDGET = tmp_path
    for page in ("calendar", "tripBuilder"):
        (tmp_path / f"{page}.html").write_text(HTML)
    words = tmp_path / "assets" / "messages-1" / "calendar"
    words.mkdir(parents=True)
    for language in ("en", "ar"):
        (words / f"{language}.json").write_text(json.dumps(WORDS))
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "calendar.js").write_text(SCRIPT)
    # Nobody waits that long where no machine is busy.
    monkeypatch.setattr(ssr, "PATIENCE", 60.0)
    monkeypatch.setattr(ssr, "_CALL_SECONDS", 1.0)
    ssr._studio_of.cache_clear()
    return tmp_path


def get(client: Any, query: str = "", page: str = "calendar", **headers: str) -> Any:
    return client.get(f"/widgets/{page}{query}", headers=headers)


def picture(answer: Any) -> str:
    return str(answer.content.decode().partition("<main>")[2].partition("</main>")[0])


def test_the_document_brings_the_picture_and_waits_for_no_script(reef: Any, client_for: Any) -> None:
    slot = make_timeslot(day=utc_now().date() + timedelta(days=1))
    answer = get(client_for("reef"), f"?date={slot.date}&theme=dark&language=ar&calendarId=a")
    count, language, theme, origin, now, days, query, _, _ = picture(answer).split("|")
    assert (count, language, theme, now) == ("1", "ar", "dark", "number")
    assert origin.startswith("http://reef.")
    assert int(days) >= 1
    assert "calendarId" not in query
    body = answer.content.decode()
    assert BOOT not in body
    assert '<script type="module" fetchpriority="low" src="/widgets/assets/a-1.js">' in body
    # Neither announced nor asked for: the picture has all it needs, and its script has time.
    assert "Link" not in answer
    assert "modulepreload" not in body


@pytest.mark.parametrize(("locale", "spoken"), [("ar", "ar"), ("en", "en"), ("zh-TW", "en"), ("sv", "en")])
def test_a_language_may_stand_before_the_path(reef: Any, client_for: Any, locale: str, spoken: str) -> None:
    public = client_for("reef")
    answer = public.get(f"/{locale}/widgets/calendar?date={utc_now().date()}")
    assert f'<html lang="{spoken}"' in answer.content.decode()
    assert f"&#34;language&#34;:&#34;{locale}&#34;" in picture(answer)
    assert public.get(f"/{locale}/widgets/tripBuilder/").status_code == 200
    other = public.get(f"/{locale}/widgets/calendar?language=ar")
    assert '<html lang="ar" dir="rtl"' in other.content.decode()


@pytest.mark.parametrize("path", ["/xx/widgets/calendar", "/fr/widgets/embed.js", "/fr/widgets/nothing"])
def test_nothing_else_stands_before_a_path(reef: Any, client_for: Any, path: str) -> None:
    assert client_for("reef").get(path).status_code == 404
    assert client_for("reef").post("/fr/widgets/calendar").status_code in {404, 405}


def test_it_is_drawn_once_for_all_who_get_the_same(reef: Any, client_for: Any) -> None:
    public = client_for("reef")
    first, again, other = (get(public, query) for query in ("", "?calendarId=b", "?theme=dark"))
    assert picture(first).startswith("1|")
    assert again.content == first.content
    assert picture(other).startswith("2|")
    assert len({first["ETag"], again["ETag"], other["ETag"]}) == 2


@pytest.mark.parametrize("query", ["", "&preview=true"])
def test_the_look_stands_in_the_page_and_the_policy_names_it(reef: Any, client_for: Any, query: str) -> None:
    answer = get(client_for("reef"), f"?color=%23ff0000&radius=4&font=serif{query}")
    styles = re.findall("<style[^>]*>(.*?)</style>", answer.content.decode())
    assert styles[0] == "main{color:red}"
    assert "--radius:4px" in styles[1]
    assert "--font:ui-serif, Charter, 'Bitstream Charter'" in styles[1]
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in styles]
    sources = " ".join(f"'sha256-{digest}'" for digest in digests)
    assert f"style-src 'self' {sources};" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]


def test_names_that_mean_harm_stay_words(reef: Any, client_for: Any) -> None:
    slot = make_timeslot(day=utc_now().date() + timedelta(days=1))
    slot.experience.name = f"</script></main>{BOOT}<img src=x onerror=alert(1)>"
    slot.experience.save()
    body = get(client_for("reef"), "?language=%3Cscript%3E").content.decode()
    assert "<main>" in body
    assert body.count("</script>") == HTML.count("</script>")
    assert "<img" not in body
    assert BOOT not in body


@pytest.mark.parametrize("query", ["?preview=true", f"?font={'a' * 41}"])
def test_what_is_not_everybodys_is_drawn_by_the_page(reef: Any, client_for: Any, query: str) -> None:
    assert BOOT in get(client_for("reef"), query).content.decode()
    assert BOOT in get(client_for("reef"), page="tripBuilder").content.decode()
    assert BOOT in get(owner_of(client_for)).content.decode()


@pytest.mark.parametrize("font", ["wrong", "endless", "null"])
def test_a_picture_that_fails_is_none_and_is_tried_again(
    reef: Any, client_for: Any, caplog: Any, font: str
) -> None:
    public = client_for("reef")
    with caplog.at_level(logging.ERROR):
        answers = [get(public, f"?font={font}") for _ in range(2)]
    for answer in answers:
        assert answer.status_code == 200
        assert BOOT in answer.content.decode()
        assert "ETag" not in answer
        assert "modulepreload" in answer["Link"]
    assert [one.message for one in caplog.records].count("a calendar was sent without its first picture") == 1
    assert picture(get(public)) != ""


def test_without_v8_or_its_script_calendars_open_all_the_same(
    reef: Any, client_for: Any, built: Path, monkeypatch: Any
) -> None:
    public = client_for("reef")
    monkeypatch.setitem(sys.modules, "py_mini_racer", None)
    without_engine = get(public)
    monkeypatch.undo()
    (built / "server" / "calendar.js").unlink()
    without_script = get(public, "?theme=light")
    for answer in (without_engine, without_script):
        assert BOOT in answer.content.decode()
        assert answer["ETag"]
        assert "modulepreload" in answer["Link"]


def test_nobody_is_sent_the_script(reef: Any, client_for: Any) -> None:
    assert client_for("reef").get("/widgets/server/calendar.js").status_code == 404


def plain(answer: Any) -> str:
    """Return what who runs no script reads where there is no picture."""
    return str(
        answer.content.decode().partition("<noscript>")[2].partition("<!--")[0].partition("</noscript>")[0]
    )


def test_a_drawing_that_takes_long_is_there_for_the_next(
    reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = make_timeslot(day=utc_now().date() + timedelta(days=1)).date
    public = client_for("reef")
    monkeypatch.setattr(ssr, "PATIENCE", 0.01)
    early = get(public, f"?date={day}&font=slow")
    assert early.status_code == 200
    assert BOOT in early.content.decode()
    assert f'data-date="{day}"' in plain(early)
    assert "ETag" not in early
    assert "modulepreload" in early["Link"]
    monkeypatch.setattr(ssr, "PATIENCE", 60.0)
    later = get(public, f"?date={day}&font=slow")
    assert picture(later).startswith("1|")
    assert plain(later) == ""


def test_no_more_wait_for_a_drawing_than_are_kept(
    reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = client_for("reef")
    monkeypatch.setattr(ssr, "_MOST_KEPT", 1)
    monkeypatch.setattr(ssr, "PATIENCE", 0.01)
    for query in ("?font=slow", "?color=red"):
        assert BOOT in get(public, query).content.decode()
    monkeypatch.setattr(ssr, "PATIENCE", 60.0)
    assert picture(get(public, "?font=slow")).startswith("1|")
    assert picture(get(public, "?color=red")).startswith("2|")


def test_a_worker_is_ready_when_it_has_drawn(
    reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(startup_check, "load_application", lambda: None)
    monkeypatch.setattr(gateway_capacity, "limit_capacity", lambda _: None)
    server.application()
    assert picture(get(client_for("reef"))).endswith(f"|{ssr._WARMING_CNT}")


@pytest.mark.parametrize("script", ["warmUp = () => { throw new Error('no') }", "(", None])
def test_a_worker_serves_without_an_engine_too(
    reef: Any, client_for: Any, built: Path, monkeypatch: pytest.MonkeyPatch, script: str | None
) -> None:
    file = built / "server" / "calendar.js"
    file.write_text(script) if script else file.unlink()
    monkeypatch.setattr(startup_check, "load_application", lambda: None)
    monkeypatch.setattr(gateway_capacity, "limit_capacity", lambda _: None)
    server.application()
    assert BOOT in get(client_for("reef")).content.decode()


def test_a_process_that_has_drawn_ends(built: Path) -> None:
    drawn = (
        f"from outfitter.api import ssr; from pathlib import Path; ssr.warm_up(Path({str(built)!r}), b'{{}}')"
    )
    assert subprocess.run([sys.executable, "-c", drawn], timeout=60, check=False).returncode == 0


def test_who_runs_no_script_reads_the_days_where_there_is_no_picture(
    reef: Any, client_for: Any, built: Path
) -> None:
    (built / "server" / "calendar.js").unlink()
    first = (utc_now().date().replace(day=1) + timedelta(days=32)).replace(day=1)
    free = make_timeslot(day=first)
    free.experience.name = "Kayak & <b>cave</b></noscript>"
    free.experience.save()
    make_timeslot(day=first + timedelta(days=1), capacity=0)
    make_timeslot(day=first + timedelta(days=2), experience=make_experience(capacity_type="unlimited"))
    answer = get(client_for("reef"), f"?date={first}&language=en")
    said = plain(answer)
    assert re.findall(r'<li data-date="([^"]+)"', said) == [str(first), str(first + timedelta(days=2))]
    assert "Kayak &amp; &lt;b&gt;cave&lt;/b&gt;&lt;/noscript&gt;</bdi>, from $29.00<" in said
    assert '<a class="link" href="/en" target="_top">Everything</a>' in said
    assert answer.content.decode().count("</noscript>") == 2
    assert f"<!--</noscript>{BOOT}<noscript>--></noscript>" in answer.content.decode()
    assert answer["ETag"]
    one = get(client_for("reef"), f"?date={first}&language=en&experience={free.experience_id}")
    assert f'href="/en/experiences/{free.experience_id}"' in plain(one)
    empty = get(client_for("reef"), f"?date={first + timedelta(days=70)}&language=en")
    assert "<li>no availability</li>" in plain(empty)


def test_who_asks_too_often_and_runs_no_script_is_led_to_the_public_page(
    reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise Invalid({"date": ["No."]})

    monkeypatch.setattr(range_service, "public_answer", refuse)
    said = plain(get(client_for("reef"), "?language=en"))
    assert said == '<meta http-equiv="refresh" content="0;url=/en">'
