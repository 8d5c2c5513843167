"""The terms that come with the product. A released text never changes; a new one is added."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TEXTS: Final = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Shipped:
    """One text and how it is published."""

    audience: str
    version: int
    locale: str
    title: str
    file: str
    is_major: bool

    @property
    def body_html(self) -> str:
        """Return the words themselves."""
        return (_TEXTS / self.file).read_text(encoding="utf-8")


SHIPPED: Final = (Shipped("operator", 1, "en", "Operator agreement", "operator_v1.html", is_major=True),)
