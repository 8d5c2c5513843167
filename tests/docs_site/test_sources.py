"""What the site is put together from: documents, the OpenAPI document, the hooks."""

import json
import re
from pathlib import Path

import pytest

from docs_site import api_reference, build, hook_reference, json_schemas, navigation, sources
from outfitter.plugins import hookspecs

ROOT = Path(__file__).parents[2]
OPENAPI = json.loads((ROOT / "web/openapi.json").read_text(encoding="utf-8"))
SPEC = (ROOT / "platform/outfitter/plugins/hookspecs.py").read_text(encoding="utf-8")
pytestmark = pytest.mark.rules


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    sources.assemble(ROOT, folder)
    return folder


def test_every_document_is_in_the_navigation(source: Path) -> None:
    front = (source / "index.md").read_text(encoding="utf-8")
    named = {line.split("<")[-1].rstrip(">") for line in front.splitlines()}
    for page in (ROOT / "docs").glob("*.md"):
        assert page.stem in named, page.name
    assert (source / "adr/index.md").read_text(encoding="utf-8").count("](0") == len(
        list((ROOT / "docs/adr").glob("0*.md"))
    )


def test_every_operation_stands_on_exactly_one_page(source: Path) -> None:
    told = [
        line.removeprefix("## ")
        for page in (source / "reference/api").glob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
        if re.match(r"## [A-Z]+ /", line)
    ]
    wanted = [
        f"{method.upper()} {path}"
        for path, item in OPENAPI["paths"].items()
        for method in item
        if method in api_reference.METHODS
    ]
    assert sorted(told) == sorted(wanted)


def test_every_shape_stands_once_and_is_there_for_who_links_to_it(source: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (source / "reference/api").glob("*.md"))
    targets = re.findall(r"^\((shape-[\w-]+)\)=$", text, re.M)
    assert len(targets) == len(set(targets))
    assert set(re.findall(r"\(#(shape-[\w-]+)\)", text)) <= set(targets)


def test_every_hook_is_told_as_it_is_declared(source: Path) -> None:
    page = (source / "reference/hooks.md").read_text(encoding="utf-8")
    declared = {
        name
        for group in vars(hookspecs).values()
        if isinstance(group, type) and group.__module__ == hookspecs.__name__
        for name, value in vars(group).items()
        if hasattr(value, "outfitter_spec")
    }
    assert declared
    assert set(re.findall(r"^### `(\w+)`$", page, re.M)) == declared
    assert "def manifest() -> Manifest" in page


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("[a](api.md)", "[a](api.md)"),
        ("[a](adr/0001-src-roots.md#x)", "[a](adr/0001-src-roots.md#x)"),
        ("[the license](../LICENSE)", "the license"),
        ("[code](../platform/outfitter/cli.py)", "code"),
        ("[sign off](../CONTRIBUTING.md#sign-off)", "sign off"),
        ("[out](https://example.com)", "[out](https://example.com)"),
        ("![picture](pictures/trip.png)", "![picture](pictures/trip.png)"),
    ],
)
def test_links_lead_somewhere_on_the_site(link: str, shown: str) -> None:
    docs = ROOT / "docs"
    assert sources.readable(link, docs / "api.md", docs) == shown


@pytest.mark.parametrize(
    ("schema", "kind", "example"),
    [
        ({"type": "integer", "minimum": 5}, "integer", 5),
        ({"type": "integer", "minimum": 0}, "integer", 1),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null", "text"),
        (
            {"type": "array", "items": {"$ref": "#/components/schemas/A"}},
            "list of [A](#shape-a)",
            [{"b": True}],
        ),
        ({"enum": ["x", "y"], "type": "string"}, "`x` \\| `y`", "x"),
        ({"const": "x"}, "`x`", "x"),
        ({"type": "string", "format": "date"}, "date", "2026-07-04"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "map", {}),
        ({"type": "integer", "default": 50}, "integer", 50),
        ({"$ref": "#/components/schemas/Loop"}, "[Loop](#shape-loop)", {"me": {"me": {"me": {"me": {}}}}}),
    ],
)
def test_what_schemas_say(schema: json_schemas.Schema, kind: str, example: json_schemas.Json) -> None:
    schemas: dict[str, json_schemas.Schema] = {
        "A": {"type": "object", "properties": {"b": {"type": "boolean"}}},
        "Loop": {"type": "object", "properties": {"me": {"$ref": "#/components/schemas/Loop"}}},
    }
    assert json_schemas.type_of(schema) == kind
    assert json_schemas.sample(schema, schemas) == example


def test_limits_are_told_and_those_of_every_id_are_not() -> None:
    schema: json_schemas.Schema = {"type": "integer", "minimum": 1, "maximum": 9223372036854775807}
    assert json_schemas.notes(schema) == ""
    assert (
        json_schemas.notes({"type": "string", "maxLength": 60, "default": "x"})
        == 'default `"x"`; at most 60 characters'
    )


def test_a_new_document_is_a_guide_by_itself(tmp_path: Path) -> None:
    for name in ("api", "counter"):
        (tmp_path / f"{name}.md").write_text(f"# {name}")
    guides = navigation.sections(tmp_path)[0]
    assert guides.documents == ("counter",)


def test_a_script_in_a_page_may_run_by_its_hash_alone(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text('<script src="x.js"></script><script>alert(1)</script><script></script>')
    assert build.script_hashes([page]) == ["sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI="]


def test_groups_of_hooks_have_readable_titles() -> None:
    assert hook_reference.groups(SPEC)[0].name == "Registration"
