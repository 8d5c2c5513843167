"""The plugin documentation names every hook, with the arguments it really has."""

import inspect
from pathlib import Path

import pytest

from outfitter import sdk
from outfitter.plugins import hookspecs

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "plugins.md").read_text()
HOOKS = [
    (name, function)
    for holder in (hookspecs.Registration, hookspecs.Runtime)
    for name, function in vars(holder).items()
    if not name.startswith("_")
]
pytestmark = pytest.mark.rules


@pytest.mark.parametrize(("name", "function"), HOOKS)
def test_every_hook_is_documented_with_its_signature(name, function):
    arguments = ", ".join(inspect.signature(function).parameters)

    assert f"`{name}({arguments})`" in DOCS


def test_the_sdk_exports_what_it_lists():
    assert all(hasattr(sdk, name) for name in sdk.__all__)
