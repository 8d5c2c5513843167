"""Without what a letter is none: whoever gets it could do nothing with it. Pure."""

from collections.abc import Mapping
from typing import Final

from outfitter_tenants.messaging import merge_fields
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_documents.document_check import nodes_of

# By category: one of these fields or blocks has to be in it.
NEEDS: Final[Mapping[str, frozenset[str]]] = {
    "access_code": frozenset({"access.code", "accessCode"}),
    "answer": frozenset({"note"}),
    "gift_card": frozenset({"gift_card.link", "giftCard"}),
    "payment_request": frozenset({"payment.link", "paymentButton"}),
    "waiver_request": frozenset({"waiver.link"}),
}


def is_enough(words: TemplateWords, *, category: str) -> bool:
    """Return whether an email of these words holds what its reader needs."""
    needed = NEEDS.get(category)
    return needed is None or bool(needed & _names(words))


def _names(words: TemplateWords) -> set[str]:
    """Return the fields and blocks of an email's body."""
    found: set[str] = set()
    for node in nodes_of(words.document):
        attrs = node.get("attrs") or {}
        links = [mark["attrs"]["href"] for mark in node.get("marks") or () if mark["type"] == "link"]
        lines = (attrs.get("label"), attrs.get("url"), *links)
        found |= {str(node["type"]), str(attrs.get("target"))}
        found |= {name for line in lines for name in merge_fields.names_in(line or "")}
        if node["type"] == "mergeField":
            found.add(str(attrs["name"]))
    return found
