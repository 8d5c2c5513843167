"""What staff have a channel do: its plugin does it within its time, and its failures are answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import contexts, redaction, time_limits
from outfitter.plugins.channels.adapter import ChannelAdapter
from outfitter.plugins.channels.errors import UnknownProduct
from outfitter.plugins.channels.tool_types import ChannelAway, ChannelRefused, ChannelTool, ToolCall, ToolRow
from outfitter.plugins.types import Permanent, Retryable
from outfitter_tenants.audit.operations import record
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.channels.rules.settings_validation import checked_settings

T = TypeVar("T")
MOST_ROWS: Final = 500
# Where a form's values stand among the fields of a refusal.
VALUES: Final = "values"


class UnknownTool(NotFound):
    """The channel cannot do that."""


@dataclass(frozen=True, slots=True)
class ToolState:
    """What a tool lists, and what its form starts with."""

    channel: str
    tool: ChannelTool
    rows: Sequence[ToolRow]
    initial: Mapping[str, object]


def read(*, connection_id: int, name: str, mapping_id: int | None = None) -> ToolState:
    """
    Ask a channel what a tool lists.

    :raises UnknownTool: the channel has no such tool
    :raises UnknownProduct: the tool is about a product, and this is none of this connection's
    :raises ChannelRefused, ChannelAway: what the channel says to it
    """
    row, adapter, tool = _find(connection_id, name)

    def ask(call: ToolCall) -> ToolState:
        rows = tool.rows(call) if tool.rows is not None else ()
        return ToolState(
            adapter.channel,
            tool,
            tuple(rows)[:MOST_ROWS],
            tool.initial(call) if tool.initial is not None else {},
        )

    return _within(row, adapter, tool, mapping_id, ask)


def run(*, connection_id: int, name: str, mapping_id: int | None = None, values: Mapping[str, object]) -> str:
    """
    Have a channel do what a tool is for; returns its words.

    :raises Invalid: `values.field` for what does not fit the form
    :raises UnknownTool, UnknownProduct, ChannelRefused, ChannelAway: as for `read`
    """
    row, adapter, tool = _find(connection_id, name)
    if tool.form is None or tool.run is None:
        raise UnknownTool("This channel can't do that.")
    form = tool.form.model_validate(checked_settings(tool.form, values, part=VALUES))
    do = tool.run
    said = _within(row, adapter, tool, mapping_id, lambda call: do(call, form))
    _log(row, tool, "run", mapping_id)
    return said[:500]


def remove(*, connection_id: int, name: str, mapping_id: int | None = None, row_id: str) -> None:
    """
    Have a channel take away a row that a tool lists.

    :raises UnknownTool, UnknownProduct, ChannelRefused, ChannelAway: as for `read`
    """
    row, adapter, tool = _find(connection_id, name)
    if tool.remove is None:
        raise UnknownTool("This channel can't do that.")
    do = tool.remove
    _within(row, adapter, tool, mapping_id, lambda call: do(call, row_id))
    _log(row, tool, "removed", mapping_id, row_id)


def _find(connection_id: int, name: str) -> tuple[ChannelConnection, ChannelAdapter, ChannelTool]:
    row = connected.get_connection(connection_id=connection_id)
    adapter = adapters.get_adapter(row.channel)
    tool = next((one for one in adapter.tools if one.name == name), None)
    if tool is None:
        raise UnknownTool("This channel can't do that.")
    return row, adapter, tool


def _within(
    row: ChannelConnection,
    adapter: ChannelAdapter,
    tool: ChannelTool,
    mapping_id: int | None,
    do: Callable[[ToolCall], T],
) -> T:
    option = _option(row, mapping_id) if tool.is_of_product else None
    connection = connected.serialize_connection(row)
    try:
        with (
            contexts.plugin_context(schema_name=current_schema(), slug=adapter.channel) as ctx,
            redaction.redact_secrets(connection.credentials),
            time_limits.time_limit(time_limits.REQUEST_SECONDS),
        ):
            about = (option.product_ref, option.option_ref) if option is not None else ()
            return do(ToolCall(ctx, connection, *about))
    except DomainError:
        raise
    except Permanent as problem:
        raise ChannelRefused(_words(problem), **_facts(problem)) from problem
    except (Retryable, TimeoutError) as problem:
        raise ChannelAway("The channel doesn't answer right now. Try again in a moment.") from problem


def _option(row: ChannelConnection, mapping_id: int | None) -> MappedOption:
    found = mappings.mappings_of(connection_ids=[row.pk]).get(mapping_id or 0)
    if found is None:
        raise UnknownProduct("")
    return found


def _words(problem: Exception) -> str:
    said = getattr(problem, "message", "") or str(problem)
    return redaction.redact(str(said))[:300] or "The channel refused."


def _facts(problem: Exception) -> dict[str, object]:
    found = {name: getattr(problem, name, None) for name in ("status", "code")}
    return {name: value for name, value in found.items() if isinstance(value, int | str) and value}


def _log(
    row: ChannelConnection, tool: ChannelTool, what: str, mapping_id: int | None, row_id: str = ""
) -> None:
    after: dict[str, object] = {"tool": tool.name, "what": what, "mapping_id": mapping_id, "row": row_id}
    record(
        entity_type="channel",
        entity_id=row.pk,
        action="channel.tool_used",
        at=utc_now(),
        after={name: value for name, value in after.items() if value},
    )
