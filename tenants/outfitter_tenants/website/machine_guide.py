"""
`/llms.txt`: what there is here and where it is read, for assistants; in Markdown, as they expect it.

Where tools are is told only where somebody serves them and the operator lets visitors' assistants in.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from outfitter_tenants.calendar.queries import ExperienceDetails
from outfitter_tenants.website.site import Site


class _Tools:
    # Set by the composition root: the address of tools that visitors' assistants may call, None without.
    path: ClassVar[Callable[[], str | None]] = staticmethod(lambda: None)


def install_tools(path: Callable[[], str | None]) -> None:
    """Name the function that says where visitors' assistants find tools ("/mcp"), None where nowhere."""
    _Tools.path = staticmethod(path)


def text_of(site: Site, found: Sequence[ExperienceDetails]) -> str:
    """Return the guide to an operator's pages."""
    lines = [f"# {_plain(site.name)}", ""]
    about = "Tours and activities"
    lines += [f"> {about}. Prices are in {site.properties.currency}; times are local.", ""]
    lines += ["## Experiences", ""]
    for one in found:
        said = f": {_plain(one.row.short_description)}" if one.row.short_description else ""
        lines.append(f"- [{_plain(one.row.name)}]({site.absolute(f'/experiences/{one.row.slug}')}){said}")
    if not found:
        lines.append("Nothing is on sale right now.")
    lines += [
        "",
        "## Reading prices and seats",
        "",
        "Every experience's page carries schema.org data (JSON-LD): a Product with an Offer for each kind"
        " of ticket, and an Event for each of the next departures with price and availability.",
        "",
        f"- [Sitemap]({site.absolute('/sitemap.xml')})",
    ]
    tools = _Tools.path() if site.is_selling else None
    if tools is not None:
        lines += [
            f"- [Tools over MCP, streamable HTTP]({site.absolute(tools)}): search, availability, quotes,"
            " holding seats, the guest's own booking. Payment is made by the guest on our page."
        ]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return words as one line without what Markdown would make a link or a heading of."""
    return " ".join(text.replace("[", "(").replace("]", ")").replace("<", "").replace(">", "").split())
