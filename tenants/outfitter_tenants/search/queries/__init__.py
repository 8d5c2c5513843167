"""Reads of search."""

from outfitter_tenants.search.queries.answering import Question, Result, answer
from outfitter_tenants.search.queries.cards import Reader
from outfitter_tenants.search.queries.help import (
    Article,
    ArticleNotFound,
    get_article,
    list_articles,
    search_articles,
)
from outfitter_tenants.search.queries.kinds import TYPES

__all__ = [
    "TYPES",
    "Article",
    "ArticleNotFound",
    "Question",
    "Reader",
    "Result",
    "answer",
    "get_article",
    "list_articles",
    "search_articles",
]
