"""Fixtures of checkouts and of searching, for cards as well."""

from tests.checkout.conftest import begin, gateway
from tests.search.conftest import look

__all__ = ["begin", "gateway", "look"]
