"""
Which messages are news, that one may unsubscribe from, and which belong to a booking. Pure.

What somebody booked, paid or asked for is told whatever they think of news (domain.md 4.22).
"""

from typing import Final

# Sent to win somebody, or to win them again.
MARKETING: Final = frozenset({"abandon", "followup", "review_request", "custom"})
# What carries a key or a private word: nobody counts who opens it.
PRIVATE: Final = frozenset({"access_code", "answer", "question", "invoice"})


def is_marketing(category: str, *, is_to_many: bool = False) -> bool:
    """
    Return whether a message of a category is news.

    What a person writes to one guest is a letter. To many at once (`is_to_many`) it is news, unless it
    is about what they booked: that is what categories of their own are for.
    """
    return category in MARKETING or (is_to_many and category == "manual")


def is_counted(category: str, *, has_template: bool) -> bool:
    """Return whether openings and clicks of a message are counted: those of templates, but no keys."""
    return has_template and category not in PRIVATE
