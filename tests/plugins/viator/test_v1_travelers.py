"""Who comes: travellers and mixes of v1 as tickets of ours, and what they say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.sdk.channels import Question, UnitRequest
from outfitter_viator import v1_requests, v1_serializers, v1_travelers
from outfitter_viator.errors import V1Error
from outfitter_viator.settings import ViatorSettings
from tests.plugins.viator import samples
from tests.plugins.viator.samples import CONNECTION, booked, booking, option, product, unit
from tests.plugins.viator.test_requests import BOOKING

pytestmark = pytest.mark.rules
BOAT = unit("UNIT", pax=6, guests=6)


def traveller(number, band="Adult", **rest):
    return {
        "TravellerIdentifier": str(number),
        "GivenName": f"G{number}",
        "Surname": "Sol",
        "AgeBand": band,
        **rest,
    }


def form(*travellers, **rest):
    data = {**BOOKING, "Traveller": list(travellers) or [traveller(1)], **rest}
    return v1_requests.head(v1_requests.BookingIn, data)


def test_every_traveller_is_a_ticket_with_a_name():
    found = v1_travelers.units(option(), form(traveller(1), traveller(2, "Child")))

    assert [(one.unit_id, one.reference, one.contact.first_name) for one in found] == [
        ("ADULT", "1", "G1"),
        ("CHILD", "2", "G2"),
    ]


def test_a_mix_with_more_people_than_names_leaves_the_others_nameless():
    found = v1_travelers.units(option(), form(traveller(1), TravellerMix={"Adult": 3, "Child": 1}))

    assert found[1:] == (UnitRequest("ADULT", 2), UnitRequest("CHILD", 1))


@pytest.mark.parametrize(
    ("travellers", "mix", "code"),
    [
        ([traveller(1), traveller(2)], {"Adult": 1}, "TGDS0023"),
        ([traveller(1, "Child")], {"Adult": 1}, "TGDS0023"),
        ([traveller(1, "Grandpa")], None, "TGDS0020"),
        ([traveller(1, "Senior")], None, "TGDS0036"),
    ],
)
def test_a_party_that_contradicts_itself_is_refused(travellers, mix, code):
    asked = form(*travellers, **({"TravellerMix": mix} if mix else {}))
    with pytest.raises(V1Error) as problem:
        v1_travelers.units(option(), asked)

    assert problem.value.code == code


def test_people_aboard_a_boat_are_counted_by_v1_as_adults():
    found = v1_travelers.units(option(BOAT), form(traveller(1), TravellerMix={"Adult": 5}))

    assert [(one.unit_id, one.group_size, one.reference) for one in found] == [("UNIT", 5, "1")]


def test_guests_stay_who_they_are():
    before = [booked(1, "ADULT", reference="1"), booked(2, "ADULT", reference="2"), booked(3, "CHILD")]  # fmt: skip  # noqa: E501
    wanted = [UnitRequest("ADULT", reference="2"), UnitRequest("ADULT", reference="9"), UnitRequest("CHILD", 2)]  # fmt: skip  # noqa: E501

    found = v1_travelers.same_guests(wanted, before)

    assert [one.uuid and int(one.uuid[-2:]) for one in found] == [2, 1, 3, None]


@given(
    st.lists(st.tuples(st.sampled_from(["ADULT", "CHILD"]), st.integers(1, 4)), max_size=5),
    st.lists(st.tuples(st.sampled_from(["ADULT", "CHILD"]), st.sampled_from(["1", "2", None]))),
)
def test_no_guest_is_given_away_twice_and_none_is_lost(asked, there):
    before = [booked(index, name, reference=ref) for index, (name, ref) in enumerate(there)]
    found = v1_travelers.same_guests([UnitRequest(name, quantity) for name, quantity in asked], before)
    uuids = [one.uuid for one in found if one.uuid]

    assert len(found) == sum(quantity for _, quantity in asked)
    assert len(uuids) == len(set(uuids))
    for name in ("ADULT", "CHILD"):
        want = sum(quantity for kind, quantity in asked if kind == name)
        have = sum(kind == name for kind, _ in there)
        kept = sum(one.uuid is not None for one in found if one.unit_id == name)
        assert kept == min(want, have)


def test_what_a_booking_says():
    asked = form(
        traveller(1),
        traveller(2, LeadTraveller=True),
        Amount=72.8,
        CurrencyCode="eur",
        SpecialRequirement="No fish",
        PickupPoint="Hotel Mar",
        RequiredInfo={
            "Question": [
                {"QuestionText": " Weight? ", "QuestionAnswer": "50 kg"},
                {"QuestionText": "Passport?", "QuestionAnswer": "X1"},
                {"QuestionText": "Diet?", "QuestionAnswer": "Vegan"},
            ]
        },
        ContactDetail={"ContactType": "ALTERNATE", "ContactName": "G2", "ContactValue": "PT+351 289 000 000"},
        ContactEmail="x@mail.example",
        TourOptions={"Language": {"LanguageCode": "pt", "LanguageOption": ["GUIDE"]}},
    )
    weight = Question("q7", "weight?", "number", is_required=False, is_per_unit=False)
    of_guests = Question("q8", "Diet?", "text", is_required=False, is_per_unit=True)
    said = v1_travelers.parse_details(CONNECTION, product(questions=(weight, of_guests)), asked)

    assert (said.amount, said.currency, said.is_amount_net) == (7280, "EUR", True)
    assert said.contact.first_name == "G2"
    assert (said.contact.phone, said.contact.country) == ("+351 289 000 000", "PT")
    assert said.contact.email == "x@mail.example"
    assert said.answers == {"q7": "50 kg"}
    assert said.notes.splitlines() == [
        "No fish",
        "Pickup: Hotel Mar",
        "Language: pt (GUIDE)",
        # Nobody of ours asks for it, and of whom this is, is not said.
        "Passport?: X1",
        "Diet?: Vegan",
    ]


@pytest.mark.parametrize(
    "change", [{"CurrencyCode": "USD"}, {"Amount": 1.005}, {"Amount": -1}, {"Amount": 1e300}]
)
def test_money_that_is_not_ours_is_refused_before_anything_is_made(change):
    with pytest.raises(V1Error) as problem:
        v1_travelers.parse_details(CONNECTION, product(), form(**change))

    assert problem.value.code == "TGDS0023"


def test_a_confirmed_booking_tells_each_traveller_a_bar_code():
    made = booking([booked(1, "ADULT", reference="1"), booked(2, "CHILD", reference="2")])
    asked = form(traveller(1), traveller(2, "Child"))

    assert v1_serializers.serialize_booking(made, asked, ViatorSettings()) == {
        "BookingReference": "BR-100",
        "Traveller": [
            {"TravellerIdentifier": "1", "TravellerBarcode": "TK1"},
            {"TravellerIdentifier": "2", "TravellerBarcode": "TK2"},
        ],
        "TransactionStatus": {"Status": "CONFIRMED"},
        "SupplierConfirmationNumber": "OF7QX2",
    }


def test_bar_codes_and_tickets_are_told_as_the_connection_wants():
    made = booking([booked(1, "ADULT", reference="1")], voucher_url="https://reef.example/t.pdf")
    asked = form(traveller(1))
    whole = v1_serializers.serialize_booking(
        made, asked, ViatorSettings(barcode="booking", is_ticket_sent=True)
    )
    none = v1_serializers.serialize_booking(made, asked, ViatorSettings(barcode="none"))

    assert whole["TourBarcode"] == "TK1"
    assert whole["TourTicket"]["Url"] == "https://reef.example/t.pdf"

    each = booking([booked(1, "ADULT", reference="1", ticket_url="https://reef.example/1.pdf")])
    told = v1_serializers.serialize_booking(each, asked, ViatorSettings(is_ticket_sent=True))
    assert told["Traveller"][0]["TravellerTicket"]["Url"] == "https://reef.example/1.pdf"
    assert "TourTicket" not in told
    assert whole["Traveller"] == none["Traveller"] == [{"TravellerIdentifier": "1"}]


def test_somebody_who_has_come_is_told_by_name_and_time():
    units = [
        booked(1, "ADULT", reference="1", state="redeemed", redeemed_at=samples.START),
        booked(2, "ADULT"),
    ]
    found = v1_serializers.serialize_redemption(booking(units), samples.LISBON)

    assert found["RedemptionStatus"] is True
    assert found["Traveller"][0]["RedemptionDateTime"] == "2027-06-12T09:30:00.000+01:00"
    assert found["Traveller"][1] == {
        "TravellerIdentifier": "2",
        "TravellerSupplierConfirmationNumber": "TK2",
        "RedemptionStatus": False,
    }
    assert (
        v1_serializers.serialize_redemption(booking([replace(units[1])]), samples.LISBON)["RedemptionStatus"]
        is False
    )
