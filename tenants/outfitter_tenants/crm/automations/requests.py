"""What the routes of automations accept."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, SmallInt, Version
from outfitter_tenants.crm.automations.rules.categories import MOST_MINUTES

Trigger = Literal[
    "draft_idle",
    "reserved",
    "rebooked",
    "order_cancelled",
    "before_start",
    "after_end",
    "gift_card_activated",
    "balance_due",
]
Stop = Literal["reserved", "reviewed", "unsubscribed", "cancelled", "paid"]
Minutes = Annotated[int, Field(ge=0, le=MOST_MINUTES, description="minutes")]
Address = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=SINGLE_LINE)]


class AutomationSaveIn(In):
    """An automation as it should be; without an id a new one."""

    id: Id | None = None
    version: Version | None = None
    template_id: Id
    trigger: Trigger
    offset_minutes: Minutes = 0
    position: SmallInt = 0
    is_on: bool = True
    stop_if: Annotated[list[Stop], Field(max_length=5)] | None = None
    experience_id: Id | None = None


class AutomationOrderIn(In):
    """Automations of one trigger in their new order; what is not named keeps its own behind them."""

    trigger: Trigger
    experience_id: Id | None = None
    ids: Annotated[list[Id], Field(min_length=1, max_length=200)]


class AutomationArchiveIn(In):
    """Which version of it the caller saw."""

    version: Version | None = None


class MessagesPauseIn(In):
    """Whether nothing goes automatically."""

    is_paused: bool


# A wall clock's hour and minute: JSON's own "time" would want a zone (RFC 3339).
HourOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$")]


class CrmSettingsIn(In):
    """How an operator writes; what is left out stays. Hours are the reader's own, "21:00"."""

    version: Version | None = None
    quiet_from: HourOfDay | None = None
    quiet_until: HourOfDay | None = None
    google_review_url: Address | None = None
    tripadvisor_review_url: Address | None = None
