"""Published words never change; agreements are evidence; only owners agree for a business."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from tests.support.database import MADE_AT, PASSWORD, REEF

from outfitter.accounts.models import User
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound, StaleVersion
from outfitter.tos import operations, queries
from outfitter.tos.bundled_terms import SHIPPED
from outfitter.tos.models import Tos, TosAgreement

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NOW = datetime(2026, 6, 1, tzinfo=MADE_AT.tzinfo)


@pytest.fixture(autouse=True)
def nobody_agreed(db: None) -> None:
    """The operators of the tests agreed when they were made; here nobody did."""
    TosAgreement.objects.all().delete()


def _publish(body: str = "<p>New</p>", **options: Any) -> Tos:
    return operations.publish(
        audience="operator", title="Operator agreement", body_html=body, at=NOW, **options
    )


def _agree(tos: Tos, account: Any, **options: Any) -> TosAgreement:
    user = User.objects.get(email=REEF.owner_email)
    asked = {
        "tos_id": tos.pk,
        "sha256": tos.sha256,
        "user_id": user.pk,
        "account_id": account.pk,
        "at": NOW,
        "ip": "192.0.2.7",
        "user_agent": "Test",
        **options,
    }
    return operations.agree(**asked)


def test_the_shipped_terms_are_published_once() -> None:
    assert operations.publish_shipped(at=NOW) == []
    row = Tos.objects.get(audience="operator", version=1, locale="en")
    assert row.sha256 == operations.digest(SHIPPED[0].body_html)
    assert row.published_at == MADE_AT


def test_published_words_never_change() -> None:
    with pytest.raises(DatabaseError, match="never change"), transaction.atomic():
        Tos.objects.update(body_html="<p>Other</p>")
    with pytest.raises(DatabaseError, match="never change"), transaction.atomic():
        Tos.objects.all().delete()
    with pytest.raises(operations.AlreadyPublished):
        _publish("<p>Other</p>", version=1)


def test_versions_count_up_and_translations_share_them() -> None:
    second = _publish()
    german = _publish("<p>Neu</p>", locale="de", version=second.version)
    assert (second.version, german.version) == (2, 2)
    assert queries.get_current(audience="operator", locale="de", at=NOW) == german
    assert queries.get_current(audience="operator", locale="fr", at=NOW) == second
    assert _publish("<p>Neu</p>", locale="de", version=2) == german


def test_terms_that_are_only_announced_are_not_in_force() -> None:
    first = queries.get_current(audience="operator", locale="en", at=NOW)
    second = _publish(effective_at=NOW + 14 * DAY)
    assert queries.get_current(audience="operator", locale="en", at=NOW) == first
    assert queries.find_announced(audience="operator", at=NOW) == second
    later = NOW + 14 * DAY
    assert queries.get_current(audience="operator", locale="en", at=later) == second
    assert queries.find_announced(audience="operator", at=later) is None


def test_nobody_published_anything_for_resellers() -> None:
    with pytest.raises(NotFound):
        queries.get_current(audience="reseller", locale="en", at=NOW)


def test_a_major_version_asks_again_and_a_minor_one_does_not(reef: Any) -> None:
    first = queries.get_current(audience="operator", locale="en", at=NOW)
    assert queries.needs_agreement(account_id=reef.pk, at=NOW)
    _agree(first, reef)
    assert not queries.needs_agreement(account_id=reef.pk, at=NOW)
    _publish("<p>Corrected</p>", is_major=False)
    assert not queries.needs_agreement(account_id=reef.pk, at=NOW)
    third = _publish("<p>Third</p>", effective_at=NOW + DAY)
    assert not queries.needs_agreement(account_id=reef.pk, at=NOW)
    assert queries.needs_agreement(account_id=reef.pk, at=NOW + DAY)
    _agree(third, reef, at=NOW + DAY)
    assert not queries.needs_agreement(account_id=reef.pk, at=NOW + DAY)


def test_an_agreement_says_who_when_where_and_to_which_words(reef: Any) -> None:
    first = queries.get_current(audience="operator", locale="en", at=NOW)
    made = _agree(first, reef)
    assert _agree(first, reef, at=NOW + DAY) == made
    assert (made.ip, made.user_agent, made.sha256) == ("192.0.2.7", "Test", first.sha256)
    assert made.agreed_at == NOW


def test_other_or_older_words_are_refused(reef: Any) -> None:
    first = queries.get_current(audience="operator", locale="en", at=NOW)
    with pytest.raises(StaleVersion):
        _agree(first, reef, sha256="0" * 64)
    _publish()
    with pytest.raises(StaleVersion):
        _agree(first, reef)
    with pytest.raises(NotFound):
        _agree(first, reef, tos_id=10**6)
    assert TosAgreement.objects.count() == 0


@pytest.mark.parametrize("host", ["localhost", "reef.localhost"])
def test_everybody_may_read_the_terms(host: str) -> None:
    found = Client(HTTP_HOST=host).get("/api/tos/get").json()
    assert found["needs_agreement"] is False
    assert found["agreed_at"] is None
    assert found["tos"] == {
        "id": found["tos"]["id"],
        "version": 1,
        "locale": "en",
        "title": "Operator agreement",
        "sha256": operations.digest(SHIPPED[0].body_html),
        "body_html": SHIPPED[0].body_html,
        "is_major": True,
        "effective_at": "2026-01-05T12:00:00Z",
    }


@pytest.mark.parametrize("host", ["localhost", "reef.localhost"])
def test_agreeing_needs_a_signed_in_person(host: str) -> None:
    body = json.dumps({"sha256": "0" * 64})
    answer = Client(HTTP_HOST=host).post("/api/tos/1/agree", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


@pytest.fixture
def signed_in(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let requests come from a person with these permissions."""
    from outfitter.api import principal

    def become(*permissions: str) -> None:
        user = User.objects.get(email=REEF.owner_email)
        found = principal.Principal("staff", user.pk, 1, "Rita", frozenset(permissions))
        monkeypatch.setattr(principal, "principal_of", lambda _request: found)
        monkeypatch.setattr(principal, "check_csrf", lambda _request: None)

    return become


def _post(tos_id: Any, body: dict[str, Any]) -> Any:
    return Client(HTTP_HOST="reef.localhost").post(
        f"/api/tos/{tos_id}/agree", json.dumps(body), content_type="application/json"
    )


def test_an_owner_agrees_for_the_business(signed_in: Any) -> None:
    signed_in("setup.billing")
    client = Client(HTTP_HOST="reef.localhost")
    before = client.get("/api/tos/get").json()
    assert before["needs_agreement"] is True
    answer = _post(before["tos"]["id"], {"sha256": before["tos"]["sha256"]})
    assert answer.status_code == 200
    after = client.get("/api/tos/get").json()
    assert (after["needs_agreement"], after["agreed_at"]) == (False, answer.json()["agreed_at"])
    assert utc_now() - TosAgreement.objects.get().agreed_at < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("permissions", "tos_id", "sha256", "status", "code"),
    [
        (("trip.view",), "current", "0" * 64, 403, "forbidden"),
        (("setup.billing",), "current", "0" * 64, 409, "stale_version"),
        (("setup.billing",), 10**6, "0" * 64, 404, "not_found"),
        (("setup.billing",), "x", "0" * 64, 404, "not_found"),
        (("setup.billing",), "current", "short", 422, "validation_failed"),
    ],
)
def test_what_is_no_agreement(
    signed_in: Any, permissions: Any, tos_id: Any, sha256: str, status: int, code: str
) -> None:
    signed_in(*permissions)
    chosen = Tos.objects.get().pk if tos_id == "current" else tos_id
    answer = _post(chosen, {"sha256": sha256})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert TosAgreement.objects.count() == 0


def test_needs_agreement_is_for_people_of_the_operator(signed_in: Any) -> None:
    signed_in()
    found = Client(HTTP_HOST="reef.localhost").get("/api/tos/get").json()
    assert found["needs_agreement"] is True


def test_the_password_of_the_fixtures_is_one_people_could_choose() -> None:
    from outfitter.accounts.operations import check_password_rules

    check_password_rules(password=PASSWORD, user=User(email="a@b.example"))
