"""`outfitter plugin check`: it names what the host, or a reader, would stumble over."""

import importlib
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from outfitter.plugins import registry
from outfitter.testing import plugin_check, scaffold

# Modules stay loaded, so every plugin has a name of its own.
NUMBERS = itertools.count()


@pytest.fixture
def problems(tmp_path: Path) -> Any:
    """Return a function that makes a plugin, changes it and checks it."""
    made: list[str] = []

    def check(*changes: tuple[str, str, str]) -> list[str]:
        slug = f"checked{next(NUMBERS)}"
        root = scaffold.make(slug, into=tmp_path) / "src"
        for name, before, after in changes:
            path = root / f"outfitter_{slug}" / name
            text = path.read_text()
            assert before in text
            path.write_text(text.replace(before, after, 1))
        sys.path.insert(0, str(root))
        module = importlib.import_module(f"outfitter_{slug}.plugin")
        registry.manager.register(module.plugin, name=slug)
        registry.manifests.cache_clear()
        made.append(slug)
        return plugin_check.problems(slug)

    yield check
    for slug in made:
        registry.manager.unregister(name=slug)
        sys.path.pop(0)
    registry.manifests.cache_clear()


def test_what_is_made_anew_has_none(problems):
    assert problems() == []


def test_ours_have_none():
    for slug in registry.slugs():
        assert plugin_check.problems(slug) == [], slug


@pytest.mark.parametrize(
    ("file", "before", "after", "says"),
    [
        ("plugin.py", "from outfitter.sdk", "import json\nfrom outfitter.sdk", "at its top"),
        ("plugin.py", '"trip.converted"', '"trip.sold"', "There is no event 'trip.sold'"),
        (
            "client.py",
            "from typing",
            "import outfitter_tenants.trips\nfrom typing",
            "only outfitter.sdk is public",
        ),
        (
            "client.py",
            "from typing",
            "from outfitter.plugins import registry\nfrom typing",
            "only outfitter.sdk is public",
        ),
        (
            "serializers.py",
            "from typing",
            "from outfitter import db\nfrom typing",
            "only outfitter.sdk is public",
        ),
        (
            "serializers.py",
            "from typing",
            "from outfitter.sdk.testing import Clock\nfrom typing",
            "that is for tests",
        ),
        ("settings.py", '("api_key",)', '("token",)', "secret names 'token', which is no field"),
        ("settings.py", '"api_url": "Where', '"where": "Where', "help names 'where'"),
        ("settings.py", 'extra="forbid", ', "", 'extra="forbid"'),
        ("settings.py", ", hide_input_in_errors=True", "", "hide_input_in_errors"),
    ],
)
def test_a_stumbling_block_is_named(problems, file, before, after, says):
    found = problems((file, before, after))

    assert len(found) == 1
    assert says in found[0]


def test_what_is_not_installed_is_said():
    assert plugin_check.problems("nobody") == [
        "nobody is not installed: pip install it into this environment."
    ]


def test_operations_need_names_of_their_own(problems):
    found = problems(
        (
            "plugin.py",
            "    @hookimpl\n    def health",
            """    @hookimpl
    def api_routers(self):
        from ninja import Router

        from outfitter.sdk import PluginApiRouter

        router = Router()

        @router.get("/hello", operation_id="hello")
        def hello(request):
            return {}

        return [PluginApiRouter(router)]

    @hookimpl
    def webhooks(self):
        from outfitter.sdk import Webhook

        return [Webhook("/other/x", lambda *_: None, lambda *_: None)]

    @hookimpl
    def health""",
        )
    )

    assert [line.split(":")[0] for line in found] == ["api_routers", "webhooks"]
