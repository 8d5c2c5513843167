"""Terms at the platform's desk: written, read, published with notice, agreed to, proved."""

import csv
import hashlib
import io
import json
from datetime import timedelta

import pytest
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of

from outfitter.accounts.models import User
from outfitter.kit.clock import utc_now
from outfitter.pdf.recipient import Recipient
from outfitter.tos import evidence, evidence_paper, queries
from outfitter.tos.models import Tos, TosAgreement, TosDraft

pytestmark = pytest.mark.django_db
BODY = "<h2>Fees</h2><p>We charge nothing.</p><script>alert(1)</script>"
CLEAN = "<h2>Fees</h2><p>We charge nothing.</p>"


@pytest.fixture
def desk(apex_client):
    """Somebody who runs the platform."""
    return platform_admin_of(apex_client)


def post(client, path, body):
    return client.post(path, body, content_type="application/json")


def draft(desk, **changes):
    texts = {
        "en": {"title": "Operator agreement", "body_html": BODY},
        "de": {"title": "Vereinbarung", "body_html": "<p>Wir berechnen nichts.</p>"},
    }
    answer = post(desk, "/api/platform/terms/draft/save", {"texts": texts, **changes})
    assert answer.status_code == 200, answer.content
    return answer.json()


def publish(desk, row, **changes):
    body = {"version": row["version"], "sha256": row["texts"]["en"]["sha256"], **changes}
    return post(desk, f"/api/platform/terms/draft/{row['id']}/publish", body)


def test_from_draft_to_evidence(desk, reef, client_for):
    owner = owner_of(client_for)
    row = draft(desk)
    assert (row["notice_days"], row["texts"]["en"]["body_html"]) == (14, CLEAN)
    assert row["texts"]["en"]["sha256"] == hashlib.sha256(CLEAN.encode()).hexdigest()
    assert owner.get("/app/init").json()["tosPending"] is None

    newest = publish(desk, row).json()["versions"][0]

    assert (newest["version"], newest["locales"], newest["publisher"]) == (2, ["de", "en"], "Dana Desk")
    assert newest["waiting_cnt"] >= 1
    assert not TosDraft.objects.exists()
    # Announced, and nobody is held up.
    pending = owner.get("/app/init").json()["tosPending"]
    assert (pending["is_blocking"], pending["effective_at"] is not None) == (False, True)
    coming = owner.get("/api/tos/get?locale=de").json()["announced"]
    assert (coming["version"], coming["title"]) == (2, "Vereinbarung")
    wanted = {"sha256": coming["sha256"]}
    assert post(owner, f"/api/tos/{coming['id']}/agree", wanted).status_code == 200
    assert owner.get("/app/init").json()["tosPending"] is None
    assert owner.get("/api/tos/get").json()["announced"] is None

    rows = desk.get("/api/platform/terms/agreements/get?version=2").json()
    assert [(one["slug"], one["locale"], one["sha256"]) for one in rows["data"]] == [
        ("reef", "de", coming["sha256"])
    ]
    proof = json.loads(desk.get("/api/platform/terms/evidence?version=2").content)
    assert proof["agreements_sha256"] == evidence.fingerprint(proof["agreements"])
    assert {
        one["locale"]: hashlib.sha256(one["body_html"].encode()).hexdigest() for one in proof["texts"]
    } == {one["locale"]: one["sha256"] for one in proof["texts"]}
    table = list(
        csv.DictReader(
            io.StringIO(
                desk.get("/api/platform/terms/evidence?version=2&format=csv").content.decode("utf-8-sig")
            )
        )
    )
    assert [one["slug"] for one in table] == ["reef"]


def test_agreements_page_by_cursor_and_the_evidence_holds_all(desk, reef, monkeypatch):
    monkeypatch.setattr(evidence, "PAGE", 2)
    tos = Tos.objects.get(audience="operator", version=1, locale="en")
    TosAgreement.objects.all().delete()
    for place in range(4):
        user = User.objects.create(email=f"owner{place}@x.example", first_name=f"Owner {place}")
        TosAgreement.objects.create(tos=tos, user=user, account=reef, agreed_at=utc_now(), sha256=tos.sha256)
    where = "/api/platform/terms/agreements/get?version=1"

    first = desk.get(where).json()
    last = desk.get(f"{where}&before={first['next']}").json()

    assert [one["person"] for one in first["data"] + last["data"]] == [f"Owner {n}" for n in (3, 2, 1, 0)]
    # A last page that is full leads nowhere.
    assert (len(last["data"]), last["next"]) == (2, None)
    proof = json.loads(desk.get("/api/platform/terms/evidence?version=1").content)
    assert len(proof["agreements"]) == 4


def test_the_evidence_is_a_paper_too(desk, reef, client_for):
    publish(desk, draft(desk))
    owner = owner_of(client_for)
    coming = owner.get("/api/tos/get?locale=de").json()["announced"]
    post(owner, f"/api/tos/{coming['id']}/agree", {"sha256": coming["sha256"]})

    answer = desk.get("/api/platform/terms/evidence?version=2&format=pdf&locale=de")

    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].endswith('terms-operator-v2.pdf"')
    assert answer.content.startswith(b"%PDF")
    texts, rows = evidence.agreed(audience="operator", version=2)
    reader = Recipient(evidence_paper.WORDS, locale="de", time_zone="UTC", currency="USD", operator="")
    shown = evidence_paper.sheet(texts, rows, reader, at=utc_now())
    proof = json.loads(desk.get("/api/platform/terms/evidence?version=2").content)
    assert [one["value"] for one in shown["fingerprints"]] == [
        *(one["sha256"] for one in proof["texts"]),
        proof["agreements_sha256"],
    ]
    assert [(one["business"], one["locale"]) for one in shown["agreements"]] == [
        ("Reef Runners (reef)", "de")
    ]
    assert shown["texts"][0]["language"] == "Deutsch"
    assert shown["texts"][1]["blocks"][0] == {
        "kind": "heading",
        "number": None,
        "spans": [{"text": "Fees", "marks": []}],
    }


def test_who_did_not_agree_is_held_up_once_the_notice_is_over(desk, reef, client_for):
    publish(desk, draft(desk, notice_days=3))
    at = utc_now()
    assert queries.needs_agreement(account_id=reef.pk, at=at) is False
    assert queries.needs_agreement(account_id=reef.pk, at=at + timedelta(days=4)) is True
    assert queries.find_announced(audience="operator", at=at + timedelta(days=4)) is None


def test_a_minor_version_holds_nobody_up(desk, reef):
    publish(desk, draft(desk, is_major=False, notice_days=0))
    assert queries.needs_agreement(account_id=reef.pk, at=utc_now() + timedelta(days=1)) is False
    assert Tos.objects.filter(version=2, is_major=False).count() == 2


def test_what_is_refused(desk, reef, client_for):
    row = draft(desk)
    assert_error(publish(desk, row, sha256="0" * 64), 409, "words_changed")
    draft(desk, id=row["id"], version=row["version"])
    assert_error(publish(desk, row), 409, "stale_version")
    path = f"/api/platform/terms/draft/{row['id']}/delete"
    assert_error(post(desk, path, {"version": row["version"]}), 409, "stale_version")
    assert post(desk, path, {"version": row["version"] + 1}).json()["drafts"] == []
    assert_error(post(desk, path, {"version": 1}), 404)
    texts = {"de": {"title": "T", "body_html": "<p>T</p>"}}
    assert_error(post(desk, "/api/platform/terms/draft/save", {"texts": texts}), 422, "validation_failed")
    for kind in ("json", "csv", "pdf"):
        assert_error(desk.get(f"/api/platform/terms/evidence?version=99&format={kind}"), 404)
    assert_error(desk.get("/api/platform/terms/evidence?version=1&format=doc"), 422)
    assert_error(desk.get("/api/platform/terms/agreements/get?version=0"), 422)
    for path in ("get", "agreements/get?version=1", "evidence?version=1"):
        assert_error(owner_of(client_for).get(f"/api/platform/terms/{path}"), 404)
