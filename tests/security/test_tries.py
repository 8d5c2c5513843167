"""Failed tries: counted by account, device and address, with delays that grow."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from tests.support.database import PASSWORD
from tests.support.second_factor import RITA, rita

from outfitter.accounts import address_throttle, authentication, login_throttle, sessions
from outfitter.accounts.models import SigninTry
from outfitter.accounts.operations import InvalidCredentials
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.api.rate_limits import RateLimited

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
STRANGER = RequestOrigin(ip="203.0.113.9", user_agent="Test", schema_name="t_reef", host="reef.localhost")


def _wait(key: str, at: datetime) -> int:
    with pytest.raises(RateLimited) as refused:
        login_throttle.count_try(key=key, at=at)
    return int(str(refused.value.detail["retry_after"]))


def test_ten_are_free_then_each_waits_twice_as_long() -> None:
    at = NOW
    for number in range(1, 11):
        assert login_throttle.count_try(key="k", at=at) == number
    waits = []
    for _ in range(9):
        waits.append(_wait("k", at) - 1)
        at += timedelta(seconds=waits[-1])
        login_throttle.count_try(key="k", at=at)
    assert waits == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


@pytest.mark.parametrize(
    ("tries", "pause", "counted"),
    [
        (9, timedelta(minutes=14, seconds=59), 10),
        (9, timedelta(minutes=15), 1),
        (10, timedelta(hours=23), 11),
        (10, timedelta(days=1), 1),
    ],
)
def test_what_is_forgotten_when(tries: int, pause: timedelta, counted: int) -> None:
    for _ in range(tries):
        login_throttle.count_try(key="k", at=NOW)
    assert login_throttle.count_try(key="k", at=NOW + pause) == counted


def test_a_blocked_try_does_not_count() -> None:
    for _ in range(10):
        login_throttle.count_try(key="k", at=NOW)
    for _ in range(5):
        _wait("k", NOW)
    assert SigninTry.objects.get().failed_cnt == 10


def _fail(caller: RequestOrigin = STRANGER, at: datetime = NOW, email: str = RITA) -> None:
    with pytest.raises(InvalidCredentials):
        authentication.verify_password(email=email, password="wrong", caller=caller, at=at)


def _lock(at: datetime = NOW) -> None:
    for _ in range(9):
        _fail(at=at)
    with pytest.raises(authentication.Locked):
        authentication.verify_password(email=RITA, password="wrong", caller=STRANGER, at=at)


def test_a_success_forgets_and_tells_how_many_failed() -> None:
    for _ in range(3):
        _fail()
    known = authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)
    assert (known.user, known.failed_before) == (rita(), 3)
    again = authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)
    assert again.failed_before == 0


def test_a_locked_account_is_locked_for_the_right_password_and_other_addresses_too() -> None:
    _lock()
    elsewhere = RequestOrigin(ip="198.51.100.1", schema_name="t_reef")
    with pytest.raises(RateLimited):
        authentication.verify_password(email=RITA, password=PASSWORD, caller=elsewhere, at=NOW)


def test_a_known_device_still_gets_in_and_counts_by_itself() -> None:
    mine = RequestOrigin(ip="192.0.2.1", device="d" * 43, schema_name="t_reef")
    authentication.remember_device(user=rita(), device="d" * 43, at=NOW)
    _lock()
    assert authentication.verify_password(email=RITA, password=PASSWORD, caller=mine, at=NOW).user == rita()
    other = RequestOrigin(ip="192.0.2.1", device="e" * 43, schema_name="t_reef")
    with pytest.raises(RateLimited):
        authentication.verify_password(email=RITA, password=PASSWORD, caller=other, at=NOW)


def test_the_person_is_told_once_a_day() -> None:
    _lock()
    for hours in (2, 12, 23):
        _fail(at=NOW + timedelta(hours=hours))
    late = NOW + timedelta(hours=25)
    with pytest.raises(authentication.Locked):
        authentication.verify_password(email=RITA, password="wrong", caller=STRANGER, at=late)


def test_an_address_that_nobody_has_is_locked_alike() -> None:
    for _ in range(10):
        _fail(email="nobody@reef.example")
    with pytest.raises(RateLimited) as refused:
        _fail(email="nobody@reef.example")
    assert refused.value.detail == {"retry_after": 31}


def test_fifty_failures_of_one_address_whatever_the_account() -> None:
    for number in range(50):
        _fail(email=f"nobody{number}@reef.example")
    with pytest.raises(RateLimited):
        _fail(email="somebody@reef.example")
    home = RequestOrigin(ip="192.0.2.1", schema_name="t_reef")
    assert authentication.verify_password(email=RITA, password=PASSWORD, caller=home, at=NOW)


def test_successes_of_an_office_do_not_block_it() -> None:
    for _ in range(60):
        authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)
    assert set(SigninTry.objects.values_list("failed_cnt", flat=True)) == {0}


def test_the_tries_of_a_blocked_account_do_not_block_its_office() -> None:
    _lock()
    for _ in range(60):
        with pytest.raises(RateLimited):
            authentication.verify_password(email=RITA, password="wrong", caller=STRANGER, at=NOW)
    assert SigninTry.objects.get(key=_place()).failed_cnt == 10
    assert SigninTry.objects.get(key=login_throttle.key_of("ip", "203.0.113.9")).failed_cnt == 10


def _place(ip: str = "203.0.113.9", schema: str = "t_reef") -> str:
    return login_throttle.key_of("ip", ip, schema)


def _spray(caller: RequestOrigin, times: int = address_throttle.FREE_AT_OPERATOR) -> None:
    for number in range(times):
        _fail(caller, email=f"nobody{number}@{caller.schema_name}.example")


def test_spraying_one_operator_leaves_the_others_at_that_address_alone() -> None:
    _spray(RequestOrigin(ip=STRANGER.ip, schema_name="t_peak", host="peak.localhost"))

    assert authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)


def test_spraying_an_operator_leaves_its_known_devices_at_that_address_alone() -> None:
    authentication.remember_device(user=rita(), device="d" * 43, at=NOW)
    _spray(STRANGER)

    mine = replace(STRANGER, device="d" * 43)
    assert authentication.verify_password(email=RITA, password=PASSWORD, caller=mine, at=NOW)
    with pytest.raises(RateLimited):
        authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)
    # A browser that is known of Rita is nobody's of anybody else.
    with pytest.raises(RateLimited):
        _fail(mine, email="somebody@reef.example")


def test_a_known_device_is_no_way_around_the_limit_of_its_account() -> None:
    authentication.remember_device(user=rita(), device="d" * 43, at=NOW)
    mine = replace(STRANGER, device="d" * 43)
    for _ in range(9):
        _fail(mine)
    with pytest.raises(authentication.Locked):
        authentication.verify_password(email=RITA, password="wrong", caller=mine, at=NOW)
    with pytest.raises(RateLimited):
        authentication.verify_password(email=RITA, password=PASSWORD, caller=mine, at=NOW)


def test_going_from_operator_to_operator_has_an_end_but_not_for_those_at_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address_throttle, "FREE_AT_ALL", 20)
    for number in range(4):
        _spray(RequestOrigin(ip=STRANGER.ip, schema_name=f"t_{number}"), times=5)
    with pytest.raises(RateLimited):
        authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)

    cache.clear()
    proof = sessions.Proof("password", is_second_factor=False)
    sessions.start_session(user=rita(), proof=proof, is_remembered=False, caller=STRANGER, at=NOW)
    assert authentication.verify_password(email=RITA, password=PASSWORD, caller=STRANGER, at=NOW)


def test_a_network_of_version_six_is_one_address() -> None:
    for number in range(address_throttle.FREE_AT_OPERATOR):
        one = RequestOrigin(ip=f"2001:db8:0:1::{number + 1:x}", schema_name="t_reef")
        _fail(one, email=f"nobody{number}@reef.example")
    with pytest.raises(RateLimited):
        _fail(RequestOrigin(ip="2001:db8:0:1:ffff::1", schema_name="t_reef"), email="x@reef.example")
    _fail(RequestOrigin(ip="2001:db8:0:2::1", schema_name="t_reef"), email="x@reef.example")


def test_old_counters_are_forgotten() -> None:
    login_throttle.count_try(key="k", at=NOW)
    login_throttle.forget_old(at=NOW + timedelta(days=1))
    assert SigninTry.objects.count() == 1
    login_throttle.forget_old(at=NOW + timedelta(days=1, seconds=1))
    assert SigninTry.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_crowd_at_once_gets_no_more_tries() -> None:
    passed: list[int] = []
    start = threading.Barrier(20)

    def attempt() -> None:
        start.wait()
        try:
            passed.append(login_throttle.count_try(key="crowd", at=NOW))
        except RateLimited:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(passed) == list(range(1, 11))
