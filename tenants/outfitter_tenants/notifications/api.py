"""What staff are told: the list, the bell, preferences and tests (domain.md 5.15)."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import Principal, allow, caller_of, fetched, signed_in
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit import ids
from outfitter.kit.clock import utc_now
from outfitter_tenants.notifications import operations, queries, tasks
from outfitter_tenants.notifications import schemas as s
from outfitter_tenants.notifications.notification_types import CHOOSABLE, KINDS, channels_of
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import recipients

router = Router(tags=["notifications"])
Locale = Annotated[str | None, Query(max_length=12, pattern=r"^[A-Za-z0-9_-]+$")]


def _me(request: HttpRequest) -> int:
    principal: Principal = caller_of(request)
    assert principal.avatar_id is not None  # noqa: S101  (the demand was a signed-in avatar)
    return principal.avatar_id


def _recipient(request: HttpRequest) -> recipients.Recipient:
    return recipients.recipients(ids=[_me(request)])[0]


def _changed(avatar_id: int, changed: int) -> dict[str, int]:
    left = queries.counts(avatar_id=avatar_id)
    return {"changed_cnt": changed, "unread": left.unread, "alerts": left.alerts}


@router.get(
    "/api/notifications/get",
    auth=signed_in,
    response={200: s.NotificationsOut, **ERRORS},
    operation_id="notifications_get",
)
def notifications_get(
    request: HttpRequest,
    cursor: Id | None = None,
    limit: Annotated[int, Field(ge=1, le=100)] = 30,
    is_unread: bool = False,
    locale: Locale = None,
) -> dict[str, Any]:
    """Return the reader's notifications, newest first, in `locale` or the reader's language."""
    language = locale or tasks.locale_of(_recipient(request))
    page = queries.list_page(
        avatar_id=_me(request),
        locale=language,
        time_zone=people.get_properties().time_zone,
        before=cursor,
        limit=limit,
        is_unread=is_unread,
    )
    news = queries.list_news(avatar_id=_me(request), locale=language)
    return {"data": page.data, "next_cursor": page.next_cursor, "news": news}


@router.get(
    "/api/notifications/count",
    auth=signed_in,
    response={200: s.CountOut, **ERRORS},
    operation_id="notifications_count",
)
def notifications_count(request: HttpRequest) -> queries.Counts:
    """Return what the reader has not read. Asked for every few seconds: an ETag keeps it small."""
    keep_by_etag(request)
    return queries.counts(avatar_id=_me(request))


@router.post(
    "/api/notifications/alerts/read",
    auth=signed_in,
    response={200: s.ChangedOut, **ERRORS},
    operation_id="notifications_alerts_read",
)
def alerts_read(request: HttpRequest, body: s.IdsIn) -> dict[str, int]:
    """Mark notifications read, all of them without ids."""
    changed = operations.mark_read(avatar_id=_me(request), ids=body.ids, at=utc_now())
    return _changed(_me(request), changed)


@router.post(
    "/api/notifications/news/{id}/read",
    auth=signed_in,
    response={200: s.ChangedOut, **ERRORS},
    operation_id="notifications_news_read",
)
def news_read(request: HttpRequest, id: str) -> dict[str, int]:  # noqa: A002  (the route names it so)
    """Mark an item of news read."""
    operations.read_news(avatar_id=_me(request), news_id=id, at=utc_now())
    return _changed(_me(request), 1)


def _delete(request: HttpRequest, chosen: Sequence[int] | None) -> dict[str, int]:
    changed = operations.delete(avatar_id=_me(request), ids=chosen, at=utc_now())
    return _changed(_me(request), changed)


@router.post(
    "/api/notifications/deleteNotification",
    auth=signed_in,
    response={200: s.ChangedOut, **ERRORS},
    operation_id="notifications_delete",
)
def delete_one(request: HttpRequest, body: s.IdIn) -> dict[str, int]:
    """Take one notification off the reader's list."""
    return _delete(request, [body.id])


@router.post(
    "/api/notifications/deleteNotifications",
    auth=signed_in,
    response={200: s.ChangedOut, **ERRORS},
    operation_id="notifications_delete_many",
)
def delete_many(request: HttpRequest, body: s.IdsIn) -> dict[str, int]:
    """Take notifications off the reader's list: these, or all that were read."""
    return _delete(request, body.ids)


# The same under the addresses of the pages (domain.md 5.27).
router.post(
    "/notifications/deleteNotification",
    auth=signed_in,
    response={200: s.ChangedOut, **ERRORS},
    operation_id="notifications_page_delete",
)(delete_one)
router.post(
    "/notifications/deleteNotifications",
    auth=signed_in,
    response={200: s.ChangedOut, **ERRORS},
    operation_id="notifications_page_delete_many",
)(delete_many)


def _send_test(request: HttpRequest, params: dict[str, Any], url: str) -> dict[str, Any]:
    me = _recipient(request)
    limit(f"notification-test:{me.id}", times=10, seconds=3600)
    occasion = operations.NotificationEvent("test", ids.public_hash(), params, url=url)
    told = operations.notify(occasion, avatar_ids=[me.id], at=utc_now())
    ways = [way for way in channels_of(KINDS["test"], me.preferences) if not _is_cut(me, way)]
    return {"sent": told > 0, "channel": ",".join(ways), "recipient_cnt": told}


def _is_cut(person: recipients.Recipient, way: str) -> bool:
    return way == "email" and person.is_email_suppressed


@router.post(
    "/api/notifications/SendMeATripTest",
    auth=signed_in,
    response={200: s.SentOut, **ERRORS},
    operation_id="notifications_send_me_a_trip_test",
)
def send_me_a_trip_test(request: HttpRequest) -> dict[str, Any]:
    """Send the reader a notification like that of a new booking."""
    return _send_test(request, {"reason": "trip"}, "/manifest")


router.get(
    "/notifications/SendMeATripTest",
    auth=fetched,
    response={200: s.SentOut, **ERRORS},
    operation_id="notifications_page_send_me_a_trip_test",
)(send_me_a_trip_test)


@router.post(
    "/api/notifications/SendMeATest",
    auth=signed_in,
    response={200: s.SentOut, **ERRORS},
    operation_id="notifications_send_me_a_test",
)
def send_me_a_test(request: HttpRequest) -> dict[str, Any]:
    """Send the reader a test."""
    return _send_test(request, {}, "/profile/notifications")


@router.post(
    "/api/notifications/SendToSubscriberTest",
    auth=allow("setup.general"),
    response={200: s.SentOut, **ERRORS},
    operation_id="notifications_send_to_subscriber_test",
)
def send_to_subscriber_test(request: HttpRequest) -> dict[str, Any]:
    """Send a test to everybody who is told of new bookings, each as they chose."""
    me = _recipient(request)
    limit(f"notification-test-all:{me.id}", times=3, seconds=3600)
    kind = KINDS["trip_booked"]
    told = [
        person
        for person in recipients.staff_who_may(str(kind.permission))
        if channels_of(kind, person.preferences)
    ]
    occasion = operations.NotificationEvent("test", ids.public_hash(), {"reason": "all", "name": me.name})
    cnt = operations.notify(occasion, avatar_ids=[person.id for person in told], at=utc_now())
    return {"sent": cnt > 0, "channel": "in_app,email", "recipient_cnt": cnt}


@router.get(
    "/api/notifications/preferences/get",
    auth=signed_in,
    response={200: s.PreferencesOut, **ERRORS},
    operation_id="notifications_preferences_get",
)
def preferences_get(request: HttpRequest) -> dict[str, Any]:
    """Return how the reader is told of each kind that concerns their role."""
    return _preferences(request)


@router.post(
    "/api/notifications/preferences/save",
    auth=signed_in,
    response={200: s.PreferencesOut, **ERRORS},
    operation_id="notifications_preferences_save",
)
def preferences_save(request: HttpRequest, body: s.PreferencesIn) -> dict[str, Any]:
    """Keep how the reader wants to be told."""
    chosen = {slug: channels.model_dump() for slug, channels in body.kinds.items()}
    operations.save_preferences(avatar_id=_me(request), kinds=chosen)
    return _preferences(request)


def _preferences(request: HttpRequest) -> dict[str, Any]:
    me, principal = _recipient(request), caller_of(request)
    kinds = [KINDS[slug] for slug in CHOOSABLE]
    return {
        "is_email_suppressed": me.is_email_suppressed,
        "kinds": [
            {
                "kind": kind.slug,
                "is_urgent": kind.is_urgent,
                **{way: way in channels_of(kind, me.preferences) for way in ("in_app", "email")},
            }
            for kind in kinds
            if kind.permission is None or principal.can(kind.permission)
        ],
    }
