"""The proof at the end of a run: what was not asked is named."""

from pathlib import Path

import pytest

from tests.contract.questions import OPERATIONS, QUESTIONS, PartnerCall
from tests.support import proofs

pytestmark = pytest.mark.rules
CALLS = [PartnerCall("GET", "/a"), PartnerCall("POST", "/a"), PartnerCall("GET", "/b")]
HELLO = proofs.Question("says hello", lambda: CALLS, 3)
GOODBYE = proofs.Question("says goodbye", lambda: CALLS[:1], 1)


def test_what_was_asked_leaves_no_gap(tmp_path: Path) -> None:
    proofs.note("says hello", CALLS, tmp_path)
    proofs.note("says goodbye", CALLS, tmp_path)
    assert proofs.gaps([HELLO, GOODBYE], tmp_path) == []


def test_an_operation_that_was_left_out_is_named(tmp_path: Path) -> None:
    proofs.note("says hello", CALLS[:2], tmp_path)
    assert proofs.gaps([HELLO], tmp_path) == ["says hello: GET /b"]


def test_a_question_that_was_never_put_is_named(tmp_path: Path) -> None:
    proofs.note("says hello", CALLS, tmp_path)
    assert proofs.gaps([HELLO, GOODBYE], tmp_path) == ["says goodbye: GET /a"]


def test_a_question_that_concerns_fewer_than_before_is_named(tmp_path: Path) -> None:
    proofs.note("says hello", CALLS, tmp_path)
    fewer = proofs.Question("says hello", lambda: CALLS[:2], 3)
    assert proofs.gaps([fewer], tmp_path) == ["says hello: concerns 2 operations, 3 once"]


def test_a_new_run_has_proven_nothing(tmp_path: Path) -> None:
    proofs.note("says hello", CALLS, tmp_path)
    proofs.forget(tmp_path)
    assert len(proofs.gaps([HELLO], tmp_path)) == 3


def test_every_question_concerns_as_many_as_it_did() -> None:
    assert len(OPERATIONS) >= 545
    assert {one.name for one in QUESTIONS if len(one.concerned()) < one.at_least} == set()
    assert len({one.name for one in QUESTIONS}) == len(QUESTIONS)
