"""What somebody asks for who calls departures off."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Literal

from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.refunds.weather_credit import TEXT as WEATHER_CREDIT_TEXT
from outfitter_tenants.checkout.refunds.weather_credit import WeatherCreditNotAllowed
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.trips.queries import cancelled_timeslots

Cause = Literal["operator", "weather"]
RefundMode = Literal["none", "policy", "full", "credit"]


@dataclass(frozen=True, slots=True)
class DepartureScope:
    """Which departures: one, those of an experience's date, or those of a local day."""

    timeslot_id: int | None = None
    experience_date_id: int | None = None
    day: date | None = None
    exclude_experience_ids: tuple[int, ...] = ()

    def timeslot_ids(self) -> list[int]:
        """
        Return the departures that are not cancelled yet.

        :raises TimeslotNotFound: there is no such timeslot
        :raises DateNotFound: there is no such date
        """
        if self.timeslot_id is not None:
            slot = schedule.get_timeslot(timeslot_id=self.timeslot_id)
            return [] if slot.status == "cancelled" else [slot.id]
        return scheduling.timeslots_to_cancel(
            day=self.day,
            experience_date_id=self.experience_date_id,
            exclude_experience_ids=self.exclude_experience_ids,
        )

    def title(self, slots: Mapping[int, schedule.TimeslotRow]) -> dict[str, Any]:
        """Return what people read of the job: what is called off."""
        first = next(iter(slots.values()))
        if self.timeslot_id is not None:
            return {
                "scope": "timeslot",
                "date": first.date.isoformat(),
                "name": first.experience_name,
                "start_time": first.start_time.strftime("%H:%M"),
            }
        if self.experience_date_id is not None:
            name = first.experience_name
            return {"scope": "date", "date": first.date.isoformat(), "name": name}
        return {"scope": "day", "date": first.date.isoformat(), "name": ""}


@dataclass(frozen=True, slots=True)
class MassCancellationRequest:
    """
    Why, what guests get back, what they may do, and what they are told.

    `reason` is for staff, `note` the operator's own words to the guests; `is_notified` says
    whether they hear of it.
    """

    reason: str
    cause: Cause = "operator"
    refund_mode: RefundMode = "none"
    is_notified: bool = False
    note: str = ""
    allow_self_rebook: bool = False
    allow_other_experience: bool = False

    def check(self) -> None:
        """
        Refuse what cannot be done.

        :raises Invalid: another experience is asked for without another time
        """
        if self.allow_other_experience and not self.allow_self_rebook:
            raise Invalid({"allow_other_experience": ["This only works with another time."]})

    def check_credit(self, *, timeslot_ids: Collection[int]) -> None:
        """
        Refuse store credit for the weather where the policy of somebody booked there rules it out.

        :raises WeatherCreditNotAllowed: it does
        """
        if self.cause != "weather" or self.refund_mode != "credit":
            return
        barred = cancelled_timeslots.orders_without_weather_credit(timeslot_ids=timeslot_ids)
        if barred:
            raise WeatherCreditNotAllowed(WEATHER_CREDIT_TEXT, trip_order_ids=barred)

    def wish(self) -> CancellationOptions:
        """Return how every single order is cancelled; its trip is told once, not by this."""
        if self.refund_mode == "credit":
            return CancellationOptions(reason=self.cause, refund="full", is_credit=True)
        return CancellationOptions(reason=self.cause, refund=self.refund_mode)

    def stored(self) -> dict[str, object]:
        """Return this as a job keeps it."""
        return asdict(self)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "MassCancellationRequest":
        """Return what a job kept."""
        return replace(cls(reason=""), **stored)
