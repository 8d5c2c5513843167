"""A mail goes forward only, in whatever order and however often news of it come."""

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter_tenants.messaging import mail_reports, tracked_links
from outfitter_tenants.messaging.models import MessageEvent, MessageLink
from outfitter_tenants.messaging.rules import advertisements, mail_states
from tests.messaging.mail_carrier import GUEST, make_mail

AT = datetime(2026, 11, 28, 12, tzinfo=UTC)
NEWS = ("delivered", "bounced", "softbounced", "complained", "opened", "clicked")


def tell(news: str, message_hash: str) -> None:
    """Tell one thing of a mail."""
    known = {"source": "ses", "provider_id": "p1", "reference": message_hash, "at": AT}
    if news == "delivered":
        mail_reports.delivered(**known)
    elif news in {"bounced", "softbounced"}:
        kind = "permanent" if news == "bounced" else "transient"
        mail_reports.bounced(**known, address=GUEST, bounce=kind, detail="550", key=news)
    elif news == "complained":
        mail_reports.complained(**known, address=GUEST, detail="abuse", key="c")
    elif news == "opened":
        tracked_links.opened(message_hash=message_hash, at=AT)
    else:
        link = tracked_links.target_of(message_hash=message_hash, wanted="token")
        assert link is not None
        tracked_links.clicked(link=link, at=AT)


@pytest.mark.django_db
@given(order=st.lists(st.sampled_from(NEWS), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_its_status_never_goes_back(reef, order):
    message = make_mail(status="sent", provider="ses", provider_id="p1")
    MessageLink.objects.create(message=message, token="token", url="https://reef.example/")
    rank = mail_states.RANKS["sent"]
    for news in order:
        tell(news, message.hash)
        message.refresh_from_db()
        assert mail_states.RANKS[message.status] >= rank
        rank = mail_states.RANKS[message.status]
    heard = {"bounced" if one == "softbounced" else one for one in order}
    assert rank == max(mail_states.RANKS[one] for one in heard)
    assert message.opened_cnt == order.count("opened")
    assert message.clicked_cnt == order.count("clicked")
    # What is told twice is written down once; each click is one of its own.
    for kind in ("delivered", "complained"):
        assert MessageEvent.objects.filter(message=message, kind=kind).count() <= 1
    message.links.all().delete()
    message.events.all().delete()
    message.delete()


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["cancelled", "suppressed", "failed"])
def test_what_never_went_out_stays_so(reef, status):
    message = make_mail(status=status, provider="ses")
    assert mail_reports.delivered(source="ses", provider_id="p1", reference=message.hash, at=AT)
    tracked_links.opened(message_hash=message.hash, at=AT)
    message.refresh_from_db()
    assert (message.status, message.opened_cnt) == (status, 0)


@pytest.mark.django_db
def test_another_providers_id_is_another_mail(reef):
    message = make_mail(status="sent", provider="other", provider_id="p1")
    assert not mail_reports.delivered(source="ses", provider_id="p1", reference=None, at=AT)
    assert not mail_reports.delivered(source="ses", provider_id="", reference=None, at=AT)
    message.refresh_from_db()
    assert message.status == "sent"


@pytest.mark.rules
@pytest.mark.parametrize(
    ("category", "is_news"),
    [
        ("abandon", True),
        ("followup", True),
        ("review_request", True),
        ("custom", True),
        ("manual", False),
        ("confirmation", False),
        ("cancelled", False),
        ("reminder", False),
        ("payment_request", False),
        ("waiver_request", False),
        ("access_code", False),
        ("test", False),
    ],
)
def test_what_is_news(category, is_news):
    assert advertisements.is_marketing(category) is is_news


@pytest.mark.rules
@pytest.mark.parametrize(
    ("category", "has_template", "is_counted"),
    [
        ("confirmation", True, True),
        ("confirmation", False, False),
        ("followup", True, True),
        ("access_code", True, False),
        ("answer", True, False),
        ("invoice", True, False),
        ("test", True, False),
    ],
)
def test_whose_readers_are_counted(category, has_template, is_counted):
    assert advertisements.is_counted(category, has_template=has_template) is is_counted


@pytest.mark.rules
def test_ranks_are_a_ladder():
    for name in mail_states.RANKS:
        assert not mail_states.is_further(name, name)
    assert mail_states.is_further("opened", "delivered")
    assert not mail_states.is_further("delivered", "opened")
    assert not mail_states.is_further("sent", "failed")
