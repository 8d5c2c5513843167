"""Which events staff are told of."""

from typing import Any, Final

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.notifications.operations import NotificationEvent, notify
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

NAME: Final = "notifications"
# What long work is called: the words of notifications have a name for each (`job_name_…`).
_JOBS: Final = {"transfer.export": "export", "customers.tag": "tag", "customers.anonymise": "anonymise"}


def on_trip_converted(ctx: TenantContext, event: Event) -> None:
    """Tell those who run bookings that somebody booked."""
    data = event.payload
    if data.get("method") not in {"ecommerce", "ota", "reseller"}:
        return  # staff who sell themselves need not be told
    notify(
        NotificationEvent(
            "trip_booked",
            str(data["trip_id"]),
            {
                "code": data["confirmation_code"],
                "name": data["contact_name"],
                "experiences": data["experience_names"],
                "start_at": data["first_start_at"],
                "guests": data["pax_cnt"],
                "amount": data["total_amount"],
                "currency": data["currency"],
            },
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        at=utc_now(),
    )


def on_trip_attention(ctx: TenantContext, event: Event) -> None:
    """Tell those who can give money back that a trip needs a decision."""
    data = event.payload
    notify(
        NotificationEvent(
            "trip_attention",
            f"{data['trip_id']}:{data['attention']}:{event.id}",
            {"code": data["confirmation_code"], "name": data["contact_name"], "reason": data["attention"]},
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        at=utc_now(),
    )


def on_dispute_due(ctx: TenantContext, event: Event) -> None:
    """Tell those who can give money back that a bank will soon stop listening."""
    data = event.payload
    notify(
        NotificationEvent(
            "trip_attention",
            f"dispute:{data['dispute_id']}:{event.id}",
            {
                "code": data["confirmation_code"],
                "name": data["contact_name"],
                "amount": data["amount"],
                "currency": data["currency"],
                "start_at": data["evidence_due_at"],
                "reason": "dispute_due",
            },
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        at=utc_now(),
    )


def on_trip_flagged(ctx: TenantContext, event: Event) -> None:
    """Tell whoever a flag is for that a trip wants their eye."""
    data = event.payload
    notify(
        NotificationEvent(
            "trip_flagged",
            f"{data['trip_id']}:{event.id}",
            {"code": data["confirmation_code"], "name": data["flagged_by"], "comment": data["comment"]},
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        avatar_ids=[data["assignee_id"]],
        at=utc_now(),
    )


def on_guide_duty(ctx: TenantContext, event: Event) -> None:
    """Tell a guide that a departure, or a part of it, is theirs, no longer theirs, or cancelled."""
    data = event.payload
    if data.get("by") == data["guide_id"]:
        return  # who does it themselves knows
    notify(
        NotificationEvent(
            "guide_duty",
            str(event.id),
            {
                "reason": event.name.removeprefix("guide."),
                "experience": data["experience_name"],
                "start_at": data["start_at"],
            },
            url="/manifest",
        ),
        avatar_ids=[data["guide_id"]],
        at=utc_now(),
    )


def on_overbooked(ctx: TenantContext, event: Event) -> None:
    """Tell those who run departures that somebody sold more seats than one has."""
    data = event.payload
    notify(
        NotificationEvent(
            "timeslot_overbooked",
            f"{data['timeslot_id']}:{event.id}",
            {
                "experience": data["experience_name"],
                "start_at": data["start_at"],
                "guests": data["beyond_cnt"],
                "name": data["overbooked_by"],
            },
            url=f"/manifest?date={data['date']}",
        ),
        at=utc_now(),
    )


def on_resource_lacking(ctx: TenantContext, event: Event) -> None:
    """Tell those who run departures that a party was sold without the boat or van it needs."""
    data = event.payload
    notify(
        NotificationEvent(
            "timeslot_overbooked",
            str(event.id),
            {
                "reason": "resources",
                "experience": data["experience_name"],
                "start_at": data["start_at"],
                "resources": ", ".join(data["resource_group_names"]),
            },
            url="/manifest",
        ),
        at=utc_now(),
    )


def on_too_few(ctx: TenantContext, event: Event) -> None:
    """Tell those who may cancel departures that one has fewer guests than it takes to run."""
    data = event.payload
    notify(
        NotificationEvent(
            "timeslot_too_few",
            str(data["timeslot_id"]),
            {
                "experience": data["experience_name"],
                "start_at": data["start_at"],
                "guests": data["booked_pax_cnt"],
                "minimum": data["min_pax_to_run"],
            },
            url=f"/manifest?date={data['date']}",
        ),
        at=utc_now(),
    )


def on_job_finished(ctx: TenantContext, event: Event) -> None:
    """Tell whoever started long work how it ended."""
    data = event.payload
    if data.get("requested_by") is None:
        return
    failed = data["status"] in {"failed", "done_with_errors"}
    notify(
        NotificationEvent(
            "job_failed" if failed else "job_finished", str(data["job_id"]), _job(data), url=_where(data)
        ),
        avatar_ids=[data["requested_by"]],
        at=utc_now(),
    )


def _where(data: Any) -> str:
    if data["kind"] == "trips.mass_cancel":
        return f"/manifest?date={data['title']['date']}&job={data['job_id']}"
    return "/setup/tools/importExportViewer"


def _job(data: Any) -> dict[str, Any]:
    title = data["title"]
    return {
        "job": _name_of_job(data["kind"], title),
        "list": title.get("object", ""),
        "name": title.get("name", ""),
        "count": data["done_cnt"],
        "failed": data["failed_cnt"],
    }


def _name_of_job(kind: str, title: Any) -> str:
    if kind == "trips.source":
        return "source" if title.get("name") else "no_source"
    if kind == "trips.flag":
        return "flag" if title.get("is_flagged", True) else "unflag"
    if kind == "trips.mass_cancel":
        return "call_off" if title.get("name") else "call_off_day"
    return _JOBS.get(kind, "other")


def on_payment_captured(ctx: TenantContext, event: Event) -> None:
    """Tell those who take payments that one arrived."""
    data = event.payload
    trip = trips.get_trip(trip_id=data["trip_id"])
    notify(
        NotificationEvent(
            "payment_received",
            str(data["payment_id"]),
            {
                "code": trip.confirmation_code,
                "name": f"{trip.contact_first_name} {trip.contact_last_name}".strip(),
                "amount": data["amount"],
                "currency": data["currency"],
            },
            url=f"/trip/{trip.pk}",
            trip_id=trip.pk,
        ),
        at=utc_now(),
    )


def on_hold_expiring(ctx: TenantContext, event: Event) -> None:
    """Tell those who take held amounts that one is free again within a day."""
    data = event.payload
    notify(
        NotificationEvent(
            "hold_expiring",
            str(data["hold_id"]),
            {
                "code": data["confirmation_code"],
                "name": data["contact_name"],
                "amount": data["amount"],
                "currency": data["currency"],
                "start_at": data["capture_before"],
            },
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        at=utc_now(),
    )


def on_hold_ended(ctx: TenantContext, event: Event) -> None:
    """Tell those who take held amounts that one ran out before anybody had taken it."""
    data = event.payload
    if data["status"] != "expired":
        return
    notify(
        NotificationEvent(
            "hold_expiring",
            f"{data['hold_id']}:expired",
            {
                "reason": "expired",
                "code": data["confirmation_code"],
                "name": data["contact_name"],
                "amount": data["amount"],
                "currency": data["currency"],
            },
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        at=utc_now(),
    )


def on_new_device(ctx: TenantContext, event: Event) -> None:
    """Tell a person that somebody signed in as them in a browser they had not used."""
    data = event.payload
    device = ", ".join(part for part in (data["browser"], data["system"]) if part)
    notify(
        NotificationEvent(
            "new_signin",
            str(data["session_id"]),
            {"device": device, "ip": data["ip"] or "", "seen_at": event.occurred_at.isoformat()},
            url="/profile/security",
        ),
        avatar_ids=[data["user_avatar_id"]],
        at=utc_now(),
    )


def on_plugin_failing(ctx: TenantContext, event: Event) -> None:
    """Tell those who set plugins up that one refuses what it gets, once a day."""
    slug, reason = event.payload["slug"], event.payload.get("reason")
    day = zones.local_day(event.occurred_at, people.get_properties().time_zone)
    notify(
        NotificationEvent(
            "plugin_failing",
            ":".join(part for part in (slug, reason, day.isoformat()) if part),
            {"plugin": event.payload["title"], **({"reason": reason} if reason else {})},
            url=f"/setup/plugin/{slug}",
        ),
        at=utc_now(),
    )


def on_books_differ(ctx: TenantContext, event: Event) -> None:
    """Tell those who see the finances that a gateway's books and ours say different things."""
    notify(
        NotificationEvent(
            "books_differ", str(event.id), {"count": event.payload["difference_cnt"]}, url="/reports/payouts"
        ),
        at=utc_now(),
    )


def on_payout_failed(ctx: TenantContext, event: Event) -> None:
    """Tell those who see the finances that the operator's bank sent a payout back."""
    data = event.payload
    notify(
        NotificationEvent(
            "books_differ",
            f"payout:{data['gateway_id']}",
            {
                "amount": data["amount"],
                "currency": data["currency"],
                "bank": data["bank"],
                "reason": "payout_failed",
            },
            url="/reports/payouts",
        ),
        at=utc_now(),
    )


def on_codes_guessed(ctx: TenantContext, event: Event) -> None:
    """Tell those who keep gift cards that somebody tries out codes."""
    notify(
        NotificationEvent(
            "gift_card_codes_guessed",
            str(event.id),
            {
                "who": event.payload["who"],
                "count": event.payload["tries"],
                **({} if event.payload["who"] else {"reason": "many"}),
            },
            url="/giftCards",
        ),
        at=utc_now(),
    )


HEARD: Final = {
    "trip.converted": on_trip_converted,
    "trip.attention": on_trip_attention,
    "trip.flagged": on_trip_flagged,
    "payment.captured": on_payment_captured,
    "gift_card.codes_guessed": on_codes_guessed,
    "payment.hold_expiring": on_hold_expiring,
    "payment.hold_ended": on_hold_ended,
    "payment.dispute_due": on_dispute_due,
    "job.finished": on_job_finished,
    "signin.new_device": on_new_device,
    "plugin.failing": on_plugin_failing,
    "books.differ": on_books_differ,
    "payout.failed": on_payout_failed,
    "resource.lacking": on_resource_lacking,
    "timeslot.overbooked": on_overbooked,
    "timeslot.too_few": on_too_few,
    "guide.assigned": on_guide_duty,
    "guide.unassigned": on_guide_duty,
    "guide.cancelled": on_guide_duty,
}
