"""Bodies of search and help."""

from typing import Literal

from outfitter.api.schemas import Out

Type = Literal[
    "customer", "trip", "gift_card", "invoice", "reseller", "product", "experience", "call", "help"
]


class ResultOut(Out):
    """One find. `url` is the address of its screen without a language."""

    type: Type
    id: int | str
    title: str
    subtitle: str
    url: str
    status: str | None
    score: float


class SearchOut(Out):
    """Finds, the best first."""

    results: list[ResultOut]


class ArticleHitOut(Out):
    """A help article in a list."""

    id: str
    title: str
    excerpt: str


class ArticleOut(Out):
    """A help article; `body_html` is made of our own few elements."""

    id: str
    title: str
    body_html: str
