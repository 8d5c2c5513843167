"""
Which messages are news, that one may unsubscribe from, and which belong to a booking. Pure.

What somebody booked, paid or asked for is told whatever they think of news (domain.md 4.22).
"""

from typing import Final

# Sent to win somebody, or to win them again.
MARKETING: Final = frozenset({"abandon", "followup", "review_request", "custom"})
# What carries a key or a private word: nobody counts who opens it.
PRIVATE: Final = frozenset({"access_code", "answer", "question", "invoice"})
# What staff send to themselves.
TRIAL: Final = "test"


def is_marketing(category: str) -> bool:
    """
    Return whether a message of a category is news.

    What staff write themselves is a letter, also where it goes to everyone on a departure: it is about
    what they booked.
    """
    return category in MARKETING


def is_counted(category: str, *, has_template: bool) -> bool:
    """Return whether openings and clicks of a message are counted: those of templates, but no keys."""
    return has_template and category not in PRIVATE and category != TRIAL
