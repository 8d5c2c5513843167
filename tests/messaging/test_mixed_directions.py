"""Names that run the other way than a mail do not take the text around them along."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from outfitter.kit.text_lines import one_line
from outfitter_tenants.crm.templates.sample_values import example_trip, preview_values
from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.mails.style import style_of
from outfitter_tenants.messaging.rendered_message import render
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES, shipped_words
from tests.messaging.support import BILL, ORDER, operator, payload

pytestmark = pytest.mark.rules
TOUR = "רכיבה בשקיעה (2 שעות)"

# What people wrote, as it stands in a mail.
NAMES = (TOUR, "נמל", "מבוגר", "محمد")


def apart(text: str) -> str:
    return f"\u2068{text}\u2069"


def test_a_hebrew_tour_in_a_german_mail() -> None:
    order = {**ORDER, "experience_name": TOUR, "meeting_point": "נמל\nPier 3"}
    bill = [{**BILL[0], "label": "מבוגר"}, *BILL[1:]]
    told = payload(locale="de", contact_first_name="محمد", orders=[order], bill=bill)
    mail = renderer.confirmation(data=confirmation.from_payload(told), operator=operator())
    lines = mail.text.splitlines()
    assert lines[0] == f"{apart('محمد')}, Ihre Buchung ist bestätigt!"
    assert any(line.endswith(f"{apart('נמל')}, Pier 3") for line in lines)
    assert any(line.startswith(apart("2 × מבוגר") + ": ") for line in lines)
    assert f"<bdi>{TOUR}</bdi>" in mail.html
    # The line of the subject keeps it on its way out.
    assert apart(TOUR) in one_line(mail.subject)


def test_nothing_is_set_apart_where_all_run_the_same_way() -> None:
    mail = renderer.confirmation(data=confirmation.from_payload(payload(locale="de")), operator=operator())
    assert "\u2068" not in mail.text + mail.subject + mail.html


@pytest.mark.parametrize("slug", SYSTEM_TEMPLATES)
def test_what_people_wrote_is_set_apart_in_every_letter(slug: str) -> None:
    who = operator(name=TOUR)
    trip = example_trip(locale="de", currency="USD", operator=who, at=datetime(2026, 11, 28, tzinfo=UTC))
    order = replace(trip.orders[0], experience_name=TOUR, place=("נמל", "Pier 3"))
    bill = tuple(replace(line, label="מבוגר") for line in trip.bill)
    told = replace(trip, address_name="محمد", contact_name="محمد", orders=(order,), bill=bill)
    values = preview_values(
        category=SYSTEM_TEMPLATES[slug].category,
        slug=slug,
        trip=told,
        operator=who,
        at=datetime(2026, 11, 28, tzinfo=UTC),
        links={},
    )
    style = style_of("de", operator_locale="de-DE", currency="USD")
    mail = render(shipped_words(slug, "de"), values, style=style, operator=who)
    for line in (mail.subject, *mail.text.splitlines()):
        rest = re.sub("\u2068[^\u2069]*\u2069", "", line)
        assert line in NAMES or not any(name in rest for name in NAMES), line
    for found in re.finditer("|".join(map(re.escape, NAMES)), mail.html):
        before = mail.html[: found.start()]
        is_attribute = before.rfind("<") > before.rfind(">") or before.endswith("<title>")
        is_apart = before.endswith("\u2068") or before.rfind("<bdi") > before.rfind("</bdi")
        assert is_attribute or is_apart, before[-80:]
