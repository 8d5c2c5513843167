"""The development mailbox keeps mails whole, shows them safely and forgets the oldest."""

import json

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client, override_settings

from outfitter.devtools import mailbox as box

pytestmark = pytest.mark.rules
EVIL = '<html><head></head><body><script>alert(1)</script><a href="https://x.example">x</a></body>'


@pytest.fixture(autouse=True)
def mailbox_folder(tmp_path):
    with override_settings(
        MAILBOX=tmp_path / "mail",
        EMAIL_BACKEND="outfitter.devtools.mailbox.MailboxBackend",
        PUBLIC_SCHEMA_URLCONF="tests.devtools.urls",
    ):
        yield tmp_path / "mail"


@pytest.fixture
def browser():
    return Client(HTTP_HOST="localhost")


def send(*, subject="Bestätigung ✓", to="ana@guest.example", html="", **more):
    mail = EmailMultiAlternatives(
        subject,
        "Hello Ana,\nsee you.",
        "Reef <no-reply@localhost>",
        [to],
        connection=get_connection(),
        **more,
    )
    if html:
        mail.attach_alternative(html, "text/html")
    mail.attach("invite.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "text/calendar")
    assert mail.send() == 1
    return box.list_mails()[0]


def test_a_mail_is_kept_as_it_would_have_been_sent():
    kept = send(html="<p>Hallo</p>", reply_to=["desk@reef.example"], bcc=["copy@reef.example"])

    assert kept["subject"] == "Bestätigung ✓"
    assert (kept["to"], kept["bcc"]) == (["ana@guest.example"], ["copy@reef.example"])
    assert kept["reply_to"] == ["desk@reef.example"]
    assert kept["text"].strip() == "Hello Ana,\nsee you."
    assert kept["html"].strip() == "<p>Hallo</p>"
    assert b"Content-Type: multipart/mixed" in box.get_source(kept["id"])


def test_attachments_come_back_byte_for_byte(browser):
    kept = send()
    url = browser.get("/_dev/mail/messages").json()[0]["attachments"][0]["url"]

    answer = browser.get(url)

    assert answer.content == b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
    assert answer["Content-Disposition"] == 'attachment; filename="invite.ics"'
    assert kept["attachments"][0]["name"] == "invite.ics"


def test_only_the_newest_mails_stay(mailbox_folder):
    for number in range(5):
        send(subject=str(number))

    box.prune(3)

    assert [mail["subject"] for mail in box.list_mails()] == ["4", "3", "2"]
    assert len(list(mailbox_folder.iterdir())) == 6


def test_half_written_mails_are_never_seen(mailbox_folder):
    send(subject="whole")
    (mailbox_folder / ".20260101000000000000-00000000.json.1.part").write_text('{"id": "2')

    assert [mail["subject"] for mail in box.list_mails()] == ["whole"]


def test_the_list_filters_by_address(browser):
    send(to="ana@guest.example")
    send(to="bo@guest.example")

    found = browser.get("/_dev/mail/messages", {"to": "ANA@"}).json()

    assert [mail["to"] for mail in found] == [["ana@guest.example"]]


def test_a_subject_is_text_and_never_markup(browser):
    send(subject="<script>alert(1)</script> & co")

    page = browser.get("/_dev/mail").content.decode()

    assert "<script>alert(1)</script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in page


def test_the_body_runs_no_scripts_and_opens_links_elsewhere(browser):
    kept = send(html=EVIL)

    page = browser.get(f"/_dev/mail/{kept['id']}").content.decode()
    body = browser.get(f"/_dev/mail/messages/{kept['id']}/html")

    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in page
    assert "alert(1)" not in page
    assert body["Content-Security-Policy"].startswith("sandbox allow-popups ")
    assert "allow-scripts" not in body["Content-Security-Policy"]
    assert b'<head><base target="_blank">' in body.content


def test_an_empty_mailbox_says_so(browser):
    assert b"No mail yet" in browser.get("/_dev/mail").content
    assert browser.get("/_dev/mail/messages").json() == []


@pytest.mark.parametrize(
    "path",
    [
        "/_dev/mail/20260101000000000000-00000000",
        "/_dev/mail/messages/..%2F..%2Fetc/html",
        "/_dev/mail/messages/20260101000000000000-00000000/source",
        "/_dev/mail/messages/nonsense/attachments/0/x",
    ],
)
def test_what_is_not_there_is_a_plain_404(browser, path):
    answer = browser.get(path)

    assert answer.status_code == 404
    assert json.loads(answer.content)["code"] == "not_found"


def test_an_attachment_number_out_of_range_is_a_404(browser):
    kept = send()

    url = f"/_dev/mail/messages/{kept['id']}/attachments/7/x"

    assert browser.get(url).status_code == 404


def test_the_mailbox_is_read_only(browser):
    assert browser.post("/_dev/mail/messages").status_code == 405


def test_a_stand_in_hands_in_what_it_was_given_and_no_page_does(browser):
    raw = b"From: Reef <a@b.example>\r\nTo: ana@guest.example\r\nSubject: Hi\r\n\r\nHello\r\n"
    kept = browser.post("/_dev/mail/raw", raw, "message/rfc822")
    assert kept.status_code == 200
    assert box.get_mail(kept.content.decode())["to"] == ["ana@guest.example"]
    assert browser.post("/_dev/mail/raw", raw, "text/plain").status_code == 403
    page = browser.post("/_dev/mail/raw", raw, "message/rfc822", HTTP_SEC_FETCH_SITE="cross-site")
    assert page.status_code == 403
    assert browser.get("/_dev/mail/raw").status_code == 405
