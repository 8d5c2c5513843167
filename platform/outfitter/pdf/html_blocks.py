"""Cleaned HTML as blocks that paper can set (`block-of` of `house.typ`). Pure."""

from html.parser import HTMLParser
from typing import Any, Final

_BLOCKS: Final = {"p": "text", "h2": "heading", "h3": "subheading", "li": "item"}
_MARKS: Final = {"strong": "strong", "b": "strong", "em": "emph", "i": "emph", "u": "underline"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[dict[str, Any]] = []
        self._marks: list[str] = []
        self._lists: list[list[Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._begin(tag)
        elif tag in {"ul", "ol"}:
            self._lists.append([tag, 0])
        elif tag in _MARKS:
            self._marks.append(_MARKS[tag])
        elif tag == "br":
            self._add("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"ul", "ol"} and self._lists:
            self._lists.pop()
        elif tag in _MARKS and _MARKS[tag] in self._marks:
            self._marks.remove(_MARKS[tag])

    def handle_data(self, data: str) -> None:
        if self.blocks or data.strip():
            self._add(data)

    def _begin(self, tag: str) -> None:
        block: dict[str, Any] = {"kind": _BLOCKS[tag], "spans": [], "number": None}
        if tag == "li" and self._lists:
            self._lists[-1][1] += 1
            block["number"] = self._lists[-1][1] if self._lists[-1][0] == "ol" else None
        self.blocks.append(block)

    def _add(self, text: str) -> None:
        if not self.blocks:
            self.blocks.append({"kind": "text", "spans": [], "number": None})
        self.blocks[-1]["spans"].append({"text": text, "marks": sorted(set(self._marks))})


def blocks_of(body_html: str) -> list[dict[str, Any]]:
    """
    Return the blocks of a text: `{kind, number, spans: [{text, marks}]}`.

    `kind` is text, heading, subheading or item; `marks` are strong, emph and underline.
    """
    reader = _Reader()
    reader.feed(body_html)
    reader.close()
    return [one for one in reader.blocks if any(span["text"].strip() for span in one["spans"])]
