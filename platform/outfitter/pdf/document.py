"""Sets documents with Typst: no browser, no system libraries, no network."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from outfitter.kit.errors import DomainError

if TYPE_CHECKING:
    import typst

HOUSE: Final = Path(__file__).parent / "house.typ"
# Where the fonts lie, by package; what comes first is tried first (see house.typ).
_FONTS: Final = (
    "fontpkg_noto_sans",
    "fontpkg_noto_sans_arabic",
    "fontpkg_noto_sans_devanagari",
    "fontpkg_noto_sans_thai",
    "pylopdf_fonts_he",
    "noto_cjk_sans_otc",
)
# Countries that print on Letter; everybody else prints on A4.
_LETTER: Final = frozenset(
    {"US", "CA", "MX", "PH", "PR", "CL", "CO", "CR", "GT", "PA", "DO", "SV", "VE", "NI", "HN"}
)
_MOST: Final = 20_000_000


class CannotPrint(DomainError):
    """The document could not be set; the log says why."""

    code = "cannot_print"
    status = 500


def paper_of(country: str | None) -> str:
    """Return the paper people print on in a country (ISO 3166): "us-letter" or "a4"."""
    return "us-letter" if (country or "").upper() in _LETTER else "a4"


def render(
    template: Path,
    data: Mapping[str, Any],
    *,
    paper: str = "a4",
    locale: str = "en",
    at: datetime | None = None,
    picture_ppi: float | None = None,
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """
    Return a document as PDF (as PNG of its first page with `picture_ppi`).

    `data` is JSON; the template reads it as `data` of `house.typ`. `locale` decides how Chinese
    characters are drawn and how words are broken. `files` are pictures by the name the template
    has for them. `at` makes the same document the same bytes.

    :raises CannotPrint: the template does not fit the data, or there is far too much of it
    """
    form: dict[str, Any] = {"format": "pdf", "timestamp": at and at.replace(microsecond=0)}
    if picture_ppi is not None:
        form = {"format": "png", "ppi": picture_ppi}
    return _compiled(template, {**data, "paper": paper, "locale": locale}, files or {}, form)[0]


def render_pages(template: Path, data: Mapping[str, object], *, locale: str, ppi: float) -> list[bytes]:
    """
    Return every page of a document as a PNG, in order.

    :raises CannotPrint: the template does not fit the data, or there is far too much of it
    """
    return _compiled(template, {**data, "locale": locale}, {}, {"format": "png", "ppi": ppi})


def _compiled(
    template: Path, data: Mapping[str, object], files: Mapping[str, bytes], form: dict[str, Any]
) -> list[bytes]:
    import typst  # 77 MB of native code: loaded by whoever prints first

    text = json.dumps(data, ensure_ascii=False)
    if len(text) > _MOST:
        raise CannotPrint("This is too long for one document.")
    source = {**files, "main.typ": template.read_bytes(), "house.typ": HOUSE.read_bytes()}
    try:
        made = typst.compile(source, font_paths=fonts(), sys_inputs={"data": text}, **form)
    except typst.TypstError as problem:
        raise CannotPrint("We couldn't print this.", reason=problem.message[:400]) from problem
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]


@cache
def fonts() -> "typst.Fonts":
    """Return the fonts that come along, read once a process."""
    import typst

    folders = [Path(str(resources.files(name))) for name in _FONTS]
    # Fonts of this machine are left out: everybody prints the same.
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
