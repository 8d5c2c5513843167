"""`outfitter plugin new`: a whole distribution with tests, to change into what is wanted."""

import re
from pathlib import Path
from string import Template
from typing import Final

TEMPLATES: Final = Path(__file__).parent / "templates"
KINDS: Final = tuple(sorted(folder.name for folder in TEMPLATES.iterdir() if folder.is_dir()))
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST: Final = 30


class NotMade(ValueError):
    """A plugin cannot be made like that; the text says why."""


def render(slug: str, *, kind: str = "events") -> dict[str, str]:
    """
    Return the files of a new distribution: path -> text.

    :raises NotMade: the slug is none, or there is no such kind
    """
    if not _SLUG.fullmatch(slug) or len(slug) > _LONGEST:
        raise NotMade(f"a slug is made of a-z, 0-9 and _, at most {_LONGEST} letters: {slug!r}")
    if kind not in KINDS:
        raise NotMade(f"there is no kind {kind!r}; there are {', '.join(KINDS)}")
    words = {
        "slug": slug,
        "title": slug.replace("_", " ").title(),
        "package": f"outfitter_{slug}",
        "class_name": slug.title().replace("_", ""),
    }
    found = {}
    folder = TEMPLATES / kind
    for path in sorted(folder.rglob("*.txt")):
        name = str(path.relative_to(folder)).removesuffix(".txt")
        text = Template(path.read_text(encoding="utf-8")).substitute(words)
        found[name.replace("__package__", words["package"])] = text
    return found


def make(slug: str, *, kind: str = "events", into: Path) -> Path:
    """
    Write a new distribution into the folder `outfitter-<slug>` below `into`; return it.

    :raises NotMade: the slug is none, or the folder is there already
    """
    files = render(slug, kind=kind)
    root = into / f"outfitter-{slug.replace('_', '-')}"
    if root.exists():
        raise NotMade(f"{root} is there already")
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
