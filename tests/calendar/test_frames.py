"""What a widget page begins with: the public's data, in the reader's language, and nothing else."""

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.calendar import init as init_data
from outfitter_tenants.calendar.init_api import PaymentClientOut
from outfitter_tenants.people.models import Properties
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of

HTML = (
    '<!doctype html>\n<html lang="en"><head><script type="module" src="/widgets/assets/a-1.js">'
    '</script><link rel="stylesheet" href="/widgets/assets/a-1.css"></head><body>'
    '<script type="application/json" id="first"></script></body></html>'
)
WORDS = {"en": {"choose": "Choose"}, "de": {"choose": "Wählen </script>"}, "ar": {}, "zh-TW": {}}
INIT = {
    "experiences",
    "properties",
    "bookingStatuses",
    "account",
    "accountSlug",
    "accounts",
    "userRoles",
    "userAvatar",
    "permissions",
    "isAuthenticated",
    "payment",
}
EXPERIENCE = {
    "id",
    "name",
    "slug",
    "status",
    "capacity_type",
    "is_allow_manual_overbooking",
    "next_available_date",
    "category_ids",
    "short_description",
    "hero_image",
    "duration_minutes",
    "color",
    "min_price",
    "adult_price",
    "min_price_for",
}
PROPERTIES = {
    "currency",
    "locale",
    "time_zone",
    "week_start",
    "ecom_phone_number",
    "label_activity_singular",
    "label_activity_plural",
    "price_display_mode",
    "is_show_prices_on_calendar",
    "hold_minutes_web",
    "brand_color",
    "logo_url",
    "terms_html",
    "privacy_url",
    "tip_mode",
    "tip_suggested_ppm",
    # What a guest who does not come is charged is a term of the sale.
    "noshow_fee_amount",
    "noshow_fee_ppm",
    # Whether the widget offers to wait for a full departure.
    "is_waitlist_on",
}
PAYMENT = {"provider", "publishable_key", "script_url", "is_test", "gateway_account"}
ENTRY = {
    "experience_id",
    "experience",
    "total_availability_cnt",
    "online_availability_cnt",
    "open_direct_timeslot_cnt",
    "open_online_timeslot_cnt",
    "pax_cnt",
    "timeslots",
}


@pytest.fixture(autouse=True)
def built(tmp_path: Path, settings: Any) -> Path:
    """A build of the widget with a few languages."""
    settings.WIDGET = tmp_path
    for page in ("calendar", "tripBuilder"):
        (tmp_path / f"{page}.html").write_text(HTML)
    for folder in ("calendar", "trip"):
        words = tmp_path / "assets" / "messages-1" / folder
        words.mkdir(parents=True)
        for language, messages in WORDS.items():
            (words / f"{language}.json").write_text(json.dumps(messages))
    return tmp_path


def get(client: Any, query: str = "", page: str = "calendar", **headers: str) -> Any:
    return client.get(f"/widgets/{page}{query}", headers=headers)


def first_of(answer: Any) -> dict[str, Any]:
    """Return what the page's script finds."""
    text = answer.content.decode().partition('id="first">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(text or "{}")
    return found


def test_nothing_but_what_the_public_may_know(reef: Any, client_for: Any) -> None:
    """Whoever adds a key to what strangers get has to add it here, and think."""
    slot = make_timeslot(day=utc_now().date() + timedelta(days=1))
    public = client_for("reef")
    page = first_of(get(public, f"?date={slot.date}"))
    whole = first_of(get(public, page="tripBuilder"))
    assert set(page) == {"language", "messages", "init", "look", "range"}
    assert set(whole) == {"language", "messages", "init", "look"}
    asked = public.post("/api/init", {}, content_type="application/json").json()
    for init in (page["init"], whole["init"], asked):
        assert set(init) == INIT
        assert {key for row in init["experiences"] for key in row} == EXPERIENCE
        assert set(init["properties"]) == PROPERTIES
        assert set(init["account"]) == {"slug", "name"}
        empty = ("bookingStatuses", "accounts", "userRoles", "userAvatar", "permissions")
        assert not any(init[name] for name in empty)
        assert init["isAuthenticated"] is False
    assert set(PaymentClientOut.model_fields) == PAYMENT
    path = page["range"]["path"]
    body = {"showPrices": True, "requestId": 1}
    dates = public.post(path, body, content_type="application/json").json()["dates"]
    figures = {"total_availability_cnt", "open_direct_timeslot_cnt", "pax_cnt"}
    slot_names = {"id", "start_time"}
    for days, lacks in ((page["range"]["dates"], figures | slot_names), (dates, set())):
        entries = [entry for row in days.values() for entry in row]
        assert entries
        assert {key for entry in entries for key in entry} == ENTRY - lacks
        for entry in entries:
            assert not any(entry.get(name) for name in figures)
            assert set(entry["experience"]) == {"id", "name"}
            for one in entry["timeslots"]:
                assert set(one) == {"min_price", "availabilities"} | (slot_names - lacks)
                assert all(set(kind) == {"customer_type"} for kind in one["availabilities"])
                assert all(set(kind["customer_type"]) == {"id"} for kind in one["availabilities"])


def test_the_calendar_carries_no_more_than_it_shows(reef: Any, client_for: Any) -> None:
    init = first_of(get(client_for("reef")))["init"]
    assert init["properties"]["terms_html"] == ""
    assert init["payment"] is None


def test_a_day_keeps_the_departure_that_decides_what_it_shows(reef: Any, client_for: Any) -> None:
    day = utc_now().date() + timedelta(days=1)
    slot = make_timeslot(day=day)
    for hours in (1, 2, 3):
        make_timeslot(experience=slot.experience, day=day, start_at=slot.start_at + timedelta(hours=hours))
    found = first_of(get(client_for("reef"), f"?date={day}"))["range"]["dates"][str(day)]
    assert [len(entry["timeslots"]) for entry in found] == [1]
    assert found[0]["open_online_timeslot_cnt"] == 4


def test_a_day_keeps_how_few_are_left(reef: Any, client_for: Any) -> None:
    slot = make_timeslot(day=utc_now().date() + timedelta(days=1), capacity=3)
    found = first_of(get(client_for("reef"), f"?date={slot.date}"))["range"]["dates"][str(slot.date)]
    assert [entry["few_left"] for entry in found] == [3]


@pytest.mark.parametrize(
    ("query", "header", "cookie", "language"),
    [
        ("", "", "", "en"),
        ("", "de-AT,en;q=0.5", "", "de"),
        ("", "zh-HK", "", "zh-TW"),
        ("", "zh-CN,de;q=0.2", "", "de"),
        ("", "de", "ar", "ar"),
        ("?language=DE", "en", "ar", "de"),
        ("?language=xx", "en", "", "en"),
        ("?language=../../secret", "", "", "en"),
    ],
)
def test_it_speaks_the_readers_language(
    reef: Any, client_for: Any, query: str, header: str, cookie: str, language: str
) -> None:
    client = client_for("reef")
    if cookie:
        client.cookies["outfitter_language"] = cookie
    answer = get(client, query, **{"accept-language": header})
    assert first_of(answer)["language"] == language
    assert first_of(answer)["messages"] == WORDS[language]
    direction = ' dir="rtl"' if language == "ar" else ""
    assert f'<html lang="{language}"{direction}>' in answer.content.decode()


def test_words_cannot_end_the_element_they_stand_in(reef: Any, client_for: Any) -> None:
    body = get(client_for("reef"), "?language=de").content.decode()
    assert body.count("</script>") == HTML.count("</script>")


def test_a_trip_builder_leads_to_a_page_that_can_be_read_without_a_script(reef: Any, client_for: Any) -> None:
    slot = make_timeslot(day=utc_now().date() + timedelta(days=1))
    turn = '<noscript><meta http-equiv="refresh" content="0;url={}"></noscript></head>'
    known = get(client_for("reef"), f"?experience={slot.experience_id}&language=de", page="tripBuilder")
    assert turn.format(f"/de/experiences/{slot.experience_id}") in known.content.decode()
    for odd in ("999999", "banana", "1;url=//evil.example"):
        answer = get(client_for("reef"), f"?experience={odd}", page="tripBuilder").content.decode()
        assert turn.format("/en") in answer
    assert "http-equiv" not in get(client_for("reef")).content.decode()


def test_it_is_packed_named_and_not_sent_twice(reef: Any, client_for: Any) -> None:
    client = client_for("reef")
    answer = get(client, **{"accept-encoding": "gzip, br"})
    assert answer["Content-Encoding"] == "gzip"
    assert b'"init"' in gzip.decompress(answer.content)
    assert answer["Cache-Control"] == "no-cache"
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
    assert answer["Link"] == (
        "</widgets/assets/a-1.js>; rel=modulepreload, </widgets/assets/a-1.css>; rel=preload; as=style"
    )
    seen = {"accept-encoding": "gzip", "if-none-match": answer["ETag"]}
    again = get(client, **seen)
    assert (again.status_code, again.content) == (304, b"")
    assert again["Content-Security-Policy"] == answer["Content-Security-Policy"]
    assert get(client, "?language=de", **seen).status_code == 200
    make_timeslot(day=utc_now().date() + timedelta(days=1))
    # As a change of departures moves their version when it is committed.
    cache.clear()
    assert get(client, **seen).status_code == 200


def test_staff_get_the_look_alone_in_a_page_that_nobody_keeps(reef: Any, client_for: Any) -> None:
    answer = get(owner_of(client_for))
    assert set(first_of(answer)) == {"language", "messages", "look"}
    assert answer["Cache-Control"] == "no-store"
    assert "ETag" not in answer


def test_a_preview_asks_for_no_availability(reef: Any, client_for: Any) -> None:
    assert "range" not in first_of(get(client_for("reef"), "?preview=true"))


@pytest.mark.parametrize("query", ["?date=2020-01-01", "?date=banana", "?experience=0", "?date="])
def test_it_opens_on_today_when_nothing_better_is_known(reef: Any, client_for: Any, query: str) -> None:
    today = utc_now().astimezone(reef_zone()).date()
    path = first_of(get(client_for("reef"), query))["range"]["path"]
    assert path.startswith(f"/api/experiences/getInDateRange/{today}/{today:%Y-%m}")


def reef_zone() -> Any:
    from zoneinfo import ZoneInfo

    return ZoneInfo("America/New_York")


def test_it_opens_on_the_month_that_is_asked_for(reef: Any, client_for: Any) -> None:
    slot = make_timeslot(day=utc_now().date() + timedelta(days=70))
    public = client_for("reef")
    by_date = first_of(get(public, "?date=2031-02-10"))["range"]["path"]
    assert by_date.endswith("/2031-02-01/2031-02-28")
    by_next = first_of(get(public, f"?experience={slot.experience_id}"))["range"]["path"]
    assert f"/{slot.date:%Y-%m}-01/" in by_next
    assert by_next.endswith(f"/{slot.experience_id}")


def test_without_its_data_it_opens_all_the_same(reef: Any, client_for: Any, monkeypatch: Any) -> None:
    from outfitter_tenants.calendar import init

    def fail(**_: Any) -> None:
        raise RuntimeError("the database is away")

    monkeypatch.setattr(init, "widget_init", fail)
    answer = get(client_for("reef"))
    assert answer.status_code == 200
    assert set(first_of(answer)) == {"language", "messages"}
    assert answer["Cache-Control"] == "no-store"


def test_the_calendar_by_customer_type_begins_like_the_builder(
    reef: Any, client_for: Any, built: Path
) -> None:
    words = {"guestsTitle": "Who is coming?"}
    (built / "assets" / "messages-1" / "trip" / "en.json").write_text(json.dumps(words))
    public = client_for("reef")

    page = first_of(get(public, page="calendarCustomerType"))

    assert set(page) == {"language", "messages", "init", "look"}
    assert page["messages"] == words
    assert page["init"] == first_of(get(public, page="tripBuilder"))["init"]


@pytest.mark.parametrize(
    ("locale", "word", "said"),
    [
        ("en-US", "Experiences", "experiences"),
        ("en-GB", "SUP tours", "SUP tours"),
        ("en-US", "Reef Days", "Reef Days"),
        ("de-DE", "Erlebnisse", "Erlebnisse"),
    ],
)
def test_a_word_for_activities_is_said_inside_a_sentence(
    reef: Any, client_for: Any, locale: str, word: str, said: str
) -> None:
    Properties.objects.update_or_create(pk=1, defaults={"locale": locale, "label_activity_plural": word})
    init = client_for("reef").post("/api/init", {}, content_type="application/json").json()
    assert init["properties"]["label_activity_plural"] == said


def test_a_gateway_that_is_not_set_up_takes_no_cards_and_stops_nothing_else(
    reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unready(*, schema_name: str) -> Any:
        raise PaymentFailed("not_configured", "Card payments are not set up here yet.")

    monkeypatch.setattr(init_data, "payment_provider", unready)
    answer = client_for("reef").post("/api/init", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["payment"]) == (200, None)
