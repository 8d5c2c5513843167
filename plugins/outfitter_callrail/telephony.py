"""CallRail as the host asks it: recordings, and calls whose notices got lost."""

from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from outfitter.sdk import CallPage, Permanent, RecordingRequest, TenantContext
from outfitter_callrail import client
from outfitter_callrail.serializers import Moment, is_call, notice_of
from outfitter_callrail.settings import account_of

_MOST_PAGES: Final = 200


class CallRailCalls:
    """Who tracks an operator's calls."""

    slug = "callrail"

    def is_ready(self, ctx: TenantContext) -> bool:
        """Return whether CallRail can be asked."""
        return account_of(ctx.config, schema=ctx.schema).can_ask

    def recording(self, ctx: TenantContext, url: str) -> RecordingRequest:
        """
        Return where a recording is; the key goes to CallRail alone.

        :raises Permanent: the address is not CallRail's, or nothing is there
        :raises Retryable: CallRail did not answer
        """
        account = account_of(ctx.config, schema=ctx.schema)
        if not account.is_theirs(url):
            raise Permanent("This recording is not at CallRail.")
        if urlsplit(url).path.endswith(".json"):
            return RecordingRequest(client.link_of_recording(account, url))
        return RecordingRequest(url)

    def calls_since(self, ctx: TenantContext, since: datetime, cursor: str) -> CallPage:
        """
        Return the calls that began since then and are over.

        :raises Retryable: CallRail did not answer
        :raises Permanent: CallRail refused
        """
        account = account_of(ctx.config, schema=ctx.schema)
        page = int(cursor or 1)
        found = client.list_calls(account, first_day=since.date().isoformat(), page=page)
        now = datetime.now(UTC)
        calls = found.get("calls")
        rows = [one for one in calls if isinstance(one, dict)] if isinstance(calls, list) else []
        notices = [notice_of(one, Moment.ENDED, at=now) for one in rows if is_call(one) and _is_over(one)]
        total = int(found.get("total_pages") or 0)
        return CallPage(notices, str(page + 1) if page < min(total, _MOST_PAGES) else None)


def _is_over(call: dict[str, object]) -> bool:
    return call.get("call_type") not in {"in_progress", "ringing"}
