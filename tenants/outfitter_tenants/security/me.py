"""The login behind a caller."""

from outfitter.accounts.account_chooser import get_user
from outfitter.accounts.models import User
from outfitter.api.principal import Principal


def user_of(principal: Principal) -> User:
    """Return the login of who is signed in."""
    return get_user(user_id=principal.user_id or 0)
