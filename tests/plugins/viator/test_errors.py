"""What Viator's answers to our messages mean, and that every refusal has its words."""

import json
from types import SimpleNamespace

import pytest

from outfitter.plugins.channels import errors
from outfitter.sdk import Permanent, Retryable
from outfitter.sdk.channels import Fault, OutboundResponse
from outfitter_viator import adapter, product_ids, products, push, responses, unit_types
from outfitter_viator.errors import v1_of_problem, v2_of_problem
from outfitter_viator.settings import ViatorSettings
from tests.plugins.viator.samples import CONNECTION, option, product, unit
from tests.support.channel_errors import ONE_OF_EACH

pytestmark = pytest.mark.rules


def incoming(status, body=None):
    return OutboundResponse(status, {}, b"" if body is None else json.dumps(body).encode())


def result(word):
    row = {"productOptionId": "CAVES:DEFAULT", "status": 422 if word else 200}
    return {"results": [{**row, **({"error": word} if word else {})}]}


@pytest.mark.parametrize(
    ("answer", "is_refused"),
    [
        (incoming(204), False),
        (incoming(207, result(None)), False),
        (incoming(207, result("INVALID_PRODUCT_OPTION")), True),
        (incoming(207, []), False),
        (incoming(422, {"error": "INVALID_PRODUCT_OPTION"}), True),
        (incoming(422, {"error": "INVALID_SUPPLIER", "message": "no"}), True),
    ],
)
def test_an_option_that_viator_does_not_know_is_not_told_of_any_more(answer, is_refused):
    assert push.read_push_result(answer, "CAVES:DEFAULT").is_refused is is_refused


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_fault_of_viators_is_tried_again(status):
    with pytest.raises(Retryable):
        push.read_push_result(incoming(status), "CAVES:DEFAULT")


@pytest.mark.parametrize(
    "answer",
    [
        incoming(400),
        incoming(401),
        incoming(415),
        incoming(422, {"error": "API_DISABLED"}),
        incoming(422, {"error": "INVALID_DATE_RANGE"}),
        OutboundResponse(422, {}, b"<html>"),
    ],
)
def test_another_refusal_is_not_tried_again(answer):
    with pytest.raises(Permanent):
        push.read_push_result(answer, "CAVES:DEFAULT")


@pytest.mark.parametrize(
    ("causes", "types"),
    [
        ({"availability"}, ["AVAILABILITY"]),
        ({"capacity"}, ["CAPACITY"]),
        ({"price"}, ["PRICING"]),
        ({"availability", "capacity", "price"}, ["AVAILABILITY", "PRICING"]),
        ({"capacity", "price"}, ["PRICING", "CAPACITY"]),
        (set(), ["AVAILABILITY"]),
    ],
)
def test_availability_is_not_slowed_down_by_capacity(causes, types):
    assert push.update_types(frozenset(causes)) == types


def test_the_refusals_of_these_tests_are_all_there_are():
    assert {one.code for one in ONE_OF_EACH[1:]} == set(errors.neutral_codes())


@pytest.mark.parametrize("problem", ONE_OF_EACH, ids=lambda one: one.code)
def test_every_refusal_has_words_in_both_versions(problem):
    v1, v2 = v1_of_problem(problem), v2_of_problem(problem)

    assert v1.status()["Error"]["ErrorMessage"]
    assert v2.status in (400, 401, 422, 429, 500, 503)
    assert v2.body()["error"]


@pytest.mark.parametrize(
    ("kind", "status", "v2", "v1"),
    [
        ("bad_credentials", 401, 401, "TGDS0002"),
        ("connection_closed", 403, 422, "TGDS0016"),
        ("too_large", 413, 400, "TGDS0001"),
        ("wrong_content_type", 415, 400, "TGDS0009"),
        ("malformed", 400, 400, "TGDS0001"),
        ("too_many_requests", 429, 429, "TGDS0005"),
        ("timed_out", 504, 408, "TGDS0004"),
        ("overloaded", 503, 503, "TGDS0005"),
        ("internal", 500, 500, "TGDS0006"),
    ],
)
def test_what_the_host_has_to_say_is_said_in_the_version_that_was_called(kind, status, v2, v1):
    data = {"ApiKey": "k", "ResellerId": "1", "SupplierId": 7, "ExternalReference": "x"}
    body = json.dumps({"requestType": "BookingRequest", "data": data}).encode()
    fault = Fault(kind, status, "secret words", seconds=3)
    old = SimpleNamespace(path="/partner/viator/supplier/api", method="POST", body=body)
    new = SimpleNamespace(path="/partner/viator/supplier/api/v2/reserve", method="POST", body=b"")

    said = json.loads(responses.fault(old, fault).content)
    answer = responses.fault(new, fault)

    assert answer.status_code == v2
    assert answer["Retry-After"] == "3"
    assert said["responseType"] == "BookingResponse"
    assert {name: said["data"][name] for name in data} == data
    assert said["data"]["RequestStatus"]["Error"]["ErrorCode"] == v1
    if kind == "internal":
        assert b"secret words" not in answer.content
        assert "ErrorDetails" not in said["data"]["RequestStatus"]["Error"]


@pytest.mark.parametrize(
    ("name", "band"),
    [
        ("Adult", "ADULT"),
        ("Adults", "ADULT"),
        ("Pensioner", "SENIOR"),
        ("Student", "YOUTH"),
        ("Toddler", "INFANT"),
        ("Family of four", None),
        ("Private boat", "UNIT"),
        ("Dog", None),
    ],
)
def test_viators_advice_on_customer_types(name, band):
    assert unit_types.advise(name) == band


def test_units_are_suggested_by_name_by_size_and_never_for_a_family():
    assert adapter.suggest(unit("GUEST", pax=4)) == "UNIT"
    assert adapter.suggest(unit("SENIOR")) == "SENIOR"
    assert adapter.suggest(unit("FAMILY")) is None


@pytest.mark.parametrize(
    ("found", "count"),
    [
        (product(), 0),
        (product(product_id="x" * 51), 1),
        (product(product_id="a|b"), 1),
        (product(is_instant=False), 1),
        (product(option(unit("ADULT"), unit("UNIT"))), 1),
        (product(option(unit("DOG"))), 1),
        (product(option(option_id="a:b")), 1),
        (product(currency="USD"), 1),
    ],
)
def test_a_mapping_is_checked_before_it_goes_live(found, count):
    assert len(products.check(CONNECTION, found, ViatorSettings())) == count


def test_a_name_is_taken_apart_as_it_was_put_together():
    assert product_ids.split(product_ids.join("CAVES:2", "NOON")) == ("CAVES:2", "NOON")
    assert product_ids.split("CAVES") is None
    assert product_ids.split(":") is None
