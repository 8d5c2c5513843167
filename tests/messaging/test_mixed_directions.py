"""Names that run the other way than a mail do not take the text around them along."""

import re
from pathlib import Path

import pytest

from outfitter.kit.text_lines import one_line
from outfitter_tenants.messaging.mails import confirmation, renderer
from tests.messaging.support import BILL, ORDER, operator, payload

pytestmark = pytest.mark.rules
ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "tenants/outfitter_tenants/messaging/templates/messaging"
TOUR = "רכיבה בשקיעה (2 שעות)"

# What of a text is ours, or put together with every part set apart; the rest stands on a line of its own.
OURS = re.compile(r"^(say\.\w+|bill\.\w+|title|amount|code|button|order\.(date|times)|\w+\.(\w+_)?line)$")
# What people wrote, in the pages of mails.
WRITTEN = re.compile(
    r"^(order\.name|operator\.(name|imprint)|operator|row\.name|part\.name|guest|name|site\.name)$"
)


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


@pytest.mark.parametrize("name", sorted(path.name for path in TEMPLATES.glob("*.txt")))
def test_a_text_sets_apart_what_stands_beside_other_text(name: str) -> None:
    for line in (TEMPLATES / name).read_text(encoding="utf-8").splitlines():
        for branch in re.split(r"{%.*?%}", line):
            spoken = re.findall(r"{{ *(.+?) *}}", branch)
            rest = re.sub(r"{{.+?}}", "", branch).strip()
            if len(spoken) > 1 or (spoken and rest):
                assert all(OURS.match(one) for one in spoken), line


@pytest.mark.parametrize("name", sorted(path.name for path in TEMPLATES.glob("*.html")))
def test_a_page_sets_apart_what_people_wrote(name: str) -> None:
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    for found in re.finditer(r"{{ *([\w.]+) *}}", text):
        before = text[: found.start()]
        is_attribute = before.rfind("<") > before.rfind(">") or before.endswith("<title>")
        if WRITTEN.match(found[1]) and not is_attribute:
            assert before.rfind("<bdi") > before.rfind("</bdi"), found[1]
