"""
What clients that never finish do to everybody else, and what the shield costs when there are none.

The product's own server stands beside the same server without the shield, over one operator's
data: a month of the calendar (warm), a health question, a trip that is saved.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bench._bench_database import DAYS, analyze, database_address, make_experiences, make_times, middle, stage
from bench._report import Row, at_most, main, sized
from bench._site import EMAIL, PASSWORD, make_owner
from bench._slow_clients import (
    BODY,
    CHUNKED,
    CROWD,
    HEAD,
    Ask,
    ask,
    besieged,
    free_port,
    p95,
    served,
    shielded,
    unshielded,
)

SITE: Final = "bench.localhost"
ROUNDS: Final = sized(3, quick=1)
TIMES: Final = sized(30, quick=9)
# Without the shield nobody is answered: a few are enough to know.
PATIENCE: Final = 5


def run() -> list[Row]:
    """Measure the cost of the shield, and what it is good for."""
    with stage():
        for experience_id in make_experiences(5):
            make_times(experience_id, days=40)
        make_owner()
        asks = _asks()
        analyze()
        rows: list[Row] = []
        env = {"DATABASE_URL": database_address(), "OUTFITTER_LOG_LEVEL": "ERROR"}
        ports = free_port(), free_port()
        with (
            served(unshielded(ports[0]), ports[0], env) as without,
            served(shielded(ports[1]), ports[1], env) as behind,
        ):
            for name, one in asks.items():
                rows += _cost(name, [one], without, behind)
            return [*rows, *_sieges(list(asks.values()), without, behind)]


def _asks() -> dict[str, Ask]:
    """Return the requests by name, as the operator's owner sends them."""
    from django.conf import settings
    from django.test import Client

    from outfitter.kit.clock import utc_now

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(HTTP_HOST=SITE, headers={"X-Requested-With": "XMLHttpRequest"})
    login = {"email": EMAIL, "password": PASSWORD}
    answer = client.post("/api/login", json.dumps(login), content_type="application/json")
    if answer.status_code >= 300:
        raise RuntimeError(f"the owner was not let in: {answer.status_code}")
    token = "t" * 32
    cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
    headers: Mapping[str, str] = {
        "Cookie": f"{cookies}; {settings.CSRF_COOKIE_NAME}={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/json",
        "Accept-Encoding": "gzip",
        "X-Requested-With": "XMLHttpRequest",
    }
    visitor = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    first = utc_now().date()
    until = first.fromordinal(first.toordinal() + DAYS // 2)
    path = f"/api/experiences/getInDateRange/{first}/{until}"
    return {
        "health": Ask("GET", "/healthz"),
        "a month, warm": Ask("POST", path, b'{"showPrices": true}', visitor),
        "a saved trip": Ask("POST", "/api/trip/save", json.dumps(_trip()).encode(), headers),
    }


def _trip() -> dict[str, Any]:
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.scheduling.models import Timeslot

    Timeslot.objects.update(capacity=1_000_000)
    slot = Timeslot.objects.order_by("-id")[0]
    kinds = {row.id: row.online_types[0].id for row in catalog.list_live()}
    quantities = [{"experience_customer_type_id": kinds[slot.experience_id], "qty": 4}]
    order = {"experience_id": slot.experience_id, "timeslot_id": slot.pk, "quantities": quantities}
    contact = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
    return {"method": "phone", "contact": contact, "orders": [order]}


def _cost(name: str, asks: Sequence[Ask], without: int, behind: int) -> list[Row]:
    """Compare both servers in turn: one client after the other, then four at once."""
    rows = []
    for clients, words in ((1, "alone"), (4, "four at once")):
        found: dict[int, list[float]] = {without: [], behind: []}
        for port in found:
            ask(port, SITE, asks, times=10, clients=clients)
        for _ in range(ROUNDS):
            for port, middles in found.items():
                middles.append(middle(ask(port, SITE, asks, times=TIMES, clients=clients)))
        plain, ours = (1000 * min(middles) for middles in found.values())
        rows += [
            Row(f"{name}, {words}: without the shield", plain, "ms"),
            Row(f"{name}, {words}: behind it", ours, "ms"),
            Row(f"  {name}, {words}: behind / without", ours / plain, "x"),
        ]
    return rows


def _sieges(asks: Sequence[Ask], without: int, behind: int) -> list[Row]:
    sieges = {
        f"{CROWD} unfinished bodies": (BODY, CHUNKED),
        f"{CROWD} unfinished heads": (HEAD,),
        f"{CROWD} answers that nobody reads": (_reader(asks),),
    }
    rows = []
    for name, lines in sieges.items():
        before, during = [], []
        for _ in range(ROUNDS):
            before.append(p95(ask(behind, SITE, asks, times=TIMES // 3)))
            with besieged(behind, SITE, lines):
                # What the crowd asked for is answered first: its waiting is measured, not its work.
                ask(behind, SITE, asks, times=TIMES // 3)
                during.append(p95(ask(behind, SITE, asks, times=TIMES // 3)))
        calm, beside = middle(before), middle(during)
        rows += [
            Row(f"{name}: p95 of others before", calm, "ms"),
            Row(f"{name}: p95 of others beside", beside, "ms"),
            Row(f"  {name}: beside / before", beside / calm, "x", at_most(2)),
        ]
    with besieged(without, SITE, (BODY,), 4):
        stopped = p95(ask(without, SITE, asks, times=1, patience=PATIENCE))
    row = Row(f"without the shield, 4 bodies: p95 (given up after {PATIENCE} s)", stopped, "ms")
    return [*rows, row]


def _reader(asks: Sequence[Ask]) -> str:
    """Return the question for a calendar as somebody asks it who then reads nothing."""
    one = next(each for each in asks if "getInDateRange" in each.path)
    return (
        f"POST {one.path} HTTP/1.1\r\nHost: {{host}}\r\nContent-Type: application/json\r\n"
        f'Content-Length: {len(one.body)}\r\n\r\n{{{{"showPrices": true}}}}'
    )


if __name__ == "__main__":
    main(run)
