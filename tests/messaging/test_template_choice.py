"""Which words a message has: by experience, way of sale and language."""

from datetime import UTC, datetime
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import letter_choice, letters, template_operations, template_queries
from outfitter_tenants.messaging.mails import confirmation
from outfitter_tenants.messaging.models import Automation, Message
from outfitter_tenants.messaging.rules.template_choice import Candidate, best_of
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_operations import TemplateDraft
from tests.crm.automation_support import make_automation
from tests.messaging.support import ORDER, operator, payload
from tests.messaging.test_documents import doc, paragraph, text
from tests.support.owner_client import owner_of

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


def listed(client: Any) -> dict[int, dict[str, Any]]:
    return {one["id"]: one for one in client.get("/api/templates/get").json()["templates"]}


class TestPlaces:
    """An own template takes a letter's place only where it fits, and the list says so."""

    @pytest.fixture
    def client(self, reef: Any, client_for: Any) -> Any:
        return owner_of(client_for)

    def test_the_list_says_which_speaks(self, client):
        kayak, away = make(experience_ids=[7]), make()
        template_operations.activate_template(template_id=away.pk, is_active=False, at=AT)
        letter = template_queries.get_system_template(slug="confirmation")
        found = listed(client)
        assert found[letter.pk]["spoken_for_by"] == [kayak.pk]
        assert (found[kayak.pk]["speaks_for"], found[kayak.pk]["is_lacking"]) == ("confirmation", False)
        assert found[away.pk]["speaks_for"] is None

    @pytest.mark.parametrize(
        ("category", "slug", "block"),
        [
            ("payment_request", "payment_request", "paymentButton"),
            ("access_code", "access_code", "accessCode"),
            ("gift_card", "gift_card", "giftCard"),
            ("answer", "answer", "note"),
        ],
    )
    def test_without_what_its_reader_needs_it_is_not_used(self, client, category, slug, block):
        bare = make(category=category)
        assert listed(client)[bare.pk]["is_lacking"]
        chosen = letter_choice.choose_words(slug=slug, locale="en", operator_locale="en")
        assert chosen.template_id != bare.pk
        document = doc(paragraph(text("Mine.")), {"type": block})
        draft = TemplateDraft("Mine", category, "email", [TemplateWords("en", "Mine", "", document)])
        whole = template_operations.save_template(draft=draft, template_id=None, version=None, at=AT)
        chosen = letter_choice.choose_words(slug=slug, locale="en", operator_locale="en")
        assert chosen.template_id == whole.pk
        assert not listed(client)[whole.pk]["is_lacking"]

    @pytest.mark.parametrize("slug", ["invoice_reminder", "invoice_overdue", "waitlist_offer", "unscheduled"])
    def test_kinds_that_share_a_category_keep_their_own_words(self, client, slug):
        row = template_queries.get_system_template(slug=slug)
        make(category=row.category)
        chosen = letter_choice.choose_words(slug=slug, locale="en", operator_locale="en")
        assert chosen.template_id == row.pk
        assert listed(client)[row.pk]["spoken_for_by"] == []

    def test_one_that_goes_at_a_time_of_its_own_takes_no_place(self, client):
        later = make()
        automation = make_automation("confirmation", "reserved", 2880)
        Automation.objects.filter(pk=automation.pk).update(template=later)
        assert confirmed().subject.startswith("Confirmed: ")
        assert listed(client)[later.pk]["speaks_for"] is None

    def test_one_that_goes_at_the_same_moment_is_sent_again_too(self, client):
        mine = make()
        automation = make_automation("confirmation", "reserved", 0, experience_id=7)
        Automation.objects.filter(pk=automation.pk).update(template=mine)
        assert confirmed().subject.startswith("Confirmed: ")
        assert confirmed(orders=[{**ORDER, "experience_id": 7}]).subject == "Mine en"
