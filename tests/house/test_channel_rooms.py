"""The plugins of channels are built alike: whoever knows one finds their way in every other."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# A room, or one for each topic or version: `requests`, `v1_requests`.
EVERY = ("plugin", "adapter", "routes", "requests", "errors", "settings")
# What other houses call these rooms.
OTHER_WORDS = {
    "views": "handlers",
    "endpoints": "routes",
    "urls": "routes",
    "schemas": "requests or types",
    "exceptions": "errors",
    "config": "settings",
    "http": "client",
    "utils": "the room of its topic",
    "helpers": "the room of its topic",
    "common": "the room of its topic",
}
pytestmark = pytest.mark.rules


def rooms() -> dict[str, set[str]]:
    """Return the modules of every plugin that is a channel."""
    return {
        folder.name: {path.stem for path in folder.glob("*.py")}
        for folder in sorted((ROOT / "plugins").iterdir())
        if (folder / "adapter.py").is_file()
    }


def test_the_channels_are_found():
    assert len(rooms()) >= 5


@pytest.mark.parametrize("plugin", rooms())
def test_every_channel_has_the_rooms_that_all_have(plugin):
    words = {name.rpartition("_")[2] for name in rooms()[plugin]}

    assert set(EVERY) <= words


@pytest.mark.parametrize("plugin", rooms())
def test_no_room_goes_by_another_word(plugin):
    found = {
        name: OTHER_WORDS[last]
        for name in rooms()[plugin]
        if (last := name.rpartition("_")[2]) in OTHER_WORDS
    }

    assert not found


@pytest.mark.parametrize("plugin", rooms())
def test_the_layers_of_every_channel_are_held(plugin):
    contracts = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contract = contracts[contracts.index('id = "inside-a-channel"') :]

    assert f'"{plugin}"' in contract[: contract.index("layers = ")]
