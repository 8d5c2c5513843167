"""Agents of resellers: whose sale it is, what they may do with it, and what ends their access."""

import json

import pytest

from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.resellers.models import Reseller, ResellerTerm
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk, actions
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT
from tests.support.team import browser_of, make_colleague, make_role

PARTY = 2 * ADULT
WHO = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
# As much as any role gives: what stops an agent here, is what was agreed.
CODES = (
    "trip.view",
    "trip.create",
    "trip.edit",
    "trip.delete",
    "order.cancel",
    "order.rebook",
    "booking.reprice",
    "booking.comp",
    "tax.toggle",
    "reseller.manage",
    "reseller.view",
    "experience.view",
)


@pytest.fixture
def partner(reef):
    return make_reseller()


@pytest.fixture
def ada(partner):
    role = make_role("strong_agent", *CODES, scope="reseller")
    return make_colleague("Ada", role=role, reseller_id=partner)


@pytest.fixture
def agent(ada, client_for):
    return Desk(browser_of(client_for, ada))


@pytest.fixture
def operator(reef, client_for):
    return Desk(owner_of(client_for))


def allow(reseller, **flags):
    Reseller.objects.filter(pk=reseller).update(allow=flags)


def order_for(offer):
    guests = {"experience_customer_type_id": offer.adult, "qty": 2}
    return {"experience_id": offer.experience_id, "timeslot_id": offer.timeslot_id, "quantities": [guests]}


def begin(agent, offer, **body):
    trip = agent.done("/api/trip/save", **{"orders": [order_for(offer)], "contact": WHO, **body})["trip"]
    return trip["id"]


def sell(agent, offer):
    trip_id = begin(agent, offer)
    agent.done(f"/api/trip/{trip_id}/reserve")
    return trip_id


class TestSelling:
    def test_a_cart_is_their_partners_from_the_start(self, agent, ada, partner, offer):
        trip_id = begin(agent, offer)

        row = Trip.objects.get(pk=trip_id)
        assert (row.reseller_id, row.reseller_agent_id) == (partner, ada.pk)
        assert row.trip_method.slug == "reseller"
        assert row.commission["source"] == "agent"
        assert "trip.reseller_set" in actions(trip_id)

    def test_they_book_what_their_partner_pays_for(self, agent, partner, offer):
        trip_id = sell(agent, offer)

        row = Trip.objects.get(pk=trip_id)
        assert (row.status, row.net_due_amount) == ("reserved", PARTY * 4 // 5)
        assert row.commission["owed_by"] == "reseller"

    def test_their_own_share_is_on_the_trip(self, agent, ada, offer):
        UserAvatar.objects.filter(pk=ada.pk).update(commission_ppm=500_000)

        row = Trip.objects.get(pk=sell(agent, offer))

        assert row.commission["agent_amount"] == PARTY // 10

    def test_what_a_customer_owes_they_do_not_book_unpaid(self, agent, partner, offer):
        Reseller.objects.update(collect_type="operator_collects")
        trip_id = begin(agent, offer)

        assert_error(agent.post(f"/api/trip/{trip_id}/reserve"), 403, "forbidden")
        assert Trip.objects.get(pk=trip_id).status == "draft"

    def test_their_credit_is_not_theirs_to_stretch(self, agent, partner, offer, operator):
        Reseller.objects.update(credit_limit_amount=PARTY // 2)
        trip_id = begin(agent, offer)

        refused = assert_error(agent.post(f"/api/trip/{trip_id}/reserve"), 409, "credit_limit")
        assert refused["detail"]["available"] == PARTY // 2
        operator.done(f"/api/trip/{trip_id}/reserve")

    @pytest.mark.parametrize(("limit", "is_warned"), [(10_000, False), (9_800, True), (7_840, True)])
    def test_who_has_used_four_fifths_is_told(self, agent, operator, partner, offer, limit, is_warned):
        # The trip's net is 78.40: exactly four fifths of 98.00.
        Reseller.objects.update(credit_limit_amount=limit)

        answer = agent.done(f"/api/trip/{begin(agent, offer)}/reserve")

        codes = [one["code"] for one in answer["warnings"]]
        assert ("credit_nearly_used" in codes) is is_warned
        credit = operator.client.get(f"/api/reseller/{partner}/get").json()["credit"]
        assert credit["owed_amount"] == PARTY * 4 // 5
        assert credit["is_nearly_used"] is is_warned

    def test_what_they_do_not_see_is_not_there(self, agent, partner, offer):
        ResellerTerm.objects.create(reseller_id=partner, experience_id=offer.experience_id, is_hidden=True)

        assert_error(agent.post("/api/trip/save", orders=[order_for(offer)]), 404, "not_found")
        assert not Trip.objects.exists()

    def test_who_belongs_to_no_partner_sells_nothing(self, agent, ada, offer):
        UserAvatar.objects.filter(pk=ada.pk).update(reseller_id=None)

        refused = agent.post("/api/trip/save", orders=[order_for(offer)])

        assert_error(refused, 403, "agent_without_reseller")


class TestAllowances:
    @pytest.mark.parametrize(
        ("flag", "path", "body"),
        [
            ("edit", "/api/trip/{trip}/groupName/save", {"group_name": "Quilters"}),
            ("edit", "/api/trip/{trip}/setVoucher", {"reseller_voucher": "V-7"}),
            ("cancel", "/api/tripOrder/{order}/cancel", {"reason": "customer", "notify": False}),
            ("cancel", "/api/trip/{trip}/delete", {"reason": "Never mind", "notify": False}),
            (
                "override_price",
                "/api/tripOrder/{order}/toggleComp",
                {"is_comped": True, "reason": "Guest of the house"},
            ),
        ],
    )
    def test_only_as_allowed(self, agent, partner, offer, flag, path, body):
        trip_id = sell(agent, offer)
        address = path.format(trip=trip_id, order=agent.order(trip_id)["id"])
        everything = {"edit": True, "cancel": True, "override_price": True}
        before = agent.trip(trip_id)
        allow(partner, **{**everything, flag: False})

        refused = assert_error(agent.post(address, **body), 403, "reseller_not_allowed")
        assert refused["detail"] == {"allowance": flag}
        assert agent.trip(trip_id)["version"] == before["version"]

        allow(partner, **everything)
        agent.done(address, **body)

    def test_a_cart_of_theirs_they_fill_as_they_like(self, agent, partner, offer):
        allow(partner)
        trip_id = begin(agent, offer)

        agent.done(f"/api/trip/{trip_id}/groupName/save", group_name="Quilters")
        agent.done(f"/api/trip/{trip_id}/delete", reason="Never mind", notify=False)

    def test_the_trip_says_what_they_may(self, agent, partner, offer):
        trip_id = sell(agent, offer)
        may = agent.trip(trip_id)["permissions"]
        assert not any(may[name] for name in ("can_edit", "can_cancel", "can_delete", "can_reprice"))

        allow(partner, edit=True, cancel=True, override_price=True)
        may = agent.trip(trip_id)["permissions"]
        assert all(may[name] for name in ("can_edit", "can_cancel", "can_delete", "can_reprice"))

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("reseller/edit", {"reseller_id": 0, "reprice": "keep"}),
            ("reseller/remove", {"reprice": "keep"}),
            ("method/edit", {"trip_method_id": 1, "reprice": "keep"}),
        ],
    )
    def test_whose_sale_it_is_the_operator_decides(self, agent, partner, offer, path, body):
        allow(partner, edit=True, cancel=True, override_price=True)
        trip_id = sell(agent, offer)
        if "reseller_id" in body:
            body = {**body, "reseller_id": make_reseller("Beach Bar")}

        assert_error(agent.post(f"/api/trip/{trip_id}/{path}", **body), 403, "operator_only")
        assert Trip.objects.get(pk=trip_id).reseller_id == partner


class TestEndOfAccess:
    @pytest.mark.parametrize("status", ["paused", "archived"])
    def test_a_partner_that_sells_no_more(self, agent, partner, offer, status):
        trip_id = begin(agent, offer)
        sold_before = Trip.objects.get(pk=trip_id).version
        Reseller.objects.update(status=status)

        for path, body in (
            ("/api/trip/save", {"orders": [order_for(offer)]}),
            ("/api/trip/save", {"id": trip_id, "locale": "de"}),
            (f"/api/trip/{trip_id}/reserve", {}),
        ):
            refused = assert_error(agent.post(path, **body), 409, "reseller_inactive")
            assert refused["detail"]["status"] == status
        row = Trip.objects.get()
        assert (row.status, row.version) == ("draft", sold_before)
        assert agent.trip(trip_id)["id"] == trip_id  # what they began, they still see

    def test_one_who_is_shut_out_in_the_middle(self, agent, ada, operator, partner, offer):
        trip_id = begin(agent, offer)
        answer = operator.post(
            f"/api/reseller/{partner}/agent/{ada.pk}/edit", name="Ada", email=ada.email, status="disabled"
        )
        assert answer.status_code == 200, answer.content

        assert_error(agent.post(f"/api/trip/{trip_id}/reserve"), 401)
        assert Trip.objects.get(pk=trip_id).status == "draft"
        assert not Payment.objects.exists()


class TestAttribution:
    """A visitor's cart (domain.md 4.17): link, then promo code, then the partner's own address."""

    @pytest.fixture
    def visitor(self, reef, client_for):
        return Desk(client_for("reef"))

    @pytest.fixture
    def three(self, reef):
        link, code, mail = (make_reseller(name) for name in ("Link", "Code", "Mail"))
        Reseller.objects.filter(pk=code).update(promo_link_code="Sunny-5")
        books = [{"name": "B", "email": "Books@mail.example", "phone": None, "is_accounting": True}]
        Reseller.objects.filter(pk=mail).update(contacts=books)
        return link, code, mail

    def cart(self, visitor, offer, **body):
        hash_ = visitor.done("/api/trip/save", orders=[order_for(offer)], **body)["trip"]["hash"]
        return Trip.objects.get(hash=hash_)

    @pytest.mark.parametrize(
        ("has_link", "has_code", "has_mail", "winner"),
        [
            (True, True, True, 0),
            (False, True, True, 1),
            (False, False, True, 2),
            (True, False, False, 0),
            (False, False, False, None),
        ],
    )
    def test_the_first_clue_counts(self, visitor, offer, three, has_link, has_code, has_mail, winner):
        mine = {**WHO, "email": "books@MAIL.example" if has_mail else WHO["email"]}
        given = {"reseller": three[0]} if has_link else {}
        given |= {"promo": " sunny-5"} if has_code else {}

        row = self.cart(visitor, offer, contact=mine, **given)

        assert row.reseller_id == (None if winner is None else three[winner])
        sources = ("link", "promo_code", "email")
        assert (row.commission or {}).get("source") == (None if winner is None else sources[winner])

    def test_the_first_touch_stays(self, visitor, offer, three):
        row = self.cart(visitor, offer, promo="sunny-5")

        again = {"id": row.hash, "promo": "other", "reseller": three[0]}
        visitor.done("/api/trip/save", **again, contact={**WHO, "email": "books@mail.example"})

        row.refresh_from_db()
        assert row.reseller_id == three[1]

    def test_a_code_typed_later_counts_and_a_link_does_not(self, visitor, offer, three):
        row = self.cart(visitor, offer)
        visitor.done("/api/trip/save", id=row.hash, reseller=three[0])
        row.refresh_from_db()
        assert row.reseller_id is None

        visitor.done("/api/trip/save", id=row.hash, promo="SUNNY-5")

        row.refresh_from_db()
        assert (row.reseller_id, row.commission_amount) == (three[1], PARTY // 5)

    def test_two_partners_with_one_address_are_nobodys(self, visitor, offer, three):
        books = Reseller.objects.get(pk=three[2]).contacts
        Reseller.objects.filter(pk=three[0]).update(contacts=books)

        row = self.cart(visitor, offer, contact={**WHO, "email": "books@mail.example"})

        assert row.reseller_id is None

    def test_who_does_not_sell_now_is_ignored(self, visitor, offer, three):
        Reseller.objects.update(status="paused")

        row = self.cart(visitor, offer, promo="sunny-5", contact={**WHO, "email": "books@mail.example"})

        assert row.reseller_id is None

    def test_staff_choose_for_themselves(self, operator, offer, three):
        trip_id = begin(operator, offer, method="phone", contact={**WHO, "email": "books@mail.example"})

        assert Trip.objects.get(pk=trip_id).reseller_id is None

    def test_visitors_pay_us_even_where_the_partner_pauses_later(self, visitor, operator, offer, three):
        row = self.cart(visitor, offer, promo="sunny-5", contact=WHO)
        assert (
            json.loads(visitor.client.get(f"/api/trip/{row.hash}/get").content)["totals"]["due_now"] == PARTY
        )
        Reseller.objects.update(status="paused")

        operator.done(
            f"/api/trip/{row.pk}/directPay/convert", method="cash", amount=PARTY, expected_total=PARTY
        )

        row.refresh_from_db()
        assert (row.status, row.commission["owed_by"]) == ("reserved", "operator")
