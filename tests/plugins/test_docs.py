"""What the plugin documents say is so: hooks, events, limits, refusals, and every line of code."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from outfitter import sdk
from outfitter.plugins import backlog_limit, event_names, fair_queue, hookspecs, isolated_call, time_limits
from outfitter.plugins.channels import adapter, errors
from outfitter.sdk import channels, customers, testing
from outfitter.testing.channel_drivers import ChannelDriver
from outfitter.testing.channel_fixtures import ChannelFixture, SampleBooking
from outfitter.testing.http_recorder import Request, Transport
from outfitter.testing.tenants import Tenant

ROOT = Path(__file__).resolve().parents[2]
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "plugins").glob("*.md")}
FRONT = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
EVERYTHING = {"plugins.md": FRONT, **{f"plugins/{name}.md": text for name, text in PAGES.items()}}
HOOKS = [
    (name, function)
    for holder in (hookspecs.Registration, hookspecs.Runtime)
    for name, function in vars(holder).items()
    if not name.startswith("_")
]
BLOCK = re.compile(r"^(?:<!-- (?P<source>.+?) -->\n)?```(?P<kind>\w*)\n(?P<code>.*?)^```$", re.M | re.S)
pytestmark = pytest.mark.rules


def blocks(*kinds: str) -> list[tuple[str, str | None, str]]:
    """Return the code of all pages: page, what it is from, text."""
    return [
        (page, found["source"], found["code"])
        for page, text in EVERYTHING.items()
        for found in BLOCK.finditer(text)
        if found["kind"] in kinds
    ]


def public(kind: Any) -> list[str]:
    """Return the names of a class that people may use."""
    return [name for name in vars(kind) if not name.startswith("_")]


@pytest.mark.parametrize(("name", "function"), HOOKS)
def test_every_hook_is_documented_with_its_signature(name, function):
    arguments = ", ".join(inspect.signature(function).parameters)

    assert f"| `{name}({arguments})` |" in FRONT


def test_no_hook_is_documented_that_is_not_there():
    table = FRONT.split("## Hooks")[1].split("##")[0]

    assert set(re.findall(r"^\| `(\w+)\(", table, re.M)) == {name for name, _ in HOOKS}


def test_the_sdk_exports_what_it_lists():
    for module in (sdk, channels, customers, testing):
        assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize(("page", "source", "code"), blocks("python", "toml"))
def test_every_line_of_code_is_from_a_file_that_is_tested(page, source, code):
    assert source, f"{page}: where is this from?\n{code}"
    if source == "runs":
        return
    text = (ROOT / source).read_text(encoding="utf-8")

    assert code.rstrip("\n") in text, f"{page}: {source} says something else"


def test_what_runs_runs():
    for page, source, code in blocks("python"):
        if source != "runs":
            continue
        found: dict[str, Any] = {}
        exec(compile(code, page, "exec"), found)
        assert found["plugin"].manifest().slug == "acme"
        assert found["plugin"].check_hold(None, 1, 5) == ["Acme allows at most 4 guests."]
        assert found["plugin"].check_hold(None, 1, 4) == []


def test_every_event_is_documented_with_what_it_carries():
    rows = dict(re.findall(r"^\| `([a-z_.]+)` \| .+? \| (.*) \|$", PAGES["events"], re.M))

    assert rows.keys() == event_names.EVENTS.keys()
    for name, carries in event_names.EVENTS.items():
        assert re.findall(r"`(\w+)`", rows[name]) == list(carries)


@pytest.mark.parametrize("name", event_names.EVENTS)
def test_every_event_is_published_somewhere(name):
    said = [
        path
        for path in (ROOT / "tenants").rglob("*.py")
        if "audit" not in path.parts
        and "notifications" not in path.parts
        and f'"{name}"' in path.read_text(encoding="utf-8")
    ]

    assert said


def test_every_call_of_the_engine_is_documented():
    functions = {name for name in channels.__all__ if inspect.isfunction(getattr(channels, name))}
    table = PAGES["channels"].split("## 4.")[1].split("| refusal |")[0]
    told = {name for row in re.findall(r"^\| (`.+?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)}

    assert told == functions


def test_every_refusal_is_documented():
    told = re.findall(r"^\| `\w+` \(`(\w+)`\) \|", PAGES["channels"], re.M)

    assert sorted(told) == errors.neutral_codes()


def test_every_fault_and_part_of_an_adapter_is_documented():
    page = PAGES["channels"]
    faults = adapter.FaultKind.__args__
    parts = set(adapter.ChannelAdapter.__dataclass_fields__) - {
        "title",
        "facts",
        "key_help",
        "calls_per_minute",
    }

    assert all(f"`{kind}`" in page for kind in faults)
    missing = [name for name in parts if not re.search(rf"`{name}(\(.*?\))?`", page)]
    assert missing == []


@pytest.mark.parametrize(
    ("page", "kind", "but"),
    [
        ("testing", Tenant, {"planned", "slug", "schema", "entered"}),
        ("testing", Transport, {"replay", "save", "exchanges", "respond"}),
        ("testing", Request, set()),
        ("testing", ChannelFixture, {"slot"}),
        ("channels", SampleBooking, {"seats", "ends_at"}),
        ("channels", ChannelDriver, {"channel", "client", "hold_minutes"}),
    ],
)
def test_the_kit_is_documented(page, kind, but):
    text = PAGES[page]
    names = set(public(kind)) | set(getattr(kind, "__dataclass_fields__", {}))

    assert [name for name in sorted(names - but) if not re.search(rf"\b{name}\b", text)] == []


def test_the_limits_are_those_that_hold():
    assert f"`clear_suppression` | {time_limits.JOB_SECONDS:g} s |" in FRONT
    assert f"| own operations, `health` | {time_limits.REQUEST_SECONDS:g} s |" in FRONT
    assert f"| `receive` of a webhook | {time_limits.WEBHOOK_SECONDS:g} s |" in FRONT
    assert f"| `check_hold` | {time_limits.SALE:g} s |" in FRONT
    seconds = adapter.PartnerRoute.__dataclass_fields__["seconds"].default
    assert f"`PartnerRoute.seconds` ({seconds:g})" in FRONT
    assert f"At most {backlog_limit.MOST_WAITING} events wait" in FRONT
    assert (fair_queue.AFTER, backlog_limit.LONGEST.days, isolated_call.PLACES > 1) == (5, 3, True)


def test_links_lead_somewhere():
    for page, text in EVERYTHING.items():
        folder = (ROOT / "docs" / page).parent
        for target in re.findall(r"\]\(([^)#]+)", text):
            assert (folder / target).exists(), f"{page}: {target}"
