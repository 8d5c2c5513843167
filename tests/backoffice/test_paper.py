"""The manifest on paper: every script, nothing run, within sight."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.pdf import document
from outfitter.pdf.recipient import Recipient, words
from outfitter_tenants.backoffice.manifests import printout as sheets
from outfitter_tenants.backoffice.manifests.queries import manifest_of_day, manifest_of_timeslot
from outfitter_tenants.scheduling.models import Timeslot, TimeslotGuide
from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer
from tests.support.sold_trips import guests_of, sell
from tests.support.team import browser_of, make_colleague

pytestmark = pytest.mark.usefixtures("reef")
NAMES = (
    ("太郎", "山田"),
    ("민수", "김"),
    ("伟", "王"),
    ("محمد", "الأحمد"),
    ("יוסי", "כהן"),
    ("प्रिया", "शर्मा"),
    ("สมชาย", "ใจดี"),
    ("Иван", "Жуков"),
    ("Ánh", "Nguyễn"),
    ('#read("/etc/passwd")', "*x* $a$ \\ @ref `raw` [b]"),
    ("#panic()", "<b>&amp;"),
)


def reader(**more: Any) -> Recipient:
    facts = {
        "locale": "en-US",
        "time_zone": "America/New_York",
        "currency": "USD",
        "operator": "Reef",
        "country": "US",
        **more,
    }
    return Recipient(sheets.WORDS, **facts)


@pytest.fixture
def offer() -> Offer:
    """A departure with a party for every script, and one without a departure."""
    made = make_offer(capacity=40)
    for first, last in NAMES:
        trip_id = sell(made, adults=1, children=1)
        Trip.objects.filter(pk=trip_id).update(contact_first_name=first, contact_last_name=last)
        child = guests_of(trip_id)[1]
        Booking.objects.filter(pk=child.pk).update(
            guest_first_name=last, waiver_state="unsigned", checked_in_at=utc_now()
        )
    TripOrder.objects.filter(trip_id=trip_id).update(timeslot=None, schedule_state="unscheduled")
    return made


def sheet_of(offer: Offer, who: Recipient) -> dict[str, Any]:
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    body = manifest_of_day(day=slot.date, at=utc_now())
    return sheets.sheet(body["experiences"], slot.date, who, at=utc_now(), waiting=body["unscheduled"])


class TestSheet:
    def test_says_what_the_dock_needs(self, offer: Offer) -> None:
        data = sheet_of(offer, reader())
        [slot] = data["departures"]
        assert (slot["time"].replace("\u202f", " "), slot["seats"]) == ("9:00 AM", "22/40")
        assert slot["waivers"] == f"0/{len(NAMES) - 1} waivers"
        party = next(row for row in slot["parties"] if row["name"] == "山田 太郎")
        assert party["balance"] == "$78.00"
        assert [(g["name"], g["is_here"], g["waiver"]) for g in party["named"]] == [("山田", True, "missing")]
        assert party["unnamed"] == [{"kind": "Adult", "boxes": [False], "missing": 0}]
        assert [row["name"] for row in data["unscheduled"]] == ["#panic() <b>&amp;"]

    def test_counts_guest_types_as_the_reader_does(self, offer: Offer) -> None:
        [slot] = sheet_of(offer, reader())["departures"]
        assert slot["types"] == f"{len(NAMES) - 1} Adults, {len(NAMES) - 1} Children"

    @pytest.mark.parametrize("locale", ROUTE_LOCALES)
    def test_every_language_has_its_words(self, locale: str) -> None:
        own, english = words(sheets.WORDS, locale), words(sheets.WORDS, "en")
        assert own.keys() == english.keys()
        for key, text in english.items():
            holes = {part.partition("}")[0] for part in text.split("{")[1:]}
            assert all(f"{{{hole}}}" in own[key] for hole in holes), key

    def test_an_unknown_language_reads_english(self) -> None:
        assert reader(locale="xx").say("empty") == "No departures on this day."


class TestPaper:
    @pytest.mark.parametrize("locale", ["en-US", "de", "ja", "zh-TW"])
    def test_every_script_is_set(self, offer: Offer, locale: str) -> None:
        made = sheets.print_timeslot(
            manifest_of_timeslot(timeslot_id=offer.timeslot_id, at=utc_now()),
            reader(locale=locale),
            at=utc_now(),
        )
        assert made.startswith(b"%PDF-")
        assert len(made) > 20_000

    def test_fonts_come_along_for_every_script(self) -> None:
        known = set(document.fonts().families())
        for script in (
            "",
            " Arabic",
            " Hebrew",
            " Devanagari",
            " Thai",
            " CJK JP",
            " CJK SC",
            " CJK TC",
            " CJK KR",
        ):
            assert f"Noto Sans{script}" in known
        assert not {family for family in known if not family.startswith("Noto ")}

    def test_letter_where_people_print_on_letter(self) -> None:
        assert [document.paper_of(code) for code in ("US", "de", None)] == ["us-letter", "a4", "a4"]

    def test_the_same_is_the_same_to_the_byte(self, offer: Offer) -> None:
        at = utc_now().replace(microsecond=0)
        body = manifest_of_timeslot(timeslot_id=offer.timeslot_id, at=at)
        assert sheets.print_timeslot(body, reader(), at=at) == sheets.print_timeslot(body, reader(), at=at)

    def test_what_does_not_fit_is_refused(self) -> None:
        with pytest.raises(document.CannotPrint):
            document.render(sheets.TEMPLATE, {"title": "nothing else"})


class TestOverHttp:
    def test_a_departure_and_a_day(self, offer: Offer, client_for: Any) -> None:
        staff, slot = owner_of(client_for), Timeslot.objects.get(pk=offer.timeslot_id)
        Account.objects.filter(schema_name="t_reef").update(country="DE")
        for path, name in (
            (f"/api/manifest/{slot.pk}/print", f"manifest-{slot.pk}.pdf"),
            (f"/api/manifest/day/{slot.date}/print", f"manifest-{slot.date}.pdf"),
            (f"/api/manifest/day/{slot.date + timedelta(days=9)}/print", "manifest-"),
        ):
            answer = staff.get(path)
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
            assert answer.content.startswith(b"%PDF-")
            assert name in answer["Content-Disposition"]
            assert answer["Cache-Control"] == "private, no-store"

    def test_refusals(self, offer: Offer, client_for: Any) -> None:
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        one, day = f"/api/manifest/{slot.pk}/print", f"/api/manifest/day/{slot.date}/print"
        for path in (one, day):
            assert_error(client_for("reef").get(path), 401, "unauthenticated")
        gus = make_colleague("Gus", "guide", is_guide=True)
        client = browser_of(client_for, gus)
        assert_error(client.get(one), 404, "not_found")
        assert_error(client.get("/api/manifest/day/2200-01-01/print"), 404, "not_found")
        TimeslotGuide.objects.create(timeslot_id=slot.pk, user_avatar=gus)
        assert client.get(one).status_code == 200
        assert_error(owner_of(client_for, "peak").get(one), 404, "not_found")
