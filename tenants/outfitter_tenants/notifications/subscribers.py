"""Which events staff are told of."""

from typing import Any, Final

from outfitter.kit.clock import utc_now
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.notifications.operations import Occasion, tell

NAME: Final = "notifications"


def on_trip_converted(ctx: TenantContext, event: Event) -> None:
    """Tell those who run bookings that somebody booked."""
    data = event.payload
    if data.get("method") not in {"ecommerce", "ota", "reseller"}:
        return  # staff who sell themselves need not be told
    tell(
        Occasion(
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
    tell(
        Occasion(
            "trip_attention",
            f"{data['trip_id']}:{data['attention']}:{event.id}",
            {
                "code": data["confirmation_code"],
                "name": data["contact_name"],
                "reason": data["attention"],
            },
            url=f"/trip/{data['trip_id']}",
            trip_id=data["trip_id"],
        ),
        at=utc_now(),
    )


def on_guide_duty(ctx: TenantContext, event: Event) -> None:
    """Tell a guide that a departure, or a part of one, is theirs or no longer theirs."""
    data = event.payload
    if data.get("by") == data["guide_id"]:
        return  # who does it themselves knows
    tell(
        Occasion(
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
    tell(
        Occasion(
            "timeslot_overbooked",
            f"{data['timeslot_id']}:{event.id}",
            {
                "experience": data["experience_name"],
                "start_at": data["start_at"],
                "guests": data["beyond_cnt"],
                "name": data["overbooked_by"],
            },
            url=f"/manifest?day={data['date']}",
        ),
        at=utc_now(),
    )


def on_resource_lacking(ctx: TenantContext, event: Event) -> None:
    """Tell those who run departures that a party was sold without the boat or van it needs."""
    data = event.payload
    tell(
        Occasion(
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


def on_job_finished(ctx: TenantContext, event: Event) -> None:
    """Tell whoever started long work how it ended."""
    data = event.payload
    if data.get("requested_by") is None:
        return
    failed = data["status"] in {"failed", "done_with_errors"}
    tell(
        Occasion(
            "job_failed" if failed else "job_finished",
            str(data["job_id"]),
            _job(data),
            url="/setup/tools/importExportViewer",
        ),
        avatar_ids=[data["requested_by"]],
        at=utc_now(),
    )


def _job(data: Any) -> dict[str, Any]:
    return {
        "job": data["title"].get("name", ""),
        "reason": data["kind"].replace(".", "_"),
        "count": data["done_cnt"],
        "failed": data["failed_cnt"],
    }
