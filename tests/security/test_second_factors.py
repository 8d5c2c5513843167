"""Authenticator apps and recovery codes: what is accepted, once."""

import threading
from datetime import UTC, datetime, timedelta

import pyotp
import pytest
from django.db import connection
from tests.support.second_factor import rita, with_totp

from outfitter.accounts import authentication, two_factor
from outfitter.accounts.models import RecoveryCode, TotpSecret, User
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.accounts.sessions import Proof
from outfitter.kit.errors import Invalid

pytestmark = pytest.mark.django_db
# In the middle of a step, so that seconds around it stay in it.
NOW = datetime(2026, 6, 1, 9, 0, 15, tzinfo=UTC)
STEP = timedelta(seconds=30)
HERE = RequestOrigin(ip="192.0.2.1", schema_name="t_reef", host="reef.localhost")


def test_the_codes_are_those_of_rfc_6238() -> None:
    app = pyotp.TOTP("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", digits=8)
    assert [app.at(59), app.at(1111111109), app.at(20000000000)] == ["94287082", "07081804", "65353130"]


def test_an_app_counts_once_its_first_code_was_typed_back() -> None:
    user = rita()
    secret = two_factor.start_totp(user=user, at=NOW).secret
    assert secret not in TotpSecret.objects.get().secret_encrypted
    with pytest.raises(Invalid):
        two_factor.confirm_totp(user=user, code="000000", at=NOW)
    assert not User.objects.get(pk=user.pk).has_second_factor
    codes = two_factor.confirm_totp(user=user, code=pyotp.TOTP(secret).at(NOW), at=NOW)
    assert codes is not None
    assert (len(codes), len(set(codes))) == (10, 10)
    assert User.objects.get(pk=user.pk).has_second_factor


def test_nothing_is_switched_on_that_was_not_begun() -> None:
    with pytest.raises(two_factor.NotStarted):
        two_factor.confirm_totp(user=rita(), code="123456", at=NOW)


def test_what_the_app_is_told() -> None:
    new = two_factor.start_totp(user=rita(), at=NOW)
    assert new.uri == f"otpauth://totp/Outfitter:rita%40reef.example?secret={new.secret}&issuer=Outfitter"
    assert {len(row) for row in new.qr} == {len(new.qr)}
    assert set("".join(new.qr)) == {"0", "1"}


@pytest.mark.parametrize(("drift", "is_right"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_clock_may_be_wrong_by_half_a_minute(drift: int, is_right: bool) -> None:
    user = rita()
    app = with_totp(user, NOW - 10 * STEP)
    assert two_factor.verify_totp(user=user, code=app.at(NOW + drift * STEP), at=NOW) is is_right


def test_a_code_is_never_taken_twice_nor_one_before_it() -> None:
    user = rita()
    app = with_totp(user, NOW - 10 * STEP)
    this, before, after = (app.at(NOW + n * STEP) for n in (0, -1, 1))
    assert two_factor.verify_totp(user=user, code=this, at=NOW)
    assert not two_factor.verify_totp(user=user, code=this, at=NOW)
    assert not two_factor.verify_totp(user=user, code=before, at=NOW)
    assert two_factor.verify_totp(user=user, code=after, at=NOW)


def test_the_code_that_switched_it_on_is_used_up() -> None:
    user = rita()
    app = with_totp(user, NOW)
    assert not two_factor.verify_totp(user=user, code=app.at(NOW), at=NOW)


def test_another_app_replaces_the_first_only_when_it_works() -> None:
    user = rita()
    old = with_totp(user, NOW - 20 * STEP)
    two_factor.start_totp(user=user, at=NOW)
    assert two_factor.verify_totp(user=user, code=old.at(NOW - STEP), at=NOW)
    new = pyotp.TOTP(two_factor.start_totp(user=user, at=NOW).secret)
    assert two_factor.confirm_totp(user=user, code=new.at(NOW), at=NOW) is None
    later = NOW + 5 * STEP
    assert not two_factor.verify_totp(user=user, code=old.at(later), at=later)
    assert two_factor.verify_totp(user=user, code=new.at(later), at=later)
    assert TotpSecret.objects.count() == 1


def test_without_a_factor_the_recovery_codes_go_too() -> None:
    user = rita()
    with_totp(user, NOW)
    assert two_factor.remove_totp(user=user)
    assert not two_factor.remove_totp(user=user)
    assert not User.objects.get(pk=user.pk).has_second_factor
    assert RecoveryCode.objects.count() == 0


def test_recovery_codes_work_once_each_however_they_are_typed() -> None:
    user = rita()
    first, second, *_ = two_factor.renew_recovery_codes(user=user, at=NOW)
    assert not RecoveryCode.objects.filter(code_hash__contains=first[:5]).exists()
    assert two_factor.use_recovery_code(user=user, code=first.lower().replace("-", " "), at=NOW)
    assert not two_factor.use_recovery_code(user=user, code=first, at=NOW)
    assert two_factor.use_recovery_code(user=user, code=second, at=NOW)
    renewed = two_factor.renew_recovery_codes(user=user, at=NOW)
    assert not set(renewed) & {first, second}
    assert RecoveryCode.objects.count() == 10


def test_somebody_elses_recovery_code_opens_nothing() -> None:
    code = two_factor.renew_recovery_codes(user=rita(), at=NOW)[0]
    pavan = User.objects.get(email="pavan@peak.example")
    assert not two_factor.use_recovery_code(user=pavan, code=code, at=NOW)


def test_the_second_step_knows_both_kinds() -> None:
    user = rita()
    app = with_totp(user, NOW - 10 * STEP)
    spare = two_factor.renew_recovery_codes(user=user, at=NOW)[0]
    code = app.at(NOW)
    assert authentication.verify_code(user=user, code=f"{code[:3]} {code[3:]}", caller=HERE, at=NOW) == Proof(
        "totp", is_second_factor=True
    )
    assert authentication.verify_code(user=user, code=spare, caller=HERE, at=NOW).method == "recovery"
    for wrong in (code, spare, "000000", "AAAAA-AAAAA", "'; --"):
        with pytest.raises(authentication.CodeWrong):
            authentication.verify_code(user=user, code=wrong, caller=HERE, at=NOW)


def test_codes_are_not_guessed() -> None:
    user = rita()
    app = with_totp(user, NOW - 10 * STEP)
    for _ in range(9):
        with pytest.raises(authentication.CodeWrong):
            authentication.verify_code(user=user, code="000000", caller=HERE, at=NOW)
    with pytest.raises(authentication.Locked):
        authentication.verify_code(user=user, code="000000", caller=HERE, at=NOW)
    with pytest.raises(authentication.RateLimited):
        authentication.verify_code(user=user, code=app.at(NOW), caller=HERE, at=NOW)


def test_a_step_token_is_of_its_host_time_and_password() -> None:
    user = rita()
    token = authentication.step_token(user=user, caller=HERE, at=NOW, is_remembered=True)
    assert authentication.read_step(token=token, caller=HERE, at=NOW) == authentication.LoginStep(
        user, True, False
    )
    peak = RequestOrigin(schema_name="t_peak", host="peak.localhost")
    for caller, at in ((peak, NOW), (HERE, NOW + timedelta(minutes=10))):
        with pytest.raises(authentication.StepExpired):
            authentication.read_step(token=token, caller=caller, at=at)
    with pytest.raises(authentication.StepExpired):
        authentication.read_step(token=token[:-1] + ("A" if token[-1] != "A" else "B"), caller=HERE, at=NOW)
    user.set_password("another quiet password")
    user.save()
    with pytest.raises(authentication.StepExpired):
        authentication.read_step(token=token, caller=HERE, at=NOW)


def _at_once(count: int, attempt: object) -> list[bool]:
    results: list[bool] = []
    start = threading.Barrier(count)

    def run() -> None:
        start.wait()
        try:
            results.append(attempt())  # type: ignore[operator]
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_one_recovery_code_twice_at_once_opens_once() -> None:
    user = rita()
    code = two_factor.renew_recovery_codes(user=user, at=NOW)[0]
    won = _at_once(8, lambda: two_factor.use_recovery_code(user=user, code=code, at=NOW))
    assert sorted(won) == [False] * 7 + [True]


@pytest.mark.django_db(transaction=True)
def test_one_code_of_the_app_twice_at_once_opens_once() -> None:
    user = rita()
    code = with_totp(user, NOW - 10 * STEP).at(NOW)
    won = _at_once(8, lambda: two_factor.verify_totp(user=user, code=code, at=NOW))
    assert sorted(won) == [False] * 7 + [True]
