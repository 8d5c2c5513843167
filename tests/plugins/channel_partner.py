"""An operator with something on sale in a channel, and the channel's own server."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.scheduling.models import Timeslot
from tests.support.catalog import make_experience
from tests.support.departures import make_rule
from tests.support.resellers import make_reseller
from tests.support.tenant_clients import make_client

MORNING, AFTERNOON = time(9, 30), time(14)
DAYS = 9


@dataclass(frozen=True)
class Reply:
    """What the operator's server answered."""

    status: int
    body: Any
    headers: Mapping[str, str]
    text: str


@dataclass
class Partner:
    """A channel's server, as the operator's host sees it."""

    base: str
    headers: dict[str, str]
    host: str = "reef"
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = make_client(self.host)
        # A server is no browser: it says nothing about scripts.
        self.client.defaults.pop("HTTP_X_REQUESTED_WITH", None)

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send a request; `headers` come on top of the channel's own."""
        data = raw if raw is not None else (b"" if body is None else json.dumps(body).encode())
        found = self.client.generic(
            method,
            f"/partner/{self.base}{path}",
            data=data,
            content_type=content_type,
            headers={**self.headers, **(headers or {})},
        )
        text = found.content.decode()
        is_json = found.headers.get("Content-Type", "").startswith("application/json")
        return Reply(
            found.status_code, json.loads(text) if is_json and text else None, dict(found.headers), text
        )


def connect(channel: str, *, reseller: str = "", **values: Any) -> tuple[Any, str]:
    """Return a live connection of a channel and the key that its requests carry."""
    now = utc_now()
    configs.enable(schema_name="t_reef", slug=channel, values=None)
    settings = values.pop("settings", None)
    partner = make_reseller(reseller or f"Partner {channel}", reseller_type="ota")
    draft = connections.Draft(
        values={"title": channel.title(), "reseller_id": partner, **values}, settings=settings
    )
    made = connections.create(channel=channel, draft=draft, at=now)
    row = connections.set_state(connection_id=made.row.pk, state="live", at=now)
    assert made.key is not None
    return row, made.key


def timed(
    name: str, *, times: Sequence[time] = (MORNING, AFTERNOON), days: int = DAYS, **given: Any
) -> Experience:
    """Return an experience that begins at these local times, from tomorrow on."""
    experience = make_experience(name=name, **given)
    _plan(experience, days, times=tuple(times))
    return experience


def open_hours(name: str, *, days: int = DAYS, **given: Any) -> Experience:
    """Return an experience that is open from nine to five, every day from tomorrow on."""
    experience = make_experience(name=name, schedule_mode="flex", **given)
    _plan(experience, days, times=(time(9),), is_flex=True, duration_minutes=480)
    return experience


def _plan(experience: Experience, days: int, **given: Any) -> None:
    tomorrow = today() + timedelta(days=1)
    make_rule(
        experience=experience,
        at=utc_now(),
        date_from=tomorrow,
        date_to=tomorrow + timedelta(days=days),
        **given,
    )


def today() -> date:
    """Return the day that it is at the operator."""
    from zoneinfo import ZoneInfo

    return utc_now().astimezone(ZoneInfo("America/New_York")).date()


def slot_of(experience: Experience, *, day: date | None = None, at: time = MORNING) -> Timeslot:
    """Return a departure, by default next week's first."""
    wanted = day or today() + timedelta(days=7)
    return Timeslot.objects.get(experience=experience, date=wanted, start_time=at)


def empty(slot: Timeslot) -> Timeslot:
    """Leave no seat on a departure."""
    Timeslot.objects.filter(pk=slot.pk).update(capacity=0)
    slot.refresh_from_db()
    return slot


def local_start(slot: Timeslot) -> datetime:
    """Return when a departure begins, on the operator's clock."""
    from zoneinfo import ZoneInfo

    return slot.start_at.astimezone(ZoneInfo("America/New_York"))
