"""Dialpad as the host asks it: recordings, and calls whose events got lost."""

from datetime import UTC, datetime

from outfitter.sdk import CallNotice, CallPage, Permanent, RecordingRequest, TenantContext
from outfitter_dialpad import client
from outfitter_dialpad.serializers import is_call, notice_of, notice_payload
from outfitter_dialpad.settings import account_of


class DialpadCalls:
    """Who carries an operator's calls."""

    slug = "dialpad"

    def is_ready(self, ctx: TenantContext) -> bool:
        """Return whether Dialpad can be asked."""
        return bool(account_of(ctx.config).api_key)

    def recording(self, ctx: TenantContext, url: str) -> RecordingRequest:
        """
        Return what opens a recording; the key goes to Dialpad alone.

        :raises Permanent: the address is not Dialpad's
        """
        account = account_of(ctx.config)
        if not account.is_theirs(url):
            raise Permanent("This recording is not at Dialpad.")
        return RecordingRequest(url, account.headers)

    def calls_since(self, ctx: TenantContext, since: datetime, cursor: str) -> CallPage:
        """
        Return the calls that began since then and are over.

        :raises Retryable: Dialpad did not answer
        :raises Permanent: Dialpad refused
        """
        since_ms = int(since.timestamp() * 1000)
        found = client.list_calls(account_of(ctx.config), since_ms=since_ms, cursor=cursor)
        items = found.get("items")
        now = datetime.now(UTC)
        rows = [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []
        notices = [_ended(one, now) for one in rows if is_call(one) and one.get("date_ended")]
        return CallPage([one for one in notices if one], str(found.get("cursor") or "") or None)


def _ended(call: dict[str, object], now: datetime) -> CallNotice | None:
    return notice_of({**notice_payload(call), "state": "hangup"}, at=now)
