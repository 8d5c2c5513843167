"""Which words a message has: by experience, way of sale and language."""

from datetime import UTC, datetime
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import letters, template_operations, template_queries
from outfitter_tenants.messaging.mails import confirmation
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.rules.template_choice import Candidate, best_of
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_operations import TemplateDraft
from tests.messaging.support import ORDER, operator, payload
from tests.messaging.test_documents import doc, paragraph, text

AT = datetime(2026, 11, 28, 3, 0, tzinfo=UTC)
EVERY = Candidate(1)
KAYAK = Candidate(2, (7,))
ONLINE = Candidate(3, (), ("ecommerce",))
KAYAK_ONLINE = Candidate(4, (7, 8), ("ecommerce", "phone"))
NEWER = Candidate(5)


@pytest.mark.rules
@pytest.mark.parametrize(
    ("candidates", "experiences", "method", "best"),
    [
        ([], [7], "ecommerce", None),
        ([EVERY], [7], "ecommerce", EVERY),
        ([EVERY, KAYAK], [7], "phone", KAYAK),
        ([EVERY, KAYAK], [9], "phone", EVERY),
        ([EVERY, ONLINE], [9], "ecommerce", ONLINE),
        ([EVERY, ONLINE], [9], "phone", EVERY),
        ([KAYAK, ONLINE], [7], "ecommerce", KAYAK),
        ([KAYAK, ONLINE, KAYAK_ONLINE], [7], "ecommerce", KAYAK_ONLINE),
        ([KAYAK, KAYAK_ONLINE], [8], "manual", None),
        ([KAYAK], [9, 7], "phone", KAYAK),
        ([EVERY, NEWER], [7], "phone", NEWER),
        ([KAYAK], [], "phone", None),
    ],
)
def test_the_most_specific_that_fits_speaks(candidates, experiences, method, best):
    assert best_of(candidates, experience_ids=experiences, trip_method=method) == best


def make(**more: Any) -> Any:
    subject = more.pop("subject", "Mine")
    locales = more.pop("locales", ["en"])
    facts = {"name": "Mine", "category": "confirmation", "channel": "email", **more}
    texts = [
        TemplateWords(one, f"{subject} {one}", "", doc(paragraph(text("My own words.")))) for one in locales
    ]
    draft = TemplateDraft(texts=texts, **facts)
    return template_operations.save_template(draft=draft, template_id=None, version=None, at=utc_now())


def confirmed(**changes: Any) -> Message:
    Message.objects.all().delete()
    data = confirmation.from_payload(payload(**changes))
    return Message.objects.get(pk=letters.queue_confirmation(data=data, operator=operator(), at=AT))


@pytest.mark.usefixtures("reef")
class TestConfirmations:
    def test_by_experience_and_way_of_sale(self):
        kayak = {**ORDER, "experience_id": 7}
        assert confirmed().subject.startswith("Confirmed: ")
        make(experience_ids=[7], subject="Kayak")
        online = make(trip_methods=["ecommerce"], subject="Online")
        assert confirmed(orders=[kayak]).subject == "Kayak en"
        message = confirmed(method="ecommerce")
        assert (message.subject, message.template_id, message.template_version) == ("Online en", online.pk, 1)
        assert "My own words." in message.body_html
        assert confirmed(method="phone").subject.startswith("Confirmed: ")

    def test_what_is_off_or_away_says_nothing(self):
        off, gone = make(), make()
        template_operations.activate_template(template_id=off.pk, is_active=False, at=AT)
        template_operations.archive_template(template_id=gone.pk, at=AT)
        assert confirmed().subject.startswith("Confirmed: ")

    @pytest.mark.parametrize(
        ("written", "locale", "said"),
        [
            (["en", "de"], "de-AT", "Mine de"),
            (["en"], "de", "Mine en"),
            (["de"], "de", "Mine de"),
            (["de"], "fr", "Mine de"),
            (["zh-CN"], "zh-TW", "Mine zh-CN"),
        ],
    )
    def test_own_words_speak_the_readers_language_or_the_operators(self, written, locale, said):
        make(locales=written)
        assert confirmed(locale=locale).subject == said

    @pytest.mark.parametrize(
        ("written", "locale", "said"),
        [("en", "de", "Mine en"), ("de", "fr", "Confirmé : Sunset"), ("de", "en", "Confirmed: Sunset")],
    )
    def test_a_system_template_falls_back_to_what_ships(self, written, locale, said):
        row = template_queries.get_system_template(slug="confirmation")
        draft = TemplateDraft(
            "x", "x", "email", [TemplateWords(written, f"Mine {written}", "", doc(paragraph(text("Hi"))))]
        )
        template_operations.save_template(draft=draft, template_id=row.pk, version=0, at=AT)
        assert confirmed(locale=locale).subject.startswith(said)

    def test_each_subject_for_what_it_is_about(self):
        other = {**ORDER, "id": 11, "experience_name": "Zip-line"}
        assert confirmed(orders=[ORDER, other]).subject.startswith("Confirmed: your trip with Reef Runners, ")
