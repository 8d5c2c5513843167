"""All tools, and what each call of one goes through."""

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from outfitter.api.errors import field_errors
from outfitter.api.rate_limits import limit
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Forbidden
from outfitter_tenants.ai_agents import agent_log
from outfitter_tenants.ai_agents.agent_log import ActionNote
from outfitter_tenants.ai_agents.agent_tools import (
    booking_tools,
    catalog_tools,
    change_tools,
    sale_tools,
    staff_tools,
)
from outfitter_tenants.ai_agents.agent_tools.tool import Tool, ToolAnswer, ToolCaller
from outfitter_tenants.audit.actor import Actor, acting

log = logging.getLogger(__name__)
# What writes or asks for much, a minute, by the address of a visitor or the program of a person.
_MOST_WRITES: Final = 30
ALL: Final[Sequence[Tool]] = (
    *catalog_tools.TOOLS,
    *sale_tools.TOOLS,
    *booking_tools.TOOLS,
    *change_tools.TOOLS,
    *staff_tools.TOOLS,
)
_BY_NAME: Final[Mapping[str, Tool]] = {tool.name: tool for tool in ALL}


class ScopeMissing(Forbidden):
    """The person did not let this program do that."""

    code = "scope_missing"


def tools_for(caller: ToolCaller) -> list[Tool]:
    """Return the tools that a caller may call."""
    return [tool for tool in ALL if _is_for(tool, caller)]


def find_tool(name: str, caller: ToolCaller) -> Tool | None:
    """Return a tool by name; one of another profile is not there."""
    tool = _BY_NAME.get(name)
    return tool if tool is not None and tool.profile == caller.profile else None


def _is_for(tool: Tool, caller: ToolCaller) -> bool:
    return tool.profile == caller.profile and (tool.scope is None or tool.scope in caller.scopes)


def run(tool: Tool, arguments: Mapping[str, Any], caller: ToolCaller) -> ToolAnswer:
    """Carry out one call in the name of whoever it is made for; every refusal is an answer."""
    begun = time.monotonic()
    note = ActionNote(caller.profile, tool.name, caller.at, arguments, access_id=caller.access_id)
    try:
        if not _is_for(tool, caller):
            raise ScopeMissing("This connection isn't allowed to do this.", scope=tool.scope)
        if not tool.is_read_only:
            who = caller.access_id or caller.ip
            limit(f"mcp-write:{current_schema()}:{caller.profile}:{who}", _MOST_WRITES, 60)
        checked = tool.arguments.model_validate(arguments)
        with acting(_actor(caller)):
            found = tool.run(checked, caller)
        answer = ToolAnswer(_shaped(tool, found))
    except ValidationError as problem:
        fields = {name.removeprefix("body."): texts for name, texts in _fields(problem).items()}
        answer = _refusal("validation_failed", "Please check the arguments.", {"fields": fields})
    except DomainError as problem:
        answer = _refusal(problem.code, problem.message, problem.detail)
    except Exception:
        log.exception("the tool %s failed", tool.name)
        answer = _refusal("internal_error", "Something went wrong on our side.", {})
        note.outcome = "failed"
    if answer.is_error:
        note.code = answer.content["error"]["code"]
        note.outcome = "failed" if note.outcome == "failed" else "refused"
    note.trip_id = caller.trip_id
    note.milliseconds = int((time.monotonic() - begun) * 1000)
    if answer.is_error or not tool.is_read_only or caller.trip_id is not None:
        agent_log.write(note)
    return answer


def note_unknown(name: str, caller: ToolCaller) -> None:
    """Note that something was called that is not there."""
    note = ActionNote(
        caller.profile,
        name[:60],
        caller.at,
        access_id=caller.access_id,
        outcome="refused",
        code="unknown_tool",
    )
    agent_log.write(note)


def _shaped(tool: Tool, found: dict[str, Any]) -> dict[str, Any]:
    if tool.answer is None or tool.is_shaped:
        return found
    shaped: dict[str, Any] = tool.answer.model_validate(found).model_dump(mode="json")
    return shaped


def _fields(problem: ValidationError) -> dict[str, list[str]]:
    problems = [{**one, "loc": ("body", "arguments", *one["loc"])} for one in problem.errors()]
    return field_errors(problems)


def _refusal(code: str, message: str, detail: Mapping[str, Any]) -> ToolAnswer:
    return ToolAnswer({"error": {"code": code, "message": message, "detail": dict(detail)}}, is_error=True)


def _actor(caller: ToolCaller) -> Actor:
    agent = caller.request.headers.get("User-Agent", "")
    return Actor("ai", caller.principal.avatar_id, caller.agent, caller.ip, agent)
