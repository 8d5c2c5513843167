"""What staff have a plugin do on its page: the first step at once, the others in jobs."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import configs, contexts, isolated_call, records, registry, scheduled_jobs, time_limits
from outfitter.plugins.plugin_labels import Labels
from outfitter.plugins.redaction import describe_error
from outfitter.plugins.types import ActionStep, Permanent, PluginAction, Retryable, TenantContext

KIND: Final = "plugin.action"
_MOST_SAID: Final = 300
T = TypeVar("T")


class ActionRefused(DomainError):
    """The plugin, or its partner, says no; the message says why."""

    code = "plugin_refused"
    status = 409


class ActionAway(DomainError):
    """The partner did not answer."""

    code = "plugin_busy"
    status = 503


def describe(*, slug: str, labels: Labels) -> list[dict[str, object]]:
    """Return a plugin's actions, and when each was last done to its end."""
    schema = current_schema()
    found = []
    for action in actions_of(slug):
        last = records.find(schema_name=schema, slug=slug, key=_key(action.name)) or {}
        found.append(
            {
                "name": action.name,
                "title": labels.text(action.title),
                "help": labels.text(action.help),
                "is_running": scheduled_jobs.is_waiting(KIND, key=f"{slug}:{action.name}"),
                "done_at": last.get("done_at"),
                "message": labels.text(str(last.get("message", ""))),
            }
        )
    return found


def actions_of(slug: str) -> list[PluginAction]:
    """Return what a plugin can be asked to do."""
    call = registry.by_plugin("actions", only=[slug]).get(slug)
    return [one for answer in (call() if call else []) for one in answer]


def run(*, slug: str, name: str, at: datetime) -> str:
    """
    Have a plugin do something; returns what it said. Not in a transaction.

    :raises NotFound: there is no such plugin or action
    :raises ActionRefused: the plugin is off, or its partner refuses
    :raises ActionAway: its partner did not answer
    """
    action, schema = _action(slug, name), current_schema()
    if slug not in configs.enabled_slugs(schema_name=schema):
        raise ActionRefused("Switch this plugin on first.")
    step = ask_plugin(lambda ctx: action.run(ctx, ""), slug=slug)
    _go_on(slug, name, step, at)
    return step.message


def ask_plugin(ask: Callable[[TenantContext], T], *, slug: str) -> T:
    """
    Return what a plugin answers while staff wait.

    :raises ActionRefused: its partner refuses
    :raises ActionAway: its partner did not answer
    """
    schema = current_schema()
    try:
        with contexts.plugin_context(schema_name=schema, slug=slug) as ctx:
            answer: T = isolated_call.call_isolated(
                partial(ask, ctx), slug=slug, schema_name=schema, seconds=time_limits.REQUEST_SECONDS
            )
            return answer
    except Permanent as problem:
        raise ActionRefused(_said(problem)) from None
    except (Retryable, time_limits.PluginTimeout) as problem:
        raise ActionAway(_said(problem)) from None


def run_step(payload: dict[str, Any], at: datetime) -> None:
    """Go on with an action; the due job's handler, which may run a step twice."""
    slug, name, schema = str(payload["slug"]), str(payload["name"]), current_schema()
    action = next((one for one in actions_of(slug) if one.name == name), None)
    if action is None or slug not in configs.enabled_slugs(schema_name=schema):
        return
    with (
        contexts.plugin_context(schema_name=schema, slug=slug) as ctx,
        time_limits.time_limit(time_limits.JOB_SECONDS),
    ):
        try:
            step = action.run(ctx, str(payload["cursor"]))
        except Permanent as problem:
            step = ActionStep(_said(problem))
    _go_on(slug, name, step, at)


def _go_on(slug: str, name: str, step: ActionStep, at: datetime) -> None:
    if step.cursor is not None:
        payload = {"slug": slug, "name": name, "cursor": step.cursor}
        scheduled_jobs.schedule(KIND, key=f"{slug}:{name}", due_at=at, payload=payload)
        return
    value = {"done_at": at.isoformat(), "message": step.message[:_MOST_SAID]}
    schema, key = current_schema(), _key(name)
    if not records.claim(schema_name=schema, slug=slug, key=key, value=value, at=at):
        with records.change(schema_name=schema, slug=slug, key=key) as kept:
            if kept is not None:
                kept.update(value)


def _action(slug: str, name: str) -> PluginAction:
    found = next((one for one in actions_of(slug) if one.name == name), None)
    if slug not in registry.manifests() or found is None:
        raise NotFound("This plugin can't do that.")
    return found


def _key(name: str) -> str:
    return f"action:{name}"


def _said(problem: Exception) -> str:
    # `describe_error` tells `Permanent('words')`, without secrets; people read the words.
    name = type(problem).__name__
    told = describe_error(problem).removeprefix(f"{name}(").removesuffix(")").strip("'\"")
    return (told or name)[:_MOST_SAID]
