"""The reference of every operation, made from the OpenAPI document: a page for each subject."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from docs_site.json_schemas import Json, Schema, anchor, notes, references, sample, type_of

METHODS = ("get", "post", "put", "patch", "delete")
# Every operation answers these alike; they stand once, on the first page.
USUAL = {"400", "401", "403", "404", "405", "409", "422", "423", "429"}
LONGEST_EXAMPLE = 1_600
INTRODUCTION = """# API reference

Every operation of Outfitter's API, by subject. [The API](../../api.md) tells how to get a key, how errors
look and how fast you may ask.

Requests and answers are JSON. Money is in minor units (cents), times are UTC, days are the operator's. An
error is always `{"code": …, "message": …, "detail": …}`; a 422 with the code `validation_failed` names each
field. Any operation may answer:

| status | meaning |
|---|---|
| 400 | the request can't be read |
| 401 | nobody is signed in, or the key is not valid |
| 403 | the role or the key doesn't have access, or something has to be done first |
| 404 | there is no such thing at this operator |
| 409 | it changed meanwhile (`stale_version`), or the state doesn't allow it |
| 422 | a value is not valid |
| 429 | too many requests; `Retry-After` says how long to wait |

"""


@dataclass(frozen=True)
class Operation:
    """One method of one address."""

    method: str
    path: str
    body: Schema

    @property
    def tag(self) -> str:
        """Return the subject it belongs to."""
        found = self.body.get("tags")
        return str(found[0]) if isinstance(found, list) and found else "other"


def write(openapi: Mapping[str, Json], folder: Path) -> None:
    """Write the reference's pages into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    schemas = _schemas(openapi)
    subjects = by_subject(openapi)
    homes = homes_of(subjects, schemas)
    for subject, operations in subjects.items():
        text = _page(subject, operations, schemas, {k for k, v in homes.items() if v == subject})
        (folder / f"{slug(subject)}.md").write_text(text, encoding="utf-8")
    rows = "\n".join(f"| [{_title(one)}]({slug(one)}.md) | {len(subjects[one])} |" for one in subjects)
    names = "\n".join(slug(one) for one in subjects)
    tree = f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    index = f"{INTRODUCTION}| subject | operations |\n|---|---|\n{rows}\n\n{tree}"
    (folder / "index.md").write_text(index, encoding="utf-8")


def by_subject(openapi: Mapping[str, Json]) -> dict[str, list[Operation]]:
    """Return every operation by its subject; subjects and addresses in alphabetical order."""
    found: dict[str, list[Operation]] = defaultdict(list)
    paths = openapi["paths"]
    for path, item in sorted(paths.items()) if isinstance(paths, dict) else ():
        for method in METHODS:
            body = item.get(method) if isinstance(item, dict) else None
            if isinstance(body, dict):
                one = Operation(method, path, body)
                found[one.tag].append(one)
    return dict(sorted(found.items(), key=lambda pair: pair[0].lower()))


def slug(subject: str) -> str:
    """Return the name of a subject's page."""
    return re.sub(r"[^a-z0-9]+", "-", subject.lower()).strip("-")


def _title(subject: str) -> str:
    named = subject.replace("plugin:", "Plugin: ")
    return named[0].upper() + named[1:]


def _schemas(openapi: Mapping[str, Json]) -> dict[str, Schema]:
    components = openapi["components"]
    found = components.get("schemas") if isinstance(components, dict) else None
    return {k: v for k, v in found.items() if isinstance(v, dict)} if isinstance(found, dict) else {}


def homes_of(subjects: Mapping[str, list[Operation]], schemas: Mapping[str, Schema]) -> dict[str, str]:
    """Return the subject on whose page each schema stands: the one whose operations name it most."""
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for subject, operations in subjects.items():
        for name in _all_named(operations, schemas):
            # Led to by others alone still counts, but less than any operation that names it.
            uses[name][subject] += 1
        for one in operations:
            for part in _told_parts(one):
                uses_here = [name for name in references(part) if name in schemas]
                for name in uses_here:
                    uses[name][subject] += 100
    return {name: min(found, key=lambda one: (-found[one], one)) for name, found in uses.items()}


def _page(subject: str, operations: list[Operation], schemas: Mapping[str, Schema], at_home: set[str]) -> str:
    told = [_operation(one, schemas) for one in operations]
    shapes = [_shape(name, schemas[name]) for name in sorted(at_home)]
    ending = "## Shapes\n\n" + "\n".join(shapes) if shapes else ""
    return f"# {_title(subject)}\n\n" + "\n".join(told) + "\n" + ending


def _all_named(operations: list[Operation], schemas: Mapping[str, Schema]) -> set[str]:
    """Return the schemas that these operations lead to, directly or through others."""
    left = [name for one in operations for part in _told_parts(one) for name in references(part)]
    found: set[str] = set()
    while left:
        name = left.pop()
        if name not in found and name in schemas:
            found.add(name)
            left += references(dict(schemas[name]))
    return found


def _told_parts(operation: Operation) -> list[Json]:
    answers = operation.body.get("responses")
    good = [v for k, v in answers.items() if k not in USUAL] if isinstance(answers, dict) else []
    return [operation.body.get("requestBody"), operation.body.get("parameters"), *good]


def _operation(operation: Operation, schemas: Mapping[str, Schema]) -> str:
    about = str(operation.body.get("description") or "").strip()
    access = str(operation.body.get("x-access") or "public")
    parts = [f"## {operation.method.upper()} {operation.path}\n", about + "\n", f"Access: {access}\n"]
    parameters = operation.body.get("parameters")
    if isinstance(parameters, list) and parameters:
        parts.append(_parameters(parameters))
    if asked := _content(operation.body.get("requestBody")):
        parts.append(_payload("Request", asked, schemas))
    answers = operation.body.get("responses")
    for status, answer in answers.items() if isinstance(answers, dict) else ():
        if status in USUAL:
            continue
        content = _content(answer)
        parts.append(_payload(f"Answer {status}", content, schemas) if content else f"Answer {status}\n")
    return "\n".join(parts)


def _parameters(parameters: list[Json]) -> str:
    rows = []
    for one in parameters:
        if not isinstance(one, dict):
            continue
        schema = one.get("schema")
        kind = type_of(schema) if isinstance(schema, dict) else ""
        note = notes(schema) if isinstance(schema, dict) else ""
        need = "required" if one.get("required") else ""
        said = "; ".join(part for part in (need, str(one.get("description") or ""), note) if part)
        rows.append(f"| `{one.get('name')}` | {one.get('in')} | {kind} | {_cell(said)} |")
    return "| parameter | in | type | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def _content(part: Json) -> Schema | None:
    content = part.get("content") if isinstance(part, dict) else None
    if not isinstance(content, dict):
        return None
    kind = next(iter(content), "")
    body = content.get(kind)
    schema = body.get("schema") if isinstance(body, dict) else None
    return schema if isinstance(schema, dict) else None


def _payload(title: str, schema: Schema, schemas: Mapping[str, Schema]) -> str:
    example = json.dumps(sample(schema, schemas), ensure_ascii=False, indent=2)
    shown = f"\n```json\n{example}\n```\n" if len(example) <= LONGEST_EXAMPLE else ""
    return f"{title}: {type_of(schema)}\n{shown}"


def _shape(name: str, schema: Schema) -> str:
    target, about = anchor(name), str(schema.get("description") or "")
    head = f"({target})=\n### {name}\n\n{about}\n"
    fields = schema.get("properties")
    if not isinstance(fields, dict) or not fields:
        return head + ("" if schema.get("type") == "object" else f"\n{type_of(schema)}\n")
    required = schema.get("required")
    needed = set(map(str, required)) if isinstance(required, list) else set()
    rows = []
    for field, value in fields.items():
        if isinstance(value, dict):
            said = "; ".join(part for part in ("required" if field in needed else "", notes(value)) if part)
            rows.append(f"| `{field}` | {type_of(value)} | {_cell(said)} |")
    return head + "\n| field | type | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
