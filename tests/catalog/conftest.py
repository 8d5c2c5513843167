"""What tests of pictures share: a store that is a folder of their own, and an owner who uploads."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from outfitter.settings import env
from tests.support.owner_client import owner_of


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Keep pictures in a folder that ends with the test."""
    settings.STORAGES = env.storages(tmp_path)
    return tmp_path


@pytest.fixture
def owner(reef: Any, folder: Path, client_for: Any) -> Client:
    """The owner of Reef Runners, whose pictures go to the folder."""
    return owner_of(client_for)
