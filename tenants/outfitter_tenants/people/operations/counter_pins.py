"""PINs with which people sign in on a device at a counter (ADR 149)."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password

from outfitter.accounts import login_throttle, sessions
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import rules
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import authority
from outfitter_tenants.people.queries.members import lock_member
from outfitter_tenants.people.queries.roles import power_of

# So many wrong ones in a row are a person who mistypes; each further try waits twice as long.
FREE_TRIES: Final = 5
_DIGITS: Final = "01234567890"


class PinWrong(Forbidden):
    """It is not this person's PIN, or they have none."""

    code = "pin_wrong"


def set_own(*, avatar_id: int, pin: str, at: datetime) -> None:
    """
    Set or change one's own PIN (4 to 8 digits); whoever is signed in with the old one is signed out.

    :raises Invalid: it is one that everybody tries first
    :raises MemberNotFound: nobody here has this id
    """
    if is_obvious(pin):
        raise Invalid({"pin": ["Choose a PIN that is harder to guess, not 1234 or 0000."]})
    with atomic():
        row = lock_member(member_id=avatar_id)
        action = "user_avatar.pin_changed" if row.pin_hash else "user_avatar.pin_set"
        _write(row, make_password(_peppered(row.pk, pin)), action, at)
        login_throttle.clear_tries(key=_counter(row.pk))


def remove_own(*, avatar_id: int, at: datetime) -> None:
    """
    Take one's own PIN away.

    :raises MemberNotFound: nobody here has this id
    """
    with atomic():
        row = lock_member(member_id=avatar_id)
        if row.pin_hash:
            _write(row, None, "user_avatar.pin_removed", at)


def remove_of(*, member_id: int, actor_id: int, at: datetime) -> None:
    """
    Take somebody's PIN away; only they can set another one.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the person's role gives more than the actor's
    :raises MemberNotFound: nobody here has this id
    """
    with atomic():
        power = authority.take(actor_id=actor_id)
        row = lock_member(member_id=member_id)
        rules.check_covers(power, power_of(row.role))
        if row.pin_hash:
            _write(row, None, "user_avatar.pin_removed", at)


def check(*, avatar_id: int, pin: str, at: datetime) -> int:
    """
    Return the login of whoever types their PIN at a counter.

    A try is counted before it is looked at, whichever device it is typed on.

    :raises PinWrong: it is another PIN, or nobody who is active here has it; the fifth in a row is logged
    :raises RateLimited: too many were wrong; `detail.retry_after` says for how many seconds
    """
    failed_cnt = login_throttle.count_try(key=_counter(avatar_id), at=at, free=FREE_TRIES)
    row = UserAvatar.objects.filter(pk=avatar_id, status="active", pin_hash__isnull=False).first()
    if (
        row is None
        or row.user_id is None
        or not check_password(_peppered(avatar_id, pin), row.pin_hash or "")
    ):
        if row is not None and failed_cnt == FREE_TRIES:
            with atomic():
                _record(row, "user_avatar.pin_locked", at)
        raise PinWrong("This isn't the PIN.")
    login_throttle.clear_tries(key=_counter(avatar_id))
    return row.user_id


def is_obvious(pin: str) -> bool:
    """Return whether a PIN is one digit again and again, or digits in a row. Pure."""
    return len(set(pin)) == 1 or pin in _DIGITS or pin in _DIGITS[::-1]


def _write(row: UserAvatar, pin_hash: str | None, action: str, at: datetime) -> None:
    row.pin_hash = pin_hash
    row.save(update_fields=["pin_hash"])
    if row.user_id is not None:
        sessions.end_at_counters(schema_name=current_schema(), user_id=row.user_id, at=at)
    _record(row, action, at)


def _record(row: UserAvatar, action: str, at: datetime) -> None:
    record(entity_type="user_avatar", entity_id=row.pk, action=action, at=at)


def _peppered(avatar_id: int, pin: str) -> str:
    # A copy of the database alone gives no PIN away, few as they are.
    return keyed_hash(settings.SECRET_KEY, "counter-pin", current_schema(), str(avatar_id), pin)


def _counter(avatar_id: int) -> str:
    return login_throttle.key_of("counter-pin", current_schema(), str(avatar_id))
