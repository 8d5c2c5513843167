"""What a confirmation says, in which words, and what it never lets through."""

import re
from datetime import UTC, datetime

import icalendar
import pytest

from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import calendar_file, confirmation, renderer
from tests.messaging.support import BILL, ORDER, UNSCHEDULED, operator, payload

pytestmark = pytest.mark.rules
AT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
EVIL = '<script>alert(1)</script>"><img src=x onerror=y>'


def render(who=None, **changes):
    data = confirmation.from_payload(payload(**changes))
    return renderer.confirmation(data=data, operator=who or operator())


def flat(text):
    return " ".join(text.split())


def test_it_says_when_where_who_and_what_is_owed():
    text = flat(render().text)

    for part in (
        "You’re booked, Ana!",
        "WXYZ-2345",
        "Saturday, December 5, 2026",
        "3:30 PM – 6:00 PM",
        "The boathouse, 12 Commercial Street",
        "2 × Adult: $178.00",
        "1 × Child: $49.00",
        "Total: $227.00",
        "Paid: $100.00",
        "Balance due: $127.00",
        "http://reef.localhost:8000/customerPortal?trip=AbC123xyz",
    ):
        assert part in text


def test_its_foot_says_who_writes():
    who = operator(legal_name="Reef Runners LLC", address="1 Pier Road", website="https://reef.example")
    rendered = render(who)

    assert "Reef Runners LLC · 1 Pier Road" in rendered.text
    assert 'href="https://reef.example"' in rendered.html
    assert " · " not in flat(render().text).rsplit("Reef Runners", 1)[-1]


def test_html_says_the_same_as_text():
    rendered = render()
    seen = flat(re.sub(r"<[^>]+>", " ", rendered.html.split("<body", 1)[1]))

    for part in ("Saturday, December 5, 2026", "3:30 PM – 6:00 PM", "$227.00", "$127.00"):
        assert part in seen
    assert 'href="http://reef.localhost:8000/customerPortal?trip=AbC123xyz"' in rendered.html
    assert 'src="http://reef.localhost:8000/media/experiences/kayak.webp"' in rendered.html


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("en-US", "/customerPortal"),
        ("ja", "/ja/customerPortal"),
        ("zh-TW", "/zh/customerPortal"),
        ("ar", "/customerPortal"),
    ],
)
def test_its_link_leads_to_the_trip_in_the_language_of_the_mail(code, path):
    link = f"http://reef.localhost:8000{path}?trip=AbC123xyz"
    assert confirmation.from_payload(payload(locale=code)).portal_url(operator()) == link


@pytest.mark.parametrize("code", translations.languages())
def test_every_language_renders_whole(code):
    rendered = render(locale=code)

    assert rendered.locale == code
    assert f'lang="{code}"' in rendered.html
    assert ('dir="rtl"' in rendered.html) == (code in {"ar", "he"})
    assert not re.search(r"\{\w*[,}]", rendered.subject + rendered.text)
    assert "Sunset Kayak Tour" in rendered.subject


@pytest.mark.parametrize(
    ("locale", "currency", "shown"),
    [
        ("de", "EUR", "227,00 €"),
        ("ja", "JPY", "¥22,700"),
        ("en-IN", "INR", "₹227.00"),
        ("fr", "XOF", "22 700 F CFA"),
    ],
)
def test_money_is_written_as_the_reader_writes_it(locale, currency, shown):
    text = render(locale=locale, currency=currency).text

    assert shown in re.sub("[\u00a0\u202f]", " ", text).replace("￥", "¥")


@pytest.mark.parametrize(
    ("paid", "balance", "is_paid_shown", "is_balance_shown"),
    [(22700, 0, True, False), (0, 22700, False, True), (30000, -7300, True, False)],
)
def test_only_what_is_owed_is_asked_for(paid, balance, is_paid_shown, is_balance_shown):
    text = render(paid_amount=paid, balance_amount=balance).text

    assert ("Paid:" in text) == is_paid_shown
    assert ("Balance due:" in text) == is_balance_shown


@pytest.mark.parametrize(
    ("paid", "balance", "is_said"),
    [(0, 0, True), (5000, 0, True), (22700, 0, False), (10000, 12700, False), (30000, -7300, False)],
)
def test_who_pays_a_partner_reads_that_nothing_is_owed_to_us(paid, balance, is_said):
    mail = render(paid_amount=paid, balance_amount=balance)

    for text in (mail.text, mail.html):
        assert ("You pay for this trip where you booked it." in text) == is_said


def test_fees_and_discounts_are_named():
    fee = {**BILL[0], "kind": "fee", "label": "Park fee", "qty": 1, "unit_amount": 1000, "amount": 1000}
    own = {**fee, "kind": "booking_fee", "label": "Booking fee", "term": "booking_fee"}

    text = flat(render(total_amount=24700, bill=[*BILL, fee, own], locale="de-US").text)

    assert "Park fee: 10,00 $ Buchungsgebühr: 10,00 $ Gesamtbetrag: 247,00 $" in text


def test_an_order_that_was_cancelled_is_not_confirmed():
    gone = {**ORDER, "id": 10, "experience_name": "Zip-line", "status": "cancelled"}

    assert "Zip-line" not in render(orders=[ORDER, gone]).text
    assert "Zip-line" in render(orders=[gone]).text


def test_an_event_from_before_bills_still_renders():
    old = payload()
    del old["bill"], old["tip_amount"]

    data = confirmation.from_payload(old)

    assert "Total: $227.00" in renderer.confirmation(data=data, operator=operator()).text


@pytest.mark.parametrize(
    ("orders", "subject"),
    [
        ([ORDER], "Confirmed: Sunset Kayak Tour, December 5, 2026"),
        (
            [ORDER, {**ORDER, "id": 11, "experience_name": "Zip-line"}],
            "Confirmed: your trip with Reef Runners, December 5, 2026",
        ),
        ([UNSCHEDULED], "Confirmed: your trip with Reef Runners"),
    ],
)
def test_subjects(orders, subject):
    assert render(orders=orders).subject == subject


def test_an_order_without_a_time_says_so():
    assert "Your date is still to be arranged." in render(orders=[UNSCHEDULED]).text


def test_a_subject_is_one_line_whatever_was_typed():
    orders = [{**ORDER, "experience_name": "Kayak\r\nBcc: all@example.com"}]

    assert "\n" not in render(orders=orders).subject
    assert "\r" not in render(orders=orders).subject


def test_what_people_typed_is_text_in_html():
    orders = [{**ORDER, "experience_name": EVIL, "meeting_point": EVIL}]
    html = render(operator(name=EVIL, phone=EVIL), contact_first_name=EVIL, orders=orders).html

    assert "<script" not in html
    assert "<img src=x" not in html


@pytest.mark.parametrize("image", ["javascript:alert(1)", "data:text/html,x", None, ""])
def test_only_web_addresses_become_pictures(image):
    assert "<img" not in render(orders=[{**ORDER, "hero_image": image}]).html


def calendar_of(*, zone="America/New_York", **changes):
    data = confirmation.from_payload(payload(**changes))
    text = calendar_file.invitation(
        data=data, operator=operator(time_zone=zone), organizer="no-reply@localhost", at=AT
    )
    return text, icalendar.Calendar.from_ical(text) if text else None


def test_the_calendar_file_is_one_event_in_the_operators_zone():
    text, calendar = calendar_of()
    (event,) = calendar.walk("VEVENT")

    assert calendar["METHOD"] == "PUBLISH"
    assert event["UID"] == "order-9@reef.localhost"
    assert event["SEQUENCE"] == 0
    assert event["LOCATION"] == "The boathouse, 12 Commercial Street"
    assert event["URL"].endswith("/customerPortal?trip=AbC123xyz")
    assert event["DTSTART"].dt == datetime.fromisoformat(ORDER["start_at"])
    assert "DTSTART;TZID=America/New_York:20261205T153000" in text
    assert [zone["TZID"] for zone in calendar.walk("VTIMEZONE")] == ["America/New_York"]
    assert max(map(len, text.encode().split(b"\r\n"))) <= 75


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("2026-03-08T06:30:00+00:00", "2026-03-08T08:30:00+00:00", 2),  # 01:30 EST to 04:30 EDT
        ("2026-11-01T05:30:00+00:00", "2026-11-01T07:30:00+00:00", 2),  # 01:30 EDT to 02:30 EST
    ],
)
def test_a_night_when_clocks_change_lasts_as_long_as_it_lasts(start, end, hours):
    _, calendar = calendar_of(orders=[{**ORDER, "start_at": start, "end_at": end}])
    (event,) = calendar.walk("VEVENT")

    real = event["DTEND"].dt.astimezone(UTC) - event["DTSTART"].dt.astimezone(UTC)
    assert real.total_seconds() == hours * 3600


def test_a_zone_with_half_hours_has_its_rules_in_the_file():
    text, _ = calendar_of(zone="Asia/Kolkata")

    assert "TZOFFSETTO:+0530" in text


def test_commas_lines_and_emoji_survive_the_file():
    _, calendar = calendar_of(orders=[{**ORDER, "experience_name": "Boat, reef; 🐠🐠🐠🐠🐠🐠🐠🐠"}])
    (event,) = calendar.walk("VEVENT")

    assert event["SUMMARY"] == "Boat, reef; 🐠🐠🐠🐠🐠🐠🐠🐠 (Reef Runners)"


def test_without_a_time_there_is_no_calendar_file():
    assert calendar_of(orders=[UNSCHEDULED]) == (None, None)


@pytest.mark.parametrize("part", ["hash", "orders", "currency"])
def test_a_payload_without_its_parts_is_refused(part):
    broken = payload()
    del broken[part]

    with pytest.raises(KeyError):
        confirmation.from_payload(broken)


@pytest.mark.parametrize(
    ("locale", "first", "last", "told"),
    [
        ("ja", "太郎", "山田", "山田 様、"),
        ("ja", "Ana", "Ruíz", "Ruíz 様、"),
        ("ko", "민수", "김", "김민수 님, "),
        ("zh-CN", "小明", "王", "王小明"),
        ("de", "Ana", "Ruíz", "Ana, Ihre"),
        ("en", "太郎", "山田", "booked, 山田 太郎!"),
    ],
)
def test_it_addresses_people_as_its_language_does(locale, first, last, told):
    text = render(locale=locale, contact_first_name=first, contact_last_name=last).text
    assert told in text
