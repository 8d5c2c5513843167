"""
Reports to Sentry, or whatever speaks its protocol, once `SENTRY_DSN` is set; without, nothing is loaded.
"""

import logging
import uuid
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from outfitter.error_reports import allow_list, origin

if TYPE_CHECKING:
    from sentry_sdk._types import DataCollectionUserOptions, KeyValueCollectionBehaviour
    from sentry_sdk.transport import Transport

PUBLIC: Final = "public"
# Local variables of a plugin hold its settings, and those hold secrets; requests hold guests.
_OFF: "Final[KeyValueCollectionBehaviour]" = {"mode": "off"}
_NOTHING: "Final[DataCollectionUserOptions]" = {
    "user_info": False,
    "cookies": _OFF,
    "http_headers": {"request": _OFF},
    "http_bodies": [],
    "url_query_params": _OFF,
    "graphql": {"document": False, "variables": False},
    "gen_ai": {"inputs": False, "outputs": False},
    "database_query_data": False,
    "queues": False,
    "stack_frame_variables": False,
}
log = logging.getLogger(__name__)


class _State:
    is_on: ClassVar[bool] = False
    # Set by the composition root: which schema is at work, and whose it is.
    schema: ClassVar[Callable[[], str] | None] = None
    slug_of: ClassVar[Callable[[str], str] | None] = None


def install(*, schema: Callable[[], str], slug_of: Callable[[str], str]) -> None:
    """Name what tells which schema is at work and which operator's it is (by slug, "" for none)."""
    _State.schema = staticmethod(schema)
    _State.slug_of = staticmethod(slug_of)


def start(*, dsn: str, release: str, environment: str, transport: "type[Transport] | None" = None) -> None:
    """Begin to report; an empty `dsn` begins nothing and loads nothing."""
    _State.is_on = bool(dsn)
    if not dsn:
        return
    import sentry_sdk
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.django import DjangoIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=dsn,
        release=release,
        environment=environment,
        transport=transport,
        # What is left out of events is not collected to begin with.
        data_collection=_NOTHING,
        max_request_body_size="never",
        spotlight=False,
        auto_session_tracking=False,
        # What happens to be installed is no reason to listen to it.
        auto_enabling_integrations=False,
        integrations=[
            DjangoIntegration(transaction_style="url"),
            CeleryIntegration(propagate_traces=False),
            LoggingIntegration(level=logging.INFO, event_level=logging.ERROR),
        ],
        before_send=_before_send,
        before_breadcrumb=_before_breadcrumb,
        before_send_transaction=lambda _event, _hint: None,
    )


def is_on() -> bool:
    """Return whether errors are reported."""
    return _State.is_on


def report(problem: BaseException, **place: str) -> str:
    """
    Report an error that somebody was told of; return the reference they were given.

    It is the id of the event. Where nothing is reported it is a reference all the same: the log has it.
    """
    origin.remember(problem, **place)
    if not _State.is_on:
        return uuid.uuid4().hex
    import sentry_sdk

    known = getattr(problem, "outfitter_reference", None)
    reference = (
        known or sentry_sdk.capture_exception(problem) or sentry_sdk.last_event_id() or uuid.uuid4().hex
    )
    try:
        problem.outfitter_reference = reference  # type: ignore[attr-defined]
    except AttributeError:
        log.debug("an error that can't be marked may be reported twice")
    return reference


def identify(user_id: int | None) -> None:
    """Name who is signed in, by a number that means nothing elsewhere."""
    if _State.is_on and user_id is not None:
        import sentry_sdk

        sentry_sdk.get_isolation_scope().set_user({"id": str(user_id)})


def _before_send(event: Any, hint: Mapping[str, Any]) -> Any:
    record = hint.get("log_record")
    if getattr(record, "is_reported", False):
        return None
    problem = (hint.get("exc_info") or (None, None, None))[1]
    event["tags"] = {**(event.get("tags") or {}), **_tags(problem)}
    return allow_list.event(event, hint)


def _before_breadcrumb(crumb: Any, hint: Mapping[str, Any]) -> Any:
    return allow_list.breadcrumb(crumb, {"log_record": None, **hint})


def _tags(problem: BaseException | None) -> dict[str, str]:
    found = {"plugin": origin.plugin(), **origin.origin_of(problem)}
    schema = found.pop("schema", "")
    if schema in {"", PUBLIC} and _State.schema is not None:
        schema = _State.schema()
    found["operator"] = _operator(schema)
    found["celery_task"] = _celery_task()
    return {name: value for name, value in found.items() if value}


def _operator(schema: str) -> str:
    if schema in {"", PUBLIC} or _State.slug_of is None:
        return ""
    try:
        return _State.slug_of(schema)
    except Exception:
        # The error may be that there is no database: without the tag it is still worth sending.
        return ""


def _celery_task() -> str:
    from celery import current_task

    return str(current_task.name) if current_task else ""
