"""Everybody imports as the owner of the reef, into a folder of the test's own."""

import pytest
from django.conf import settings

from tests.support.owner_client import owner_of


@pytest.fixture(autouse=True)
def folder(reef, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR", tmp_path)
    return tmp_path


@pytest.fixture
def rita(client_for):
    return owner_of(client_for)
