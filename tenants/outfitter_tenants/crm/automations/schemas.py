"""What the routes of automations answer."""

from datetime import date, datetime

from outfitter.api.schemas import Out


class AutomationTemplateOut(Out):
    """What an automation sends, as far as a list shows it."""

    id: int
    name: str
    slug: str | None
    category: str
    channel: str
    is_active: bool


class AutomationOut(Out):
    """
    One automation. Offsets are minutes: before the trigger for `before_start` and `balance_due`.

    `is_inherited`: it is a general one, asked for an experience; `is_replaced`: the experience has
    its own of that trigger.
    """

    id: int
    slug: str | None
    version: int
    trigger: str
    offset_minutes: int
    position: int
    is_on: bool
    stop_if: list[str]
    experience_id: int | None
    template: AutomationTemplateOut
    planned_cnt: int
    is_inherited: bool
    is_replaced: bool


class AutomationsMetaOut(Out):
    """What holds for all of them."""

    is_paused: bool
    can_text: bool


class AutomationsOut(Out):
    """An operator's automations, in the order of their triggers."""

    data: list[AutomationOut]
    meta: AutomationsMetaOut


class PlannedDayOut(Out):
    """How many messages go on a day, went, or were skipped."""

    date: date
    planned_cnt: int
    sent_cnt: int
    skipped_cnt: int


class PlannedTripOut(Out):
    """The trip a planned message is about."""

    id: int
    hash: str
    confirmation_code: str
    name: str


class PlannedMessageOut(Out):
    """A message that goes automatically, and why it goes or does not."""

    id: int
    status: str
    reason: str
    channel: str
    category: str
    to: str
    scheduled_at: datetime
    sent_at: datetime | None
    automation_id: int
    trigger: str
    template_name: str
    trip: PlannedTripOut | None


class PlannedMetaOut(Out):
    """Where the next page of the day's messages begins; null on the last."""

    next_cursor: str | None
    is_paused: bool


class PlannedOut(Out):
    """The days that have messages, and those of one of them."""

    days: list[PlannedDayOut]
    data: list[PlannedMessageOut]
    meta: PlannedMetaOut


class MessagesPausedOut(Out):
    """Whether nothing goes automatically, and how much was skipped because it waited too long."""

    is_paused: bool
    paused_at: datetime | None
    skipped_cnt: int


class CrmSettingsOut(Out):
    """How an operator writes; hours are the reader's own, "21:00"."""

    version: int
    is_paused: bool
    paused_at: datetime | None
    quiet_from: str
    quiet_until: str
    google_review_url: str
    tripadvisor_review_url: str
    can_text: bool
