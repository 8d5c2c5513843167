"""The third-party plugin, loaded from its folder into this process for the length of a test."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from outfitter.plugins import registry

SOURCE = Path(__file__).resolve().parents[1] / "third_party" / "outfitter-acme" / "src"


@pytest.fixture
def acme() -> Iterator[ModuleType]:
    """Register Acme; gives its module, whose `heard` lists what reached it."""
    sys.path.insert(0, str(SOURCE))
    module = importlib.import_module("outfitter_acme.plugin")
    module.heard.clear()
    registry.manager.register(module.plugin, name="acme")
    registry.manifests.cache_clear()
    yield module
    registry.manager.unregister(name="acme")
    registry.manifests.cache_clear()
    sys.path.remove(str(SOURCE))
