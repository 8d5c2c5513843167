"""What owners hear from the platform by mail: support asks to look in, terms change."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from outfitter.accounts import owner_mails
from outfitter.accounts.models import Account, User
from outfitter.db.tenant_schema import in_schema
from outfitter.plugins.models import DueJob
from tests.support.database import REEF
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def account(client_for):
    owner_of(client_for)
    return Account.objects.get(schema_name=REEF.schema_name)


def planned(**where):
    return list(DueJob.objects.filter(kind=owner_mails.KIND, **where).order_by("schema_name"))


def deliver(row):
    """Do one piece of due work; returns what was written."""
    mail.outbox.clear()
    with in_schema(row.schema_name):
        owner_mails.run(row.payload, AT)
    return list(mail.outbox)


def terms(**changed):
    known = {
        "audience": "operator",
        "version": 2,
        "titles": {"en": "Operator agreement", "de": "Vereinbarung"},
        "effective_at": AT + timedelta(days=14),
        "is_major": True,
    }
    return owner_mails.ChangedTerms(**{**known, **changed})


def test_an_owner_reads_who_asks_and_why(account, apex_client):
    desk = platform_admin_of(apex_client)
    path = f"/api/platform/operator/{account.pk}/support/ask"
    reason = "Your tax <b>rates</b> look odd."
    assert desk.post(path, {"reason": reason}, content_type="application/json").status_code == 200

    [row] = planned(schema_name=account.schema_name)
    [letter] = deliver(row)

    assert letter.subject == "Support asks to look into Reef Runners"
    assert reason in letter.body
    assert "Dana Desk" in letter.body
    assert "/profile" in letter.body
    assert "&lt;b&gt;rates" in letter.alternatives[0][0]
    # A second question is refused, and nobody is written to again.
    assert desk.post(path, {"reason": "Again"}, content_type="application/json").status_code == 409
    assert len(planned()) == 1


@pytest.mark.parametrize(
    ("changed", "subject", "said"),
    [
        ({}, "Our terms change on December 13, 2026: Operator agreement", "agree by then"),
        (
            {"effective_at": AT},
            "Our terms have changed: Operator agreement",
            "agree the next time you sign in",
        ),
        ({"is_major": False}, "Our terms change on December 13, 2026: Operator agreement", "need to do"),
    ],
)
def test_owners_read_when_terms_change(account, changed, subject, said):
    owner_mails.plan_terms(terms(**changed), at=AT)

    [letter] = deliver(planned(schema_name=account.schema_name)[0])

    assert letter.subject == subject
    assert said in letter.body
    assert "/dashboard" in letter.body


def test_each_owner_reads_their_own_language(account):
    User.objects.filter(memberships__account=account).update(locale="de-AT")
    owner_mails.plan_terms(terms(), at=AT)

    [letter] = deliver(planned(schema_name=account.schema_name)[0])

    assert letter.subject == "Unsere Bedingungen ändern sich am 13. Dezember 2026: Vereinbarung"
    assert "/de/dashboard" in letter.body


def test_every_operator_hears_once_but_those_that_closed(account):
    Account.objects.filter(schema_name="t_peak").update(status="closed")

    owner_mails.plan_terms(terms(), at=AT)
    owner_mails.plan_terms(terms(), at=AT)

    schemas = [row.schema_name for row in planned()]
    assert len(schemas) == len(set(schemas))
    assert (account.schema_name in schemas, "t_peak" in schemas) == (True, False)
    # It closed after that was planned.
    Account.objects.filter(pk=account.pk).update(status="closed")
    assert deliver(planned(schema_name=account.schema_name)[0]) == []
