"""Which events staff are told of: one rule each (domain.md 3.9), carried out by one subscriber."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.kit.person_names import full_name
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.notifications.operations import NotificationEvent, notify
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

NAME: Final = "notifications"
_TRIP_URL: Final = "/trip/{trip_id}"
# What the words of a notification need -> where the event says it.
_TRIP: Final = {"code": "confirmation_code", "name": "contact_name"}
_MONEY: Final = {"amount": "amount", "currency": "currency"}
_DEPARTURE: Final = {"experience": "experience_name", "start_at": "start_at"}
_JOB: Final = {"job": "job", "list": "list", "name": "name", "count": "done_cnt", "failed": "failed_cnt"}
# What long work is called: the words of notifications have a name for each (`job_name_…`).
_JOB_NAMES: Final = {
    "transfer.export": "export",
    "transfer.import": "import",
    "transfer.check": "import_check",
    "transfer.undo": "import_undo",
    "customers.tag": "tag",
    "customers.anonymise": "anonymise",
    "invoices.create": "bill",
    "invoices.send": "send_invoices",
    "messages.send": "send_messages",
}

# An event's payload with `event_id`, and what a rule adds.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """
    What staff are told when an event arrives, and who of them.

    `params` maps each value the words need to the fact it is; `reason` chooses among a kind's words,
    as a fact of that name does where `params` has one (None: the usual words). `key` and `url` are
    filled in from the facts. `to` names the fact that holds who is told; without it these are all
    whom the kind's permission allows to know. Nobody is told of what `when` refuses. `facts` finds
    out what the payload does not say.
    """

    event: str
    kind: str
    params: Mapping[str, str]
    key: str = "{event_id}"
    url: str = _TRIP_URL
    reason: str | None = None
    to: str | None = None
    when: Callable[[Facts], bool] | None = None
    facts: Callable[[Event], Facts] | None = None

    def tell(self, event: Event, *, at: datetime) -> None:
        """Tell whoever the rule names; twice is as once."""
        facts = {**event.payload, "event_id": event.id}
        if self.when is not None and not self.when(facts):
            return
        if self.facts is not None:
            facts |= self.facts(event)
        occasion = NotificationEvent(
            self.kind,
            self.key.format_map(facts),
            self._params(facts),
            url=self.url.format_map(facts),
            trip_id=facts["trip_id"] if self.url == _TRIP_URL else None,
        )
        notify(occasion, avatar_ids=None if self.to is None else [facts[self.to]], at=at)

    def _params(self, facts: Facts) -> dict[str, Any]:
        found = {word: facts[name] for word, name in self.params.items()}
        found["reason"] = self.reason or found.get("reason")
        if found["reason"] is None:
            del found["reason"]
        return found


def on_event(ctx: TenantContext, event: Event) -> None:
    """Tell staff of an event, by each rule there is for it."""
    for rule in RULES:
        if rule.event == event.name:
            rule.tell(event, at=utc_now())


def _is_sold_by_others(facts: Facts) -> bool:
    """Whether visitors, partners or sellers booked: staff who sell themselves need not be told."""
    return facts.get("method") in {"ecommerce", "ota", "reseller"}


def _is_someone_elses_doing(facts: Facts) -> bool:
    return bool(facts.get("by") != facts["guide_id"])


def _is_expired(facts: Facts) -> bool:
    return bool(facts["status"] == "expired")


def _has_failed(facts: Facts) -> bool:
    return facts.get("requested_by") is not None and facts["status"] in {"failed", "done_with_errors"}


def _has_succeeded(facts: Facts) -> bool:
    # Who is sent the file by mail is not told of it twice.
    is_mailed = bool((facts.get("title") or {}).get("is_mailed"))
    return facts.get("requested_by") is not None and not is_mailed and not _has_failed(facts)


def _payer(event: Event) -> Facts:
    trip = trips.get_trip(trip_id=event.payload["trip_id"])
    name = full_name(trip.contact_first_name, trip.contact_last_name)
    return {"confirmation_code": trip.confirmation_code, "contact_name": name}


def _duty(event: Event) -> Facts:
    return {"reason": event.name.removeprefix("guide.")}


def _resource_groups(event: Event) -> Facts:
    return {"resources": ", ".join(event.payload["resource_group_names"])}


def _device(event: Event) -> Facts:
    data = event.payload
    return {
        "device": ", ".join(part for part in (data["browser"], data["system"]) if part),
        "ip": data["ip"] or "",
        "seen_at": event.occurred_at.isoformat(),
    }


def _failure_of_the_day(event: Event) -> Facts:
    slug, reason = event.payload["slug"], event.payload.get("reason") or None
    day = zones.local_day(event.occurred_at, people.get_properties().time_zone)
    return {"reason": reason, "failure": ":".join(part for part in (slug, reason, day.isoformat()) if part)}


def _guesser(event: Event) -> Facts:
    return {"reason": None if event.payload["who"] else "many"}


def _writer(event: Event) -> Facts:
    # Events that were written before there was an inbox have none.
    found = event.payload.get("conversation_id")
    return {"page": f"/inbox?conversation={found}" if found else "/inbox"}


def _job(event: Event) -> Facts:
    data = event.payload
    kind, title = data["kind"], data["title"]
    viewer = "/setup/tools/importExportViewer"
    if kind == "trips.mass_cancel":
        viewer = f"/manifest?date={title['date']}&job={data['job_id']}"
    elif kind in {"invoices.create", "invoices.send"}:
        viewer = f"/invoices?job={data['job_id']}"
    return {
        "job": _name_of_job(kind, title),
        "list": title.get("object", ""),
        "name": title.get("name", ""),
        "viewer": viewer,
    }


def _name_of_job(kind: str, title: Any) -> str:
    if kind == "trips.source":
        return "source" if title.get("name") else "no_source"
    if kind == "trips.flag":
        return "flag" if title.get("is_flagged", True) else "unflag"
    if kind == "trips.mass_cancel":
        return "call_off" if title.get("name") else "call_off_day"
    return _JOB_NAMES.get(kind, "other")


def _archive(event: Event) -> Facts:
    return {"job": "archive", "list": "", "name": ""}


_BOOKED: Final = {"experiences": "experience_names", "start_at": "first_start_at", "guests": "pax_cnt"}
_BEYOND: Final = {"guests": "beyond_cnt", "name": "overbooked_by"}
_TOO_FEW: Final = {"guests": "booked_pax_cnt", "minimum": "min_pax_to_run"}
_FLAG: Final = {"code": "confirmation_code", "name": "flagged_by", "comment": "comment"}

RULES: Final = (
    Rule(
        "trip.converted",
        "trip_booked",
        {**_TRIP, **_BOOKED, "amount": "total_amount", "currency": "currency"},
        key="{trip_id}",
        when=_is_sold_by_others,
    ),
    Rule(
        "trip.attention",
        "trip_attention",
        {**_TRIP, "reason": "attention"},
        key="{trip_id}:{attention}:{event_id}",
    ),
    # A bank will soon stop listening.
    Rule(
        "payment.dispute_due",
        "trip_attention",
        {**_TRIP, **_MONEY, "start_at": "evidence_due_at"},
        key="dispute:{dispute_id}:{event_id}",
        reason="dispute_due",
    ),
    Rule("trip.flagged", "trip_flagged", _FLAG, key="{trip_id}:{event_id}", to="assignee_id"),
    Rule("payment.captured", "payment_received", {**_TRIP, **_MONEY}, key="{payment_id}", facts=_payer),
    Rule(
        "payment.hold_expiring",
        "hold_expiring",
        {**_TRIP, **_MONEY, "start_at": "capture_before"},
        key="{hold_id}",
    ),
    # It ran out before anybody had taken it.
    Rule(
        "payment.hold_ended",
        "hold_expiring",
        {**_TRIP, **_MONEY},
        key="{hold_id}:expired",
        reason="expired",
        when=_is_expired,
    ),
    Rule(
        "timeslot.overbooked",
        "timeslot_overbooked",
        {**_DEPARTURE, **_BEYOND},
        key="{timeslot_id}:{event_id}",
        url="/manifest?date={date}",
    ),
    # A party was sold without the boat or van it needs.
    Rule(
        "resource.lacking",
        "timeslot_overbooked",
        {**_DEPARTURE, "resources": "resources"},
        url="/manifest",
        reason="resources",
        facts=_resource_groups,
    ),
    Rule(
        "timeslot.too_few",
        "timeslot_too_few",
        {**_DEPARTURE, **_TOO_FEW},
        key="{timeslot_id}",
        url="/manifest?date={date}",
    ),
    # It was to be scheduled again by a day that is over.
    Rule(
        "trip_order.overdue",
        "order_overdue",
        {**_TRIP, "experience": "experience_name", "days": "waiting_days"},
        key="{trip_order_id}:{unscheduled_at}",
    ),
    # What guests say and do on their own page.
    Rule("trip.question_asked", "guest_question", {**_TRIP, "excerpt": "excerpt"}, key="{message_id}"),
    Rule(
        "trip.rated",
        "guest_question",
        {**_TRIP, "excerpt": "excerpt", "rating": "rating"},
        key="review:{review_id}",
        reason="rated",
    ),
    # Of a number that has no trip.
    Rule(
        "text.received",
        "guest_question",
        {"name": "phone", "excerpt": "excerpt"},
        key="{message_id}",
        url="{page}",
        reason="text",
        facts=_writer,
    ),
    # Until somebody calls back, gets through to them or says that it is done.
    Rule(
        "call.missed",
        "call_missed",
        {"name": "contact_name", "number": "number"},
        key="{call_id}",
        url="/call/{call_id}",
    ),
    # Theirs to answer from now on.
    Rule(
        "conversation.assigned",
        "conversation_assigned",
        {"name": "contact_name", "excerpt": "excerpt"},
        url="/inbox?conversation={conversation_id}",
        to="assignee_id",
    ),
    Rule("trip.guest_changed", "guest_change", {**_TRIP, "reason": "change"}, key="{event_id}"),
    # Theirs, no longer theirs, or cancelled.
    *(
        Rule(
            event,
            "guide_duty",
            {**_DEPARTURE, "reason": "reason"},
            url="/manifest",
            to="guide_id",
            when=_is_someone_elses_doing,
            facts=_duty,
        )
        for event in ("guide.assigned", "guide.unassigned", "guide.cancelled")
    ),
    *(
        Rule(
            "job.finished",
            kind,
            _JOB,
            key="{job_id}",
            url="{viewer}",
            to="requested_by",
            when=when,
            facts=_job,
        )
        for kind, when in (("job_failed", _has_failed), ("job_finished", _has_succeeded))
    ),
    *(
        Rule(
            "archive.finished",
            kind,
            _JOB,
            key="archive:{archive_id}",
            url="/setup/general",
            to="requested_by",
            when=when,
            facts=_archive,
        )
        for kind, when in (("job_failed", _has_failed), ("job_finished", _has_succeeded))
    ),
    Rule(
        "signin.new_device",
        "new_signin",
        {"device": "device", "ip": "ip", "seen_at": "seen_at"},
        key="{session_id}",
        url="/profile/security",
        to="user_avatar_id",
        facts=_device,
    ),
    # Once a day.
    Rule(
        "plugin.failing",
        "plugin_failing",
        {"plugin": "title", "reason": "reason"},
        key="{failure}",
        url="/setup/plugin/{slug}",
        facts=_failure_of_the_day,
    ),
    # An endpoint of the operator's own took nothing for days, or says that it is gone.
    Rule(
        "webhook.disabled",
        "plugin_failing",
        {"plugin": "host"},
        url="/setup/developers",
        reason="webhook_disabled",
    ),
    # A device's token turned up in a browser it was not given to.
    Rule("device.copied", "device_copied", {"device": "device", "ip": "ip"}, url="/setup/devices"),
    # Somebody went home without counting.
    Rule(
        "cash_shift.left_open",
        "cash_left_open",
        {"drawer": "drawer"},
        key="{shift_id}:{day}",
        url="/cash",
        to="person_id",
    ),
    # A gateway's books and ours say different things.
    Rule("books.differ", "books_differ", {"count": "difference_cnt"}, url="/reports/payouts"),
    Rule(
        "payout.failed",
        "books_differ",
        {**_MONEY, "bank": "bank"},
        key="payout:{gateway_id}",
        url="/reports/payouts",
        reason="payout_failed",
    ),
    # Money of a card that paid an invoice is not where it should be.
    Rule(
        "invoice.card_problem",
        "books_differ",
        {**_MONEY, "number": "number", "reason": "reason"},
        url="/{invoice_id}/invoice",
    ),
    # Somebody tries out codes.
    Rule(
        "gift_card.codes_guessed",
        "gift_card_codes_guessed",
        {"who": "who", "count": "tries", "reason": "reason"},
        url="/giftCards",
        facts=_guesser,
    ),
)
EVENTS: Final = frozenset(rule.event for rule in RULES)
