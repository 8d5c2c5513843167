"""
How fast the inbox pages among a million messages: each filter, a search, a thread, the badge.

Two hundred thousand customers with five messages each, every tenth of them unread. Part of the
messages' scenarios (`bench.messages.SCENARIOS`), where it comes last: what is made here stays.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, get_args

from bench._bench_database import vacuum
from bench._report import Row, at_most, sized

MESSAGES: Final = sized(1_000_000, quick=50_000)
EACH: Final = 5
TIMES: Final = sized(40, quick=10)
PAGES: Final = 5
P95_MS: Final = 50

_PEOPLE: Final = """
INSERT INTO customers_customer (hash, first_name, last_name, email, phone, more_emails, more_phones,
  address, locale, is_vip, tags, marketing, notes, trip_cnt, lifetime_value_amount, version, created_at)
SELECT md5('inbox' || n)::varchar(24), (string_to_array('Ana Bo Cy Dee Eli Fay Gus Hal', ' '))[1 + n %% 8],
  'Inbox' || n, 'inbox' || n || '@example.com', '+1' || (3000000000 + n), '{}', '{}', '{}', 'en', false,
  '{}', '{}', '', 1, 0, 1, now()
FROM generate_series(1, %(people)s) AS n
"""
_MESSAGES: Final = """
INSERT INTO messaging_message (hash, direction, channel, category, customer_id, status, "to",
  from_address, reply_to, locale, subject, body_text, body_html, written_text, attachments, attempt_cnt,
  error, is_reclaimed, read_at, created_at)
SELECT md5('m' || p.id || '.' || n)::varchar(24), CASE WHEN n %% 2 = 1 THEN 'in' ELSE 'out' END, 'sms',
  CASE WHEN n %% 2 = 1 THEN 'question' ELSE 'answer' END, p.id, 'delivered', '', p.phone, '', 'en', '',
  'Where do we meet?', '', 'Where do we meet?', '[]', 0, '', false,
  CASE WHEN n = %(each)s AND p.id %% 10 = 0 THEN NULL ELSE now() END,
  now() - p.id * interval '1 second' - (%(each)s - n) * interval '1 hour'
FROM customers_customer p, generate_series(1, %(each)s) AS n
WHERE p.last_name LIKE 'Inbox%%'
"""
_CONVERSATIONS: Final = """
INSERT INTO messaging_conversation (customer_id, address, last_message_id, last_channel, last_direction,
  snippet, unread_cnt, assigned_to, is_open, last_at)
SELECT customer_id, '', max(id), 'sms', 'in', 'Where do we meet?',
  count(*) FILTER (WHERE direction = 'in' AND read_at IS NULL),
  CASE WHEN customer_id %% 3 = 0 THEN 1 END, customer_id %% 4 <> 0, max(created_at)
FROM messaging_message WHERE category IN ('question', 'answer') GROUP BY customer_id
ON CONFLICT DO NOTHING
"""


def inbox() -> list[Row]:
    """Fill, then ask for what screens ask for."""
    from outfitter_tenants.customers import lists as customers
    from outfitter_tenants.messaging.conversations import inbox_pages as pages

    began = time.perf_counter()
    _fill()
    rows = [Row("messages of the inbox, made", time.perf_counter() - began, "s")]
    worst = 0.0
    for show in get_args(pages.Show):
        took = _p95(partial(_pages, pages.InboxFilter(show, 1))) / PAGES
        worst = max(worst, took)
        rows.append(Row(f"inbox, {show}: a page, p95", took, "ms"))

    def search(words: str, digits: str) -> None:
        found = customers.ids_like(text=words, limit=500)
        pages.list_page(wanted=pages.InboxFilter("open", 1, found, digits), cursor="", limit=30)

    first = pages.list_page(wanted=pages.InboxFilter("open", 1), cursor="", limit=1)[0][0]
    others: dict[str, Callable[[], Any]] = {
        "inbox, a search for one person": lambda: search("ana inbox1208", "1208"),
        "inbox, a thread": lambda: pages.thread_of(first, limit=50),
        "inbox, the badge": lambda: pages.count_unread(avatar_id=1),
    }
    for name, deed in others.items():
        took = _p95(deed)
        worst = max(worst, took)
        rows.append(Row(f"{name}, p95", took, "ms"))
    # Two letters more and it is the one above: said, and not held against a page.
    rows.append(
        Row("inbox, a search that finds thousands, p95", _p95(lambda: search("ana inbox1", "1")), "ms")
    )
    return [*rows, Row("inbox, slowest p95", worst, "ms", at_most(P95_MS))]


def _fill() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, {"people": MESSAGES // EACH})
        cursor.execute(_MESSAGES, {"each": EACH})
        cursor.execute(_CONVERSATIONS, {})
    vacuum("customers_customer", "messaging_message", "messaging_conversation")


def _pages(wanted: Any) -> None:
    """Go through the first pages of a filter, as somebody who scrolls."""
    from outfitter_tenants.crm.inbox.serializers import conversations_out
    from outfitter_tenants.messaging.conversations import inbox_pages as pages

    cursor: str | None = ""
    for _ in range(PAGES):
        if cursor is None:
            return
        rows, cursor = pages.list_page(wanted=wanted, cursor=cursor, limit=30)
        conversations_out(rows)


def _p95(deed: Callable[[], Any]) -> float:
    """Return how long (milliseconds) all but the slowest twentieth of many times take."""
    times = []
    for turn in range(TIMES + 1):
        began = time.perf_counter()
        deed()
        if turn:
            times.append((time.perf_counter() - began) * 1000)
    return sorted(times)[int(len(times) * 0.95) - 1]
