"""Our own migrations since the last release can be applied beside it."""

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

from migration_lint.__main__ import OUR_PACKAGES, read_start_line
from migration_lint.judgment import judge
from migration_lint.offline_sql import render, start_line_keys

pytestmark = pytest.mark.rules


@pytest.fixture(scope="module")
def loader() -> MigrationLoader:
    return MigrationLoader(None)


def test_no_migration_since_the_release_blocks_or_breaks(loader: MigrationLoader) -> None:
    labels = [config.label for config in apps.get_app_configs() if config.name.startswith(OUR_PACKAGES)]
    assert [str(found) for found in judge(render(loader, read_start_line(), labels))] == []


def test_the_start_line_names_migrations_that_exist(loader: MigrationLoader) -> None:
    known = start_line_keys(loader, read_start_line())
    assert len(known) >= 200
    with pytest.raises(KeyError, match=r"trips\.0001_nowhere"):
        start_line_keys(loader, {"trips": "0001_nowhere"})


def test_what_comes_after_an_earlier_line_is_rendered_whole(loader: MigrationLoader) -> None:
    line = read_start_line() | {"tos": "0001_initial"}
    steps = render(loader, line, ["tos"])
    assert [step.key[1] for step in steps] == [
        name for app, name in loader.graph.forwards_plan(loader.graph.leaf_nodes("tos")[0]) if app == "tos"
    ][1:]
    assert all(step.statements or step.is_opaque for step in steps)
