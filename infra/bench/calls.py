"""
Calls: what a provider waits for, what a ringing phone takes until screens know, and a list of a million.

Webhooks are posted in-process, signed, to an operator with many customers and calls; what becomes of
them is done by hand, where the product has a worker.
"""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any, Final

from bench._bench_database import analyze, stage
from bench._calls import Browser
from bench._customers import crowd
from bench._report import Row, at_most, main, sized
from bench._site import make_owner

PEOPLE: Final = sized({"people": 500_000, "trips": 500_000}, quick={"people": 20_000, "trips": 20_000})
CALLS: Final = sized(1_000_000, quick=50_000)
TIMES: Final = sized(400, quick=60)
ANSWER_MS: Final = 50
RINGS_MS: Final = 500
LIST_MS: Final = 50
KEY: Final = "key-of-the-measurement"
ADDRESS: Final = "address-of-the-measurement"
MADE: Final = """
INSERT INTO calls_call (hash, provider, provider_call_id, direction, caller_number, caller_name,
  destination_number, status, started_at, ended_at, duration_s, recording_url, transcript, summary,
  source_tag, tags, provider_tags, note, callback, told, notice_at)
SELECT 'h' || n, 'callrail', 'CAL' || n, 'inbound', '+1212' || lpad((n %% 9000000 + 1000000)::text, 7, '0'),
  'Caller ' || n, '+13055550100',
  CASE WHEN n %% 20 = 0 THEN 'missed' ELSE 'completed' END,
  now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '1 minute', 60,
  '', '', '', 'Ads', '[]', '[]', '', CASE WHEN n %% 2000 = 0 THEN 'wanted' ELSE 'none' END, '{}',
  now() - n * interval '1 minute'
FROM generate_series(1, %(count)s) AS n
"""


def run() -> list[Row]:
    """Fill, then post and ask."""
    with stage():
        _fill()
        browser = Browser()
        return [Row("calls", CALLS, "rows"), *_webhooks(browser), *_lists(browser)]


def _fill() -> None:
    from django.db import connection

    from outfitter.db.tenant_schema import current_schema
    from outfitter.plugins import configs, fair_queue

    make_owner()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(crowd(**PEOPLE))
        cursor.execute(MADE, {"count": CALLS})
        cursor.execute("SET session_replication_role = DEFAULT")
    analyze()
    configs.enable(
        schema_name=current_schema(),
        slug="callrail",
        values={"signing_key": KEY, "address_key": ADDRESS, "account_id": "", "api_key": ""},
    )
    # There is no broker here: what a worker does is measured by itself.
    fair_queue.serve_queues.after_commit = lambda *_, **__: None  # type: ignore[method-assign]


def _webhooks(browser: Browser) -> list[Row]:
    answers, rings = [], []
    for number in range(TIMES):
        answers.append(_timed(lambda number=number: _post(browser, number)))  # type: ignore[misc]
        rings.append(_timed(_work))
    both = _part(answers, 0.95) + _part(rings, 0.95)
    return [
        Row("webhook answered, p50", _part(answers, 0.5), "ms"),
        Row("webhook answered, p95", _part(answers, 0.95), "ms", at_most(ANSWER_MS)),
        Row("put together and shown by a worker, p50", _part(rings, 0.5), "ms"),
        Row("webhook answered and shown, p95", both, "ms", at_most(RINGS_MS)),
    ]


def _post(browser: Browser, number: int) -> None:
    from outfitter.kit.clock import utc_now

    start = utc_now().isoformat()
    body = json.dumps(
        {
            "resource_id": f"RING{number}",
            "direction": "inbound",
            "customer_phone_number": f"+1212{2_000_000 + number}",
            "tracking_phone_number": "+13055550100",
            "start_time": start,
            "timestamp": start,
            "duration": "0",
        }
    ).encode()
    signed = base64.b64encode(hmac.new(KEY.encode(), body, hashlib.sha1).digest()).decode()
    browser.call("POST", f"/partner/callrail/precall/{ADDRESS}", body, HTTP_SIGNATURE=signed)


def _work() -> None:
    """Do what a worker does with the delivery: put it together, find who it is, tell open screens."""
    from django.db import connection

    from outfitter.live import events
    from outfitter.plugins import webhooks
    from outfitter.plugins.models import WebhookEvent

    shown: list[str] = []
    events.Broker.send = lambda _broker, _channel, text: shown.append(json.loads(text)["kind"])  # type: ignore[method-assign]
    row = WebhookEvent.objects.filter(status="waiting").order_by("-pk").values_list("pk", flat=True).first()
    tenant = connection.tenant  # type: ignore[attr-defined]  # django-tenants
    webhooks.handle.run(webhook_id=row)
    connection.set_tenant(tenant)  # type: ignore[attr-defined]
    if "call.ringing" not in shown:
        raise RuntimeError(f"screens were told {shown}")


def _lists(browser: Browser) -> list[Row]:
    browser.sign_in()
    asked = {
        "newest": "",
        "missed": _filter("status", "eq", "missed"),
        "ringing now": _filter("status", "in", ["ringing", "answered"]),
        "to return": _filter("callback", "eq", "wanted"),
        "a number, searched": "?search=2125",
        "a name, searched": "?search=Caller+4711",
    }
    rows, worst = [], 0.0
    for name, query in asked.items():
        browser.get(f"/api/calls/get{query}")
        took = [_timed(lambda query=query: browser.get(f"/api/calls/get{query}")) for _ in range(10)]  # type: ignore[misc]
        worst = max(worst, _part(took, 0.95))
        rows.append(Row(f"list, {name}, p95", _part(took, 0.95), "ms"))
    return [*rows, Row("list, slowest, p95", worst, "ms", at_most(LIST_MS))]


def _filter(field: str, op: str, value: str | list[str]) -> str:
    from urllib.parse import quote

    return "?filters=" + quote(json.dumps([{"field": field, "op": op, "value": value}]))


def _timed(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def _part(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(len(found) * share))]


if __name__ == "__main__":
    main(run)
