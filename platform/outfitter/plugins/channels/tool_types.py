"""What staff can have a channel do for them, on a screen that the host draws."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from outfitter.kit.errors import DomainError
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.types import TenantContext

if TYPE_CHECKING:
    from pydantic import BaseModel

ColumnKind = Literal["text", "word", "date", "number"]


class ChannelRefused(DomainError):
    """The channel refused what staff asked of it; the detail has its own status and code, if any."""

    code = "channel_refused"
    status = 422


class ChannelAway(DomainError):
    """The channel does not answer right now."""

    code = "channel_away"
    status = 503


@dataclass(frozen=True, slots=True)
class ToolColumn:
    """A column of what a tool lists: dates are YYYY-MM-DD, a "word" is the plugin's own and translated."""

    name: str
    title: str
    kind: ColumnKind = "text"


@dataclass(frozen=True, slots=True)
class ToolRow:
    """A row of what a tool lists, by the channel's name for it; cells by column."""

    id: str
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """Who asks what of a channel; the product and its option are empty where the tool is about none."""

    ctx: TenantContext
    connection: Connection
    product_id: str = ""
    option_id: str = ""


@dataclass(frozen=True, slots=True)
class ChannelTool:
    """
    Something that staff can have a channel do: a form, a list, or both, on the connection's page.

    - `name` is part of an address. `title`, `text` and `action` (what the button says) are in
      American English, and so are the titles of `form`; a plugin's labels translate them.
    - `form` is a pydantic model of flat fields; `run(call, form)` does it and returns the channel's
      words. `initial(call)` is what the form starts with.
    - `rows(call)` lists what there is, by `columns`; `remove(call, row_id)` takes one away.
    - `is_of_product`: staff choose one of the mapped products first.

    All run within ten seconds. Raise `Permanent` for what the channel refuses, with its words, and
    `Retryable` when it does not answer.
    """

    name: str
    title: str
    text: str = ""
    action: str = ""
    form: "type[BaseModel] | None" = None
    run: "Callable[[ToolCall, BaseModel], str] | None" = None
    initial: Callable[[ToolCall], Mapping[str, object]] | None = None
    columns: Sequence[ToolColumn] = field(default_factory=tuple)
    rows: Callable[[ToolCall], Sequence[ToolRow]] | None = None
    remove: Callable[[ToolCall, str], None] | None = None
    is_of_product: bool = False
