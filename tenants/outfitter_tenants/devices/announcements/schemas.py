"""Bodies of announcements (docs/adr/0114)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Id, In, Out, Visible
from outfitter_tenants.devices.speech.schemas import Language

SaidText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=PRINTABLE), Visible
]
AnnouncementName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=SINGLE_LINE), Visible
]


class AnnouncementPartIn(In):
    """A text in a language."""

    language: Language
    text: SaidText


class AnnounceIn(In):
    """
    What devices are to say, in one language after the other.

    `valid_seconds`: a device that does not begin until then stays silent.
    """

    timeslot_id: Id | None = None
    parts: Annotated[list[AnnouncementPartIn], Field(min_length=1, max_length=4)]
    device_ids: Annotated[list[Id], Field(min_length=1, max_length=20)]
    repeat_cnt: Annotated[int, Field(ge=1, le=10)] = 1
    pause_seconds: Annotated[int, Field(ge=0, le=60)] = 5
    has_chime: bool = True
    volume: Annotated[int, Field(ge=0, le=100, description="percent")] = 100
    valid_seconds: Annotated[int, Field(ge=10, le=900)] = 90


class AnnouncementPartOut(Out):
    """A text in a language."""

    language: str
    text: str


class AnnouncementDeviceOut(Out):
    """What became of an announcement on one device; `missed`: it was off, and says nothing any more."""

    device_id: int
    name: str
    status: Literal["queued", "playing", "played", "stopped", "failed", "missed"]
    spoken_by: Literal["browser", "provider"] | None
    ended_at: datetime | None


class AnnouncementOut(Out):
    """An announcement and what became of it; `created_by` is "" for who is gone."""

    id: int
    timeslot_id: int | None
    parts: list[AnnouncementPartOut]
    repeat_cnt: int
    created_at: datetime
    created_by: str
    expires_at: datetime
    stopped_at: datetime | None
    devices: list[AnnouncementDeviceOut]


class AnnouncementsOut(Out):
    """The last announcements, the newest first."""

    data: list[AnnouncementOut]


class ReadyCallOut(Out):
    """Something to announce: `shipped` names words of ours, else `name` is the operator's."""

    shipped: Literal["boarding_at", "boarding", "last_call"] | None
    name: str
    texts: list[AnnouncementPartOut]


class BoardingCallOut(Out):
    """What can be announced about a departure, and the languages of who is on it."""

    timeslot_id: int
    suggested_languages: list[str]
    calls: list[ReadyCallOut]


class AnnouncementTemplateIn(In):
    """Words of the operator's own; {time}, {experience} and {place} are filled in."""

    name: AnnouncementName
    texts: Annotated[dict[Language, SaidText], Field(min_length=1, max_length=22)]


class AnnouncementTemplateSaveIn(AnnouncementTemplateIn):
    """Words of the operator's own, changed from a version that was read."""

    version: Annotated[int, Field(ge=1, le=2**31 - 1)]


class AnnouncementTemplateArchiveIn(In):
    """Whether words are put away."""

    is_archived: bool


class AnnouncementTemplateOrderIn(In):
    """Ids in their new order; any that are not named follow."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=30)]


class AnnouncementTemplateOut(Out):
    """Words of the operator's own; nobody is offered what was put away (`archived_at`)."""

    id: int
    name: str
    texts: dict[str, str]
    archived_at: datetime | None
    version: int


class ListenIn(In):
    """What a device asks: whether to go on with what it is `playing`, or what is next (null)."""

    playing: Id | None = None


class NextAnnouncementOut(Out):
    """An announcement for the device that asked, handed out this once."""

    id: int
    parts: list[AnnouncementPartOut]
    repeat_cnt: int
    pause_seconds: int
    has_chime: bool
    volume: int


class ListenOut(Out):
    """Whether what is playing was stopped, and what comes next where nothing is."""

    device_name: str
    is_stopped: bool
    announcement: NextAnnouncementOut | None


class HeardIn(In):
    """How it ended."""

    status: Literal["played", "stopped", "failed"]
    spoken_by: Literal["browser", "provider"] | None = None


class HeardOut(Out):
    """How it ended: the first word about it counts."""

    status: Literal["playing", "played", "stopped", "failed"]
