"""Pure translation of customers into Mailchimp's subscribers."""

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from outfitter.sdk.customers import Contact

# Mailchimp's limits of a text field and of a tag.
MOST_NAME: Final = 255
MOST_TAG: Final = 100


def subscriber_hash(email: str) -> str:
    """Return what Mailchimp calls an address: the MD5 of it in lower case."""
    return hashlib.md5(email.strip().lower().encode(), usedforsecurity=False).hexdigest()


def subscriber(contact: "Contact", *, is_double_opt_in: bool) -> dict[str, Any]:
    """
    Return the subscriber a customer makes.

    `status_if_new` counts for who is not there yet; a `status` would bring back who has left.
    """
    return {
        "email_address": contact.email,
        "status_if_new": "pending" if is_double_opt_in else "subscribed",
        "merge_fields": {"FNAME": contact.first_name[:MOST_NAME], "LNAME": contact.last_name[:MOST_NAME]},
        "language": contact.locale.replace("_", "-").split("-")[0].lower() or "en",
    }


def tags_of(names: Iterable[str]) -> list[str]:
    """Return tags for experiences, each once, as long as Mailchimp allows."""
    return list(dict.fromkeys(" ".join(name.split())[:MOST_TAG] for name in names if name.strip()))
