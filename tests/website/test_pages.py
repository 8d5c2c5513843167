"""The operator's public pages: what strangers read, in their language, without a script."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.account import state
from outfitter_tenants.catalog.models import Category, ExperienceContent, Location
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.models import CancellationPolicy
from tests.support.catalog import make_experience
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
EVIL = '"></title><script>alert(1)</script>'


def make_dive(**given: Any) -> Any:
    """Return an experience that says all there is to say, with a departure in three days."""
    values = {
        "name": "Night dive",
        "slug": "night-dive",
        "short_description": "See the reef after dark.",
        "description_html": "<p>Lamps are <em>ours</em>.</p><script>alert(1)</script>",
        "inclusions": "• Lamp\n- Wetsuit\n",
        "exclusions": "Photos",
        "what_to_bring": "A towel",
        "meeting_point": "Pier 4",
        "video_url": "https://www.youtube.com/watch?v=abcdefghijk",
        "min_age": 12,
        "languages": ["en", "de"],
        "difficulty": "moderate",
    }
    row = make_experience(**{**values, **given})
    make_timeslot(experience=row, day=utc_now().date() + timedelta(days=3))
    return row


def get(client: Any, path: str, **headers: str) -> Any:
    return client.get(path, headers={"accept": "text/html", **headers})


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def structured(answer: Any) -> list[dict[str, Any]]:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', text_of(answer), re.DOTALL)
    assert found
    graph: list[dict[str, Any]] = json.loads(found[1])["@graph"]
    return graph


class TestHome:
    def test_all_that_is_live_can_be_read_and_nothing_else(self, client_for: Any) -> None:
        make_dive()
        make_experience(name="Secret trial", status="hidden")
        make_experience(name="Not yet", status="draft")
        answer = get(client_for("reef"), "/")
        text = text_of(answer)
        assert answer.status_code == 200
        assert 'href="/experiences/night-dive">Night dive</a>' in text
        assert "See the reef after dark." in text
        assert "Adult \u2068$49\u2069" in text
        assert "Secret trial" not in text
        assert "Not yet" not in text
        listed = next(node for node in structured(answer) if node["@type"] == "ItemList")
        assert [one["name"] for one in listed["itemListElement"]] == ["Night dive"]

    def test_the_calendar_is_in_it_and_a_link_for_who_runs_no_script(self, client_for: Any) -> None:
        make_dive()
        text = text_of(get(client_for("reef"), "/"))
        assert 'data-outfitter-calendar="http://reef.' in text
        assert 'href="/widgets/calendar?language=en"' in text

    def test_several_categories_are_headings(self, client_for: Any) -> None:
        for name in ("Water", "Land"):
            shelf = Category.objects.create(name=name, slug=name.lower())
            for part in ("tour", "trip", "course"):
                make_experience(name=f"{name} {part}").categories.add(shelf)
        text = text_of(get(client_for("reef"), "/"))
        assert 'id="water"' in text
        assert 'href="#land"' in text

    def test_nothing_on_sale_says_so(self, client_for: Any) -> None:
        text = text_of(get(client_for("reef"), "/"))
        assert "nothing to book online right now" in text
        assert "data-outfitter-calendar" not in text

    def test_staff_get_their_own_first_screen_and_see_the_pages_beside_it(
        self, client_for: Any, settings: Any, tmp_path: Any
    ) -> None:
        settings.SCREENS = tmp_path
        for locale in ("en", "de"):
            (tmp_path / locale).mkdir()
            (tmp_path / locale / "home.html").write_text(f"<h1>Office {locale}</h1>")
        make_dive()
        owner = owner_of(client_for)
        assert b"".join(get(owner, "/").streaming_content) == b"<h1>Office en</h1>"
        assert b"".join(get(owner, "/de").streaming_content) == b"<h1>Office de</h1>"
        assert "Night dive" in text_of(get(owner, "/experiences"))
        assert "Night dive" in text_of(get(client_for("reef"), "/de"))


class TestExperience:
    def test_everything_the_operator_says_can_be_read(self, client_for: Any) -> None:
        place = Location.objects.create(
            name="Pier", lat="44.391", lng="-68.204", address={"text": "1 Main St"}
        )
        CancellationPolicy.objects.create(
            name="Flexible",
            is_default=True,
            tiers=[
                {"hours_before": 48, "refund_ppm": 1_000_000, "fee_amount": 0},
                {"hours_before": 5, "refund_ppm": 500_000, "fee_amount": 300},
            ],
        )
        make_dive(location=place)
        text = text_of(get(client_for("reef"), "/experiences/night-dive"))
        for said in (
            '<h1 dir="auto">Night dive</h1>',
            "<p>Lamps are <em>ours</em>.</p>",
            "<bdi>Lamp</bdi>",
            "<bdi>Wetsuit</bdi>",
            "<bdi>Photos</bdi>",
            "<bdi>A towel</bdi>",
            ">Pier 4</p>",
            "query=44.391%2C-68.204",
            "Free cancellation up to 2 days before the start.",
            "Up to 5 hours before the start: 50% refund. We keep a fee of $3.",
            "After that, nonrefundable.",
            "https://www.youtube.com/watch?v=abcdefghijk",
            "Moderate",
            "English and Deutsch",
            "$29",
        ):
            assert said in text, said
        assert "alert(1)" not in text

    def test_machines_read_what_it_costs_and_whether_it_can_be_had(self, client_for: Any) -> None:
        make_dive()
        trip = structured(get(client_for("reef"), "/experiences/night-dive"))[0]
        offer = trip["offers"]
        assert (offer["lowPrice"], offer["highPrice"], offer["priceCurrency"]) == ("29.00", "49.00", "USD")
        assert offer["availability"].endswith("InStock")
        assert trip["url"].endswith("/experiences/night-dive")

    def test_what_people_typed_stays_text(self, client_for: Any) -> None:
        make_dive(name=EVIL, short_description=EVIL, meeting_point=EVIL, inclusions=EVIL)
        for path in ("/", "/experiences/night-dive"):
            answer = get(client_for("reef"), path)
            assert "<script>alert" not in text_of(answer)
            assert EVIL in json.dumps(structured(answer), ensure_ascii=False).replace('\\"', '"')
            assert "unsafe" not in answer["Content-Security-Policy"]

    def test_its_number_leads_to_it_and_the_language_goes_along(self, client_for: Any) -> None:
        row = make_dive()
        answer = get(client_for("reef"), f"/de/experiences/{row.pk}")
        assert (answer.status_code, answer["Location"]) == (301, "/de/experiences/night-dive")

    def test_hidden_ones_open_by_their_address_and_are_not_found_by_search(self, client_for: Any) -> None:
        make_dive(status="hidden")
        answer = get(client_for("reef"), "/experiences/night-dive")
        assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
        assert "night-dive" not in text_of(client_for("reef").get("/sitemap.xml"))

    @pytest.mark.parametrize("slug", ["night-dive", "999999999999999999999", "no-such-thing", "%00"])
    def test_what_is_not_there_is_said_in_the_operators_look(self, client_for: Any, slug: str) -> None:
        make_dive(status="draft")
        answer = get(client_for("reef"), f"/experiences/{slug}")
        assert answer.status_code == 404
        if "%" not in slug:
            assert "We can’t find that page" in text_of(answer)

    def test_another_operator_has_no_part_in_it(self, client_for: Any) -> None:
        row = make_dive()
        assert get(client_for("peak"), "/experiences/night-dive").status_code == 404
        assert get(client_for("peak"), f"/experiences/{row.pk}").status_code in {301, 404}
        assert "Night dive" not in text_of(get(client_for("peak"), "/"))

    def test_a_stopped_operator_shows_what_it_did_and_sells_nothing(self, client_for: Any, reef: Any) -> None:
        make_dive()
        state.change(change="suspend", actor="platform", reason="No license", at=utc_now())
        connection.set_tenant(Account.objects.get(pk=reef.pk))  # type: ignore[attr-defined]
        answer = get(client_for("reef"), "/experiences/night-dive")
        assert "Online booking is closed right now." in text_of(answer)
        assert "data-outfitter-calendar" not in text_of(answer)
        assert "offers" not in structured(answer)[0]


class TestLanguages:
    def test_the_browser_decides_unless_the_address_does(self, client_for: Any) -> None:
        make_dive()
        public = client_for("reef")
        german = {"accept-language": "de-AT,en;q=0.5"}
        assert get(public, "/", **german)["Content-Language"] == "de"
        assert get(public, "/en", **german)["Content-Language"] == "en"
        assert get(public, "/zh/experiences/night-dive")["Content-Language"] == "zh-CN"
        assert 'dir="rtl"' in text_of(get(public, "/ar/experiences/night-dive"))
        assert 'href="/ja/experiences/night-dive"' in text_of(get(public, "/ja"))

    def test_texts_come_in_the_readers_language_and_name_their_alternates(self, client_for: Any) -> None:
        row = make_dive()
        ExperienceContent.objects.create(experience=row, locale="de", name="Nachttauchen")
        public = client_for("reef")
        german = text_of(get(public, "/de/experiences/night-dive"))
        assert "Nachttauchen</h1>" in german
        assert re.search(r'rel="canonical" href="http://[^"]+/de/experiences/night-dive"', german)
        assert re.search(r'hreflang="x-default" href="http://[^/]+/experiences/night-dive"', german)
        # Not written in French: the operator's own words, and one address for search engines.
        french = text_of(get(public, "/fr/experiences/night-dive"))
        assert "Night dive</h1>" in french
        assert re.search(r'rel="canonical" href="http://[^/"]+/experiences/night-dive"', french)
        xml = text_of(public.get("/sitemap.xml"))
        assert 'hreflang="de"' in xml
        assert "/de/experiences/night-dive" in xml
        assert 'hreflang="fr"' not in xml

    def test_prices_are_written_as_the_reader_writes_them(self, client_for: Any) -> None:
        Properties.objects.update_or_create(pk=1, defaults={"currency": "EUR"})
        make_dive(prices=(4950,))
        assert "49,50\u00a0€" in text_of(get(client_for("reef"), "/de/experiences/night-dive"))


class TestServing:
    def test_what_did_not_change_is_not_sent_again_and_a_change_shows_at_once(
        self, client_for: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        row = make_dive()
        public = client_for("reef")
        tag = get(public, "/")["ETag"]
        assert get(public, "/", **{"if-none-match": tag}).status_code == 304
        with django_capture_on_commit_callbacks(execute=True):
            body = {"id": row.pk, "name": "Dawn dive", "duration_minutes": 60}
            saved = owner_of(client_for).post("/api/experience/save", body, content_type="application/json")
        assert saved.status_code == 200, saved.content
        assert "Dawn dive" in text_of(get(public, "/", **{"if-none-match": tag}))

    def test_it_is_packed_for_who_can_unpack_it(self, client_for: Any) -> None:
        answer = get(client_for("reef"), "/", **{"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))

    def test_the_style_is_kept_for_ever_under_its_own_name(self, client_for: Any) -> None:
        public = client_for("reef")
        found = re.search(r'href="(/website/\w+\.css)"', text_of(get(public, "/")))
        assert found
        assert "immutable" in public.get(found[1])["Cache-Control"]
        assert public.get("/website/0123.css").status_code == 404

    def test_crawlers_are_told_where_to_look(self, client_for: Any) -> None:
        text = text_of(client_for("reef").get("/robots.txt"))
        assert "Disallow: /api/" in text
        assert re.search(r"Sitemap: http://reef\.[^/]+/sitemap\.xml", text)

    @pytest.mark.parametrize("path", ["/", "/experiences", "/robots.txt", "/sitemap.xml"])
    def test_pages_are_read_and_nothing_else(self, client_for: Any, path: str) -> None:
        assert client_for("reef").post(path).status_code in {403, 404, 405}


class TestCost:
    def test_a_kept_page_costs_two_statements_and_a_new_one_as_many_for_ten_as_for_one(
        self, client_for: Any, django_assert_num_queries: Any
    ) -> None:
        public = client_for("reef")
        # The host is looked up once for ten seconds, by whoever comes first.
        get(public, "/robots.txt")
        costs = []
        for _ in range(2):
            for _ in range(1 if not costs else 9):
                make_experience(name="Tour")
            cache.clear()
            with CaptureQueriesContext(connection) as asked:
                get(public, "/")
            costs.append(len(asked))
        assert costs[0] == costs[1]
        with django_assert_num_queries(2):
            assert get(public, "/").status_code == 200
