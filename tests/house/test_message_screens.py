"""Screens of messages know every field, block, reason, language and shipped template by name."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from outfitter_tenants.messaging import merge_fields, translations
from outfitter_tenants.messaging.rules import reasons
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES
from outfitter_tenants.messaging.template_documents.data_blocks import DATA_BLOCKS

pytestmark = pytest.mark.rules

ROOT = Path(__file__).parents[2]
FEATURE = ROOT / "web" / "src" / "features" / "crm"


def listed(file: str, name: str) -> list[str]:
    """Return the words of a list in a module of the screens."""
    found = re.search(rf"export const {name} = \[(.*?)\]", (FEATURE / file).read_text(), re.S)
    assert found, f"{file} has no list {name}"
    return re.findall(r"'([^']+)'", found[1])


@pytest.mark.parametrize(
    ("file", "name", "known"),
    [
        ("model.ts", "fieldNames", merge_fields.MERGE_FIELDS),
        ("model.ts", "blockKinds", {"button", "picture", "spacer", *DATA_BLOCKS}),
        ("model.ts", "systemSlugs", SYSTEM_TEMPLATES),
        ("reasons.ts", "reasons", reasons.ALL),
        ("guest-locales.ts", "guestLocales", translations.languages()),
    ],
)
def test_a_list_names_what_the_server_has(file: str, name: str, known: Iterable[str]) -> None:
    assert sorted(listed(file, name)) == sorted(known)


def test_the_keys_the_server_names_are_words() -> None:
    words = json.loads((ROOT / "web" / "src" / "messages" / "en" / "templateEditor.json").read_text())
    keys = {field.label_key for field in merge_fields.MERGE_FIELDS.values()}
    assert keys | {f"block_{name}" for name in DATA_BLOCKS} <= set(words)
