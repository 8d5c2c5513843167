"""Which exported file answers which address, and who may put a page into a frame."""

import json

import pytest

from outfitter.api import screens


@pytest.mark.rules
@pytest.mark.parametrize(
    ("host", "path", "file"),
    [
        ("tenant", "/manifest", "en/manifest.html"),
        ("tenant", "/de/manifest", "de/manifest.html"),
        ("tenant", "/manifest.txt", "en/manifest.txt"),
        ("tenant", "/manifest/__next._tree.txt", "en/manifest/__next._tree.txt"),
        ("tenant", "/trip/ab12", "en/trip.html"),
        ("tenant", "/trip/ab12/payments", "en/trip.html"),
        ("tenant", "/trip/a.b/history.txt", "en/trip.txt"),
        ("tenant", "/ja/trip/7/__next._tree.txt", "ja/trip/__next._tree.txt"),
        ("tenant", "/trip/5/", "en/trip.html"),
        ("tenant", "/trip", None),
        ("tenant", "/xx/manifest", None),
        ("tenant", "/manifest/extra", None),
        ("tenant", "/../secret", None),
        ("tenant", "/signup", None),
        ("apex", "/signup", "en/signup.html"),
        ("apex", "/fr/signup", "fr/signup.html"),
        ("apex", "/manifest", None),
    ],
)
def test_the_file_behind_an_address(host, path, file):
    assert screens.resolve(path, host) == file


@pytest.mark.rules
@pytest.mark.parametrize(
    ("path", "languages", "locale"),
    [
        ("/de/nowhere", "fr", "de"),
        ("/nowhere", "fr-CA,en;q=0.5", "fr"),
        ("/nowhere", "da, sv-SE;q=0.9, en;q=0.8", "sv"),
        ("/nowhere", "en;q=0.2, ja;q=0.9", "ja"),
        ("/nowhere", "zh-Hant-TW", "zh"),
        ("/nowhere", "da", "en"),
        ("/nowhere", "nonsense;;q=x", "en"),
        ("/dex", "", "en"),
    ],
)
def test_the_language_of_who_is_lost(rf, path, languages, locale):
    assert screens.reading_locale(rf.get(path, headers={"accept-language": languages})) == locale


@pytest.fixture
def built(tmp_path, settings):
    """A build with one screen and one widget page."""
    settings.SCREENS, settings.WIDGET = tmp_path / "out", tmp_path / "dist"
    (tmp_path / "out" / "en").mkdir(parents=True)
    (tmp_path / "dist").mkdir()
    (tmp_path / "out" / "en" / "manifest.html").write_text("<h1>Manifest</h1>")
    (tmp_path / "out" / "csp.json").write_text(json.dumps({"en/manifest.html": "x 'self'"}))
    (tmp_path / "dist" / "calendar.html").write_text("<h1>Calendar</h1>")
    (tmp_path / "dist" / "embed.js").write_text("void 0")
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path


@pytest.mark.usefixtures("built")
class TestServing:
    def test_a_screen_comes_with_its_policy_and_stays_out_of_frames(self, reef, client_for):
        answer = client_for("reef").get("/manifest")

        assert b"".join(answer.streaming_content) == b"<h1>Manifest</h1>"
        assert answer["Content-Security-Policy"] == "x 'self'"
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["Cache-Control"] == "no-cache"

    def test_only_the_gateways_own_fields_may_join_a_screen(self, built, reef, client_for, settings):
        settings.STRIPE = {**settings.STRIPE, "script_url": "https://js.stripe.com/v3/"}
        policy = "default-src 'self'; script-src 'self' 'sha256-abc'; base-uri 'none'"
        (built / "out" / "csp.json").write_text(json.dumps({"en/manifest.html": policy}))

        answer = client_for("reef").get("/manifest")

        assert answer["Content-Security-Policy"] == (
            "default-src 'self'; script-src 'self' https://js.stripe.com 'sha256-abc'; "
            "base-uri 'none'; connect-src 'self' https://js.stripe.com https://*.stripe.com "
            f"{screens.PRINT_BRIDGE}; "
            "frame-src 'self' https://js.stripe.com https://*.stripe.com"
        )

    def test_a_widget_page_may_be_framed_by_anybody(self, reef, client_for):
        answer = client_for("reef").get("/widgets/calendar")

        assert answer.status_code == 200
        assert "X-Frame-Options" not in answer
        assert "frame-ancestors" not in answer["Content-Security-Policy"]
        assert "unsafe" not in answer["Content-Security-Policy"]

    @pytest.mark.parametrize("path", ["/pay/b1.Qx-7_z~9", "/de/pay/b1.Qx-7_z~9"])
    def test_the_payment_page_is_framed_by_nobody_and_tells_nobody_its_address(
        self, built, reef, client_for, path
    ):
        (built / "dist" / "pay.html").write_text("<h1>Pay</h1>")

        answer = client_for("reef").get(path)

        assert b"".join(answer.streaming_content) == b"<h1>Pay</h1>"
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert answer["Referrer-Policy"] == "no-referrer"

    def test_the_loader_may_be_loaded_by_anybody(self, reef, client_for):
        assert client_for("reef").get("/widgets/embed.js")["Access-Control-Allow-Origin"] == "*"

    def test_who_is_lost_is_answered_in_their_language(self, built, reef, client_for):
        (built / "out" / "de").mkdir()
        (built / "out" / "de" / "lost.html").write_text("<h1>Nichts</h1>")
        (built / "out" / "404.html").write_text("<h1>Nothing</h1>")
        policies = {"de/lost.html": "german 'self'", "404.html": "plain 'self'"}
        (built / "out" / "csp.json").write_text(json.dumps(policies))
        browser = {"accept": "text/html", "sec-fetch-dest": "document"}

        german = client_for("reef").get("/de/nowhere", headers=browser)
        swedish = client_for("reef").get("/sv/nowhere", headers=browser)

        assert (german.status_code, german.content) == (404, b"<h1>Nichts</h1>")
        assert german["Content-Security-Policy"] == "german 'self'"
        assert "Accept-Language" in german["Vary"]
        assert (swedish.status_code, swedish.content) == (404, b"<h1>Nothing</h1>")
        assert swedish["Content-Security-Policy"] == "plain 'self'"

    def test_what_did_not_change_is_not_sent_again(self, reef, client_for):
        client = client_for("reef")
        etag = client.get("/manifest")["ETag"]

        assert client.get("/manifest", headers={"if-none-match": etag}).status_code == 304

    @pytest.mark.parametrize(
        ("takes", "coding", "body"),
        [
            ("gzip, deflate, br", "br", b"brotli"),
            ("gzip", "gzip", b"gzip"),
            ("br;q=0, gzip;q=0.5", "gzip", b"gzip"),
            ("identity", None, b"<h1>Manifest</h1>"),
            ("", None, b"<h1>Manifest</h1>"),
        ],
    )
    def test_packed_files_go_to_who_takes_them(self, built, reef, client_for, takes, coding, body):
        page = built / "out" / "en" / "manifest.html"
        page.with_name("manifest.html.br").write_bytes(b"brotli")
        page.with_name("manifest.html.gz").write_bytes(b"gzip")

        answer = client_for("reef").get("/manifest", headers={"accept-encoding": takes})

        assert b"".join(answer.streaming_content) == body
        assert answer.get("Content-Encoding") == coding
        assert answer["Content-Type"] == "text/html; charset=utf-8"
        assert "Accept-Encoding" in answer["Vary"]
        assert answer["Content-Security-Policy"] == "x 'self'"

    @pytest.mark.parametrize(
        "path",
        [
            "/widgets/../secret.txt",
            "/widgets/assets/../../secret.txt",
            "/widgets/other.html",
            "/media/../../secret.txt",
            "/_next/static/../../../secret.txt",
        ],
    )
    def test_nothing_outside_the_build_is_served(self, reef, client_for, path):
        assert client_for("reef").get(path).status_code == 404

    def test_a_screen_at_the_address_of_an_operation_that_takes_posts(self, built, reef, client_for):
        page = built / "out" / "en" / "bulk-edit.html"
        page.write_text("<h1>Many at once</h1>")
        path = "/setup/experiences/availabilities/bulkEdit"
        browser = {"accept": "text/html"}

        answer = client_for("reef").get(path, headers=browser)
        beyond = client_for("reef").get("/api/experience/save", headers=browser)

        assert b"".join(answer.streaming_content) == b"<h1>Many at once</h1>"
        assert answer["X-Frame-Options"] == "DENY"
        assert client_for("reef").head(path).status_code == 200
        assert client_for("reef").put(path).status_code == 405
        assert client_for("reef").post(path).status_code == 401
        assert beyond.status_code == 405

    def test_the_worker_may_ask_its_host_and_nothing_else(self, built, reef, client_for, apex_client):
        (built / "out" / "sw.js").write_text("const BUILD = {}")

        answer = client_for("reef").get("/sw.js")

        assert b"".join(answer.streaming_content) == b"const BUILD = {}"
        assert answer["Content-Type"].startswith("text/javascript")
        assert answer["Cache-Control"] == "no-cache"
        assert answer["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
        assert apex_client.get("/sw.js").status_code == 404

    def test_screens_are_only_read(self, reef, client_for):
        answer = client_for("reef").post("/manifest", {}, content_type="application/json")

        assert answer.status_code == 404
