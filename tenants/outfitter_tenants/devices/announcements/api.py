"""Routes of announcements: what staff say, and what devices play (docs/adr/0114)."""

from typing import Annotated, Final

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from outfitter.api.principal import allow_unscoped, anonymous, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins.speech.types import SpeechRefused
from outfitter_tenants.devices import queries as device_rows
from outfitter_tenants.devices.announcements import boarding_calls, operations, queries, templates
from outfitter_tenants.devices.announcements import schemas as s
from outfitter_tenants.devices.device_access import device_of
from outfitter_tenants.devices.models import AnnouncementPlay, AnnouncementTemplate
from outfitter_tenants.devices.speech import clips
from outfitter_tenants.devices.speech.api import SET_UP, sound
from outfitter_tenants.scheduling import queries as scheduling

router = Router(tags=["devices"])
# Whoever sees one departure alone does not speak to the whole dock.
SAY = allow_unscoped("manifest.view")
AnnouncementId = Annotated[int, Path(ge=1, le=2**63 - 1)]
TemplateId = Annotated[int, Path(ge=1, le=2**63 - 1)]
TimeslotId = Annotated[int, Path(ge=1, le=2**63 - 1)]
TIMES_A_MINUTE: Final = 20
# A page asks every two seconds; two of a device, and none is turned away.
LISTENS_A_MINUTE: Final = 120
_ALL: Final = {200: list[s.AnnouncementTemplateOut], **ERRORS}


class SpeakItYourself(DomainError):
    """No provider speaks this: the device's browser is to."""

    code = "speak_it_yourself"
    status = 409


@router.get(
    "/api/announcements/get",
    auth=SAY,
    response={200: s.AnnouncementsOut, **ERRORS},
    operation_id="announcements_get",
)
def announcements_get(request: HttpRequest) -> dict[str, object]:
    """Return the last announcements and what became of them on each device."""
    return {"data": queries.list_announcements(at=utc_now())}


@router.post(
    "/api/announcement/create",
    auth=SAY,
    response={200: s.AnnouncementOut, **ERRORS},
    operation_id="announcement_create",
)
def announcement_create(request: HttpRequest, body: s.AnnounceIn) -> dict[str, object]:
    """Have devices say something, each once."""
    if body.timeslot_id is not None:
        scheduling.get_timeslot(timeslot_id=body.timeslot_id)
    limit(f"announce:{caller_of(request).avatar_id}", times=TIMES_A_MINUTE, seconds=60)
    at = utc_now()
    manner = operations.Manner(
        body.repeat_cnt, body.pause_seconds, body.has_chime, body.volume, body.valid_seconds
    )
    made = operations.announce(
        parts=[operations.Said(one.language, one.text) for one in body.parts],
        device_ids=body.device_ids,
        manner=manner,
        timeslot_id=body.timeslot_id,
        at=at,
    )
    return queries.shown(announcement_id=made.pk, at=at)


@router.post(
    "/api/announcement/{announcement}/stop",
    auth=SAY,
    response={200: s.AnnouncementOut, **ERRORS},
    operation_id="announcement_stop",
)
def announcement_stop(request: HttpRequest, announcement: AnnouncementId) -> dict[str, object]:
    """Silence an announcement on every device."""
    at = utc_now()
    operations.stop(announcement_id=announcement, at=at)
    return queries.shown(announcement_id=announcement, at=at)


@router.get(
    "/api/timeslot/{timeslot}/boardingCall/get",
    auth=SAY,
    response={200: s.BoardingCallOut, **ERRORS},
    operation_id="timeslot_boarding_call",
)
def timeslot_boarding_call(request: HttpRequest, timeslot: TimeslotId) -> boarding_calls.BoardingCall:
    """Return ready words to announce a departure with."""
    return boarding_calls.boarding_call(timeslot_id=timeslot)


@router.get(
    "/api/announcementTemplates/get", auth=SAY, response=_ALL, operation_id="announcement_templates_get"
)
def announcement_templates(request: HttpRequest) -> list[AnnouncementTemplate]:
    """Return the operator's own words for what is announced often, what was put away last."""
    return templates.list_templates()


@router.post(
    "/api/announcementTemplates/reorder",
    auth=SET_UP,
    response=_ALL,
    operation_id="announcement_templates_reorder",
)
def reorder_announcement_templates(
    request: HttpRequest, body: s.AnnouncementTemplateOrderIn
) -> list[AnnouncementTemplate]:
    """Put the operator's own words into another order."""
    templates.reorder(ids=body.ids, at=utc_now())
    return templates.list_templates()


@router.post(
    "/api/announcementTemplate/create",
    auth=SET_UP,
    response={200: s.AnnouncementTemplateOut, **ERRORS},
    operation_id="announcement_template_create",
)
def create_announcement_template(
    request: HttpRequest, body: s.AnnouncementTemplateIn
) -> AnnouncementTemplate:
    """Add words of the operator's own, behind the others."""
    return templates.create(words=templates.TemplateWords(body.name, body.texts), at=utc_now())


@router.post(
    "/api/announcementTemplate/{announcementTemplate}/save",
    auth=SET_UP,
    response={200: s.AnnouncementTemplateOut, **ERRORS},
    operation_id="announcement_template_save",
)
def save_announcement_template(
    request: HttpRequest, announcementTemplate: TemplateId, body: s.AnnouncementTemplateSaveIn
) -> AnnouncementTemplate:
    """Change words of the operator's own."""
    words = templates.TemplateWords(body.name, body.texts)
    return templates.save(template_id=announcementTemplate, words=words, version=body.version, at=utc_now())


@router.post(
    "/api/announcementTemplate/{announcementTemplate}/archive",
    auth=SET_UP,
    response={200: s.AnnouncementTemplateOut, **ERRORS},
    operation_id="announcement_template_archive",
)
def archive_announcement_template(
    request: HttpRequest, announcementTemplate: TemplateId, body: s.AnnouncementTemplateArchiveIn
) -> AnnouncementTemplate:
    """Put words away, or take them into use again."""
    return templates.set_archived(
        template_id=announcementTemplate, is_archived=body.is_archived, at=utc_now()
    )


@router.post(
    "/api/device/listen", auth=anonymous, response={200: s.ListenOut, **ERRORS}, operation_id="device_listen"
)
def device_listen(request: HttpRequest, body: s.ListenIn) -> dict[str, object]:
    """Return what a device is to say next, or whether to fall silent; its token is the key."""
    device_id = _device(request)
    limit(f"device-listen:{device_id}", times=LISTENS_A_MINUTE, seconds=60)
    at = utc_now()
    operations.note_listening(device_id=device_id, at=at)
    is_stopped, play = False, None
    if body.playing is not None:
        is_stopped = queries.is_stopped(device_id=device_id, announcement_id=body.playing)
    else:
        play = operations.take_next(device_id=device_id, at=at)
    return {
        "device_name": device_rows.name_of(device_id=device_id),
        "is_stopped": is_stopped,
        "announcement": _handed(play) if play else None,
    }


@router.post(
    "/api/device/announcement/{announcement}/heard",
    auth=anonymous,
    response={200: s.HeardOut, **ERRORS},
    operation_id="device_heard",
)
def device_heard(request: HttpRequest, announcement: AnnouncementId, body: s.HeardIn) -> dict[str, str]:
    """Note how an announcement ended on a device; returns what counts."""
    status = operations.end(
        device_id=_device(request),
        announcement_id=announcement,
        ending=body.status,
        spoken_by=body.spoken_by,
        at=utc_now(),
    )
    return {"status": status}


@router.get(
    "/api/device/announcement/{announcement}/sound",
    auth=anonymous,
    response={200: None, 503: ErrorOut, **ERRORS},
    operation_id="device_sound",
)
def device_sound(
    request: HttpRequest, announcement: AnnouncementId, part: Annotated[int, Query(ge=0, le=3)] = 0
) -> HttpResponse:
    """Return a part of an announcement as sound; 409 and 503 have the browser speak it."""
    device_id = _device(request)
    play = queries.get_play(device_id=device_id, announcement_id=announcement)
    limit(f"device-sound:{device_id}", times=LISTENS_A_MINUTE, seconds=60)
    parts = play.announcement.parts
    if part >= len(parts):
        raise queries.AnnouncementNotFound("Announcement not found.")
    said = parts[part]
    account = clips.find_voice(language=said["language"])
    if account is None:
        raise SpeakItYourself("No voice of a provider speaks this language.", reason="none")
    try:
        clip = clips.clip_of(account=account, text=said["text"], language=said["language"], at=utc_now())
    except SpeechRefused as problem:
        raise SpeakItYourself("The provider refuses.", reason=problem.code) from None
    return sound(clip)


def _handed(play: AnnouncementPlay) -> dict[str, object]:
    row = play.announcement
    names = ("parts", "repeat_cnt", "pause_seconds", "has_chime", "volume")
    return {"id": row.pk, **{name: getattr(row, name) for name in names}}


def _device(request: HttpRequest) -> int:
    device_id = device_of(request).pk
    operations.require_player(device_id=device_id)
    return device_id
