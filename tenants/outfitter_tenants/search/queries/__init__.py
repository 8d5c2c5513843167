"""Reads of search."""

from outfitter_tenants.search.queries.entity_types import TYPES
from outfitter_tenants.search.queries.help import Article, ArticleNotFound, get_article, list_articles
from outfitter_tenants.search.queries.help_search import search_articles
from outfitter_tenants.search.queries.result_cards import Reader
from outfitter_tenants.search.queries.results import Question, Result, answer

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
