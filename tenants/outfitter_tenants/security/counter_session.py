"""Sessions by PIN on a device at a counter: one person after the other sells there (ADR 149)."""

from datetime import datetime, timedelta
from typing import Final

from django.http import HttpRequest
from django.middleware.csrf import rotate_token

from outfitter.accounts import account_chooser, cookies, sessions
from outfitter.accounts.request_origin import origin_of
from outfitter.api.principal import Principal
from outfitter.db.configuration import configuration
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.operations import counter_pins
from outfitter_tenants.security import security_log, session

# A long shift; whoever works longer types their PIN once more.
LONGEST: Final = timedelta(hours=12)


def sign_in(
    request: HttpRequest, *, avatar_id: int, pin: str, device_id: int, device: str, at: datetime
) -> Principal:
    """
    Sign somebody in on a device by PIN; whoever was signed in in this browser no longer is.

    The browser is not remembered as one the person trusts.

    :raises PinWrong: it is not their PIN, or they have none
    :raises RateLimited: too many were wrong
    :raises NoAvatar: the person stopped being active here meanwhile
    """
    session.refuse_other_sites(request)
    user_id = counter_pins.check(avatar_id=avatar_id, pin=pin, at=at)
    with configuration():
        if people.find_avatar(user_id=user_id) is None:
            raise session.no_avatar()
        caller = origin_of(request)
        session.end_former(request, caller, at)
        proof = sessions.Proof(sessions.PIN, is_second_factor=False, until=at + LONGEST, device_id=device_id)
        user = account_chooser.get_user(user_id=user_id)
        begun = sessions.start_session(user=user, proof=proof, is_remembered=False, caller=caller, at=at)
        cookies.set_session(request, begun.token, until=None, at=at)
        rotate_token(request)
        principal = session.principal_of_new(request, begun.row, at)
    request.principal = principal  # type: ignore[attr-defined]
    session.ensure_csrf_cookie(request)
    after = {"method": sessions.PIN, "device": device}
    security_log.record_for_operator(avatar_id=avatar_id, action="signin.succeeded", at=at, after=after)
    return principal
