"""
What a sales CRM implements. Public through `outfitter.sdk`.

It is the platform's own, not an operator's: one account for whoever hosts. Calls happen outside of
transactions. Writes may be repeated and must then change nothing more.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from outfitter.plugins.sales_crm.types import (
    CrmAccount,
    CrmCompany,
    CrmDeal,
    CrmHit,
    CrmKeys,
    CrmNotice,
    SavedCrmRow,
)

SEARCH_SECONDS = 3.0
MOST_ROWS = 100


class SalesCrm(Protocol):
    """A CRM with companies and deals."""

    slug: str

    def connect(self, keys: CrmKeys) -> CrmAccount:
        """
        Try the keys, make what the account lacks, and return whose they are.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: the account can't be used; the message says why
        :raises Retryable: it did not answer, or asks to wait
        """
        ...

    def save_companies(self, keys: CrmKeys, companies: Sequence[CrmCompany]) -> Sequence[SavedCrmRow]:
        """
        Create or change companies by their key, at most `MOST_ROWS`.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: they are refused; none of them was saved
        :raises Retryable: it did not answer, or asks to wait
        """
        ...

    def save_deals(self, keys: CrmKeys, deals: Sequence[CrmDeal]) -> Sequence[SavedCrmRow]:
        """
        Create or change deals by their key, at most `MOST_ROWS`.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: they are refused; none of them was saved
        :raises Retryable: it did not answer, or asks to wait
        """
        ...

    def archive_deal(self, keys: CrmKeys, remote_id: str) -> None:
        """
        Take a deal out; one that is not there is no error.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: it refuses
        :raises Retryable: it did not answer, or asks to wait
        """
        ...

    def search(self, keys: CrmKeys, text: str) -> Sequence[CrmHit]:
        """
        Return deals and companies that match, within `SEARCH_SECONDS`.

        :raises CrmTokenRefused: the token is not accepted
        :raises Retryable: it did not answer in time, or asks to wait
        """
        ...

    def search_articles(self, keys: CrmKeys, text: str, *, domain: str, language: str) -> Sequence[CrmHit]:
        """
        Return articles of the knowledge base on `domain`, within `SEARCH_SECONDS`.

        :raises CrmTokenRefused: the token is not accepted
        :raises Retryable: it did not answer in time, or asks to wait
        """
        ...

    def read_notices(
        self, keys: CrmKeys, url: str, headers: Mapping[str, str], body: bytes
    ) -> Sequence[CrmNotice]:
        """
        Check a delivery to `url` and return what it tells of deals. No network here.

        :raises CrmNoticeRefused: it is not genuine, too old, or can't be read
        """
        ...
