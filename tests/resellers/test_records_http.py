"""What is kept beside a partner: notes, prepayments, agents, what happened; and taking it away."""

import pytest

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.resellers import topups
from outfitter_tenants.resellers.models import Reseller, ResellerNote
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_agent, make_reseller
from tests.support.team import browser_of, make_colleague

GHOST = 999_999


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def colleague(reef, client_for):
    Role.objects.create(slug="desk", name="Desk", permissions=["reseller.view"])
    return browser_of(client_for, make_colleague("Noa", "desk"))


def post(client, path, **body):
    return client.post(path, body, content_type="application/json")


def told_of(reseller):
    rows = AuditLog.objects.filter(entity_type="reseller", entity_id=reseller).order_by("id")
    return list(rows.values_list("action", flat=True))


class TestNotes:
    def test_written_anew_and_taken_away_by_who_wrote_them(self, staff, colleague):
        reseller = make_reseller()
        path = f"/api/reseller/{reseller}"
        note = post(staff, f"{path}/note/new", body="Pays late.").json()
        assert (note["body"], note["edited_at"]) == ("Pays late.", None)

        refused = post(colleague, f"{path}/note/{note['id']}/update", body="Pays well.")
        assert_error(refused, 403, "anothers_note")
        assert_error(post(colleague, f"{path}/note/{note['id']}/delete"), 403, "anothers_note")
        changed = post(staff, f"{path}/note/{note['id']}/update", body="Pays in June.").json()
        assert changed["edited_at"] is not None
        theirs = post(colleague, f"{path}/note/new", body="Friendly.").json()
        shown = staff.get(f"{path}/notes/get").json()
        assert [one["body"] for one in shown] == ["Friendly.", "Pays in June."]

        left = post(staff, f"{path}/note/{note['id']}/delete").json()
        assert [one["id"] for one in left] == [theirs["id"]]
        assert ResellerNote.objects.get(pk=note["id"]).deleted_at is not None
        assert_error(post(staff, f"{path}/note/{note['id']}/update", body="Back?"), 404)
        assert told_of(reseller)[1:] == [
            "reseller.note_added",
            "reseller.note_changed",
            "reseller.note_added",
            "reseller.note_deleted",
        ]

    def test_of_another_partner_is_not_found(self, staff):
        first, second = make_reseller(), make_reseller("Beach Bar")
        note = post(staff, f"/api/reseller/{first}/note/new", body="Hello.").json()["id"]

        assert_error(post(staff, f"/api/reseller/{second}/note/{note}/update", body="Mine."), 404)
        assert_error(post(staff, f"/api/reseller/{second}/note/{note}/delete"), 404)
        assert_error(post(staff, f"/api/reseller/{GHOST}/note/new", body="Hello."), 404)
        assert_error(staff.get(f"/api/reseller/{GHOST}/notes/get"), 404)
        assert_error(post(staff, f"/api/reseller/{first}/note/new", body="  "), 422, "validation_failed")


class TestTopUps:
    def test_the_balance_is_the_sum_of_what_moved_it(self, staff):
        reseller = make_reseller(credit_limit_amount=0)
        path = f"/api/reseller/{reseller}/topUp/add"
        assert post(staff, path, kind="add", amount=10_000, note="Check 17").json()["balance"] == 10_000
        assert post(staff, path, kind="refund", amount=2_500).json()["balance"] == 7_500
        after = post(staff, path, kind="adjust", amount=-500, note="Counted twice").json()

        assert after["balance"] == 7_000 == topups.balance_in_journal(reseller_id=reseller)
        assert [one["amount"] for one in after["data"]] == [-500, -2_500, 10_000]
        shown = staff.get(f"/api/reseller/{reseller}/topUps/get").json()
        assert shown == after
        credit = staff.get(f"/api/reseller/{reseller}/get").json()["credit"]
        assert (credit["available_amount"], credit["is_nearly_used"]) == (7_000, False)

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"kind": "refund", "amount": 1}, 409, "balance_too_low"),
            ({"kind": "adjust", "amount": -1}, 409, "balance_too_low"),
            ({"kind": "add", "amount": 0}, 422, "validation_failed"),
            ({"kind": "add", "amount": -5}, 422, "validation_failed"),
            ({"kind": "use", "amount": 5}, 422, "validation_failed"),
        ],
    )
    def test_what_does_not_move_it(self, staff, body, status, code):
        reseller = make_reseller()

        assert_error(post(staff, f"/api/reseller/{reseller}/topUp/add", **body), status, code)
        assert staff.get(f"/api/reseller/{reseller}/topUps/get").json() == {"balance": 0, "data": []}

    def test_who_may_look_may_not_pay_in(self, staff, colleague):
        reseller = make_reseller()

        refused = post(colleague, f"/api/reseller/{reseller}/topUp/add", kind="add", amount=5)
        assert_error(refused, 403, "forbidden")
        assert_error(post(staff, f"/api/reseller/{GHOST}/topUp/add", kind="add", amount=5), 404)
        assert_error(staff.get(f"/api/reseller/{GHOST}/topUps/get"), 404)


class TestAgents:
    def test_one_is_added_changed_and_shut_out(self, staff):
        reseller = make_reseller()
        path = f"/api/reseller/{reseller}/agent"
        made = post(staff, f"{path}/0/edit", name="Ada", email="ada@hotel.example", commission_ppm=100_000)
        assert made.status_code == 200, made.content
        (ada,) = made.json()
        assert (ada["status"], ada["has_login"], ada["commission_ppm"]) == ("active", False, 100_000)
        assert UserAvatar.objects.get(pk=ada["id"]).role.slug == "reseller_agent"

        (ada,) = post(
            staff, f"{path}/{ada['id']}/edit", name="Ada B", email="ada@hotel.example", status="disabled"
        ).json()
        assert (ada["name"], ada["status"], ada["commission_ppm"]) == ("Ada B", "disabled", None)
        assert staff.get(f"/api/reseller/{reseller}/agents/get").json() == []
        everybody = staff.get(f"/api/reseller/{reseller}/agents/get", {"disabled": "true"}).json()
        assert [one["id"] for one in everybody] == [ada["id"]]

        # Who sold for them before is the same person again.
        (again,) = post(staff, f"{path}/0/edit", name="Ada", email="ADA@hotel.example").json()
        assert (again["id"], again["status"]) == (ada["id"], "active")

    def test_an_invitation_is_sent_once_and_followed_by_mail(self, staff):
        reseller = make_reseller()
        body = {"name": "Ada", "email": "ada@hotel.example", "invite": True}

        (ada,) = post(staff, f"/api/reseller/{reseller}/agent/0/edit", **body).json()

        row = UserAvatar.objects.get(pk=ada["id"])
        assert (row.status, row.reseller_id, row.invite_hash is not None) == ("invited", reseller, True)
        assert [one["id"] for one in staff.get(f"/api/reseller/{reseller}/agents/get").json()] == [row.pk]
        post(staff, f"/api/reseller/{reseller}/agent/{row.pk}/edit", **body | {"email": "a@hotel.example"})
        moved = UserAvatar.objects.get(pk=row.pk)
        assert (moved.email, moved.status) == ("a@hotel.example", "invited")
        assert moved.invite_sent_cnt == 1

    def test_nobody_is_on_two_sides(self, staff, reef):
        first, second = make_reseller(), make_reseller("Beach Bar")
        theirs = make_agent(first)
        colleague = make_colleague("Noa", "manager")
        for email, where in ((theirs.email, second), (theirs.email, first), (colleague.email, first)):
            refused = post(staff, f"/api/reseller/{where}/agent/0/edit", name="Ada", email=email)
            assert_error(refused, 409, "agent_elsewhere")
        taken = f"/api/reseller/{second}/agent/{theirs.pk}/edit"
        assert_error(post(staff, taken, name="Ada", email="new@hotel.example"), 404)
        person = f"/api/reseller/{first}/agent/{colleague.pk}/edit"
        assert_error(post(staff, person, name="Noa", email="noa2@hotel.example"), 404)

    def test_bad_input(self, staff, colleague):
        reseller = make_reseller()
        agent = make_agent(reseller)
        path = f"/api/reseller/{reseller}/agent/{agent.pk}/edit"
        right = {"name": "Ada", "email": agent.email}

        assert_error(post(staff, path, **right, version=99), 409, "stale_version")
        assert_error(post(staff, path, **right, id=agent.pk + 1), 422, "validation_failed")
        assert_error(post(staff, path, **right, commission_ppm=1_000_001), 422, "validation_failed")
        assert_error(post(staff, path, **right | {"email": "nowhere"}), 422, "validation_failed")
        assert_error(post(staff, f"/api/reseller/{GHOST}/agent/0/edit", **right), 404)
        assert_error(post(colleague, path, **right), 403, "forbidden")


class TestTakingAway:
    def test_an_unused_one_is_gone(self, staff):
        reseller = make_reseller()
        post(staff, f"/api/reseller/{reseller}/note/new", body="Never sold.")

        done = post(staff, f"/api/reseller/{reseller}/delete").json()

        assert done == {"outcome": "deleted", "uses": []}
        assert not Reseller.objects.filter(pk=reseller).exists()
        assert told_of(reseller)[-1] == "reseller.deleted"
        assert_error(post(staff, f"/api/reseller/{reseller}/delete"), 404)

    def test_a_used_one_is_archived_and_says_by_what(self, staff):
        reseller = make_reseller()
        make_agent(reseller)
        paid = topups.Movement("add", 5)
        topups.append_topup(reseller_id=reseller, movement=paid, at=Reseller.objects.get().created_at)
        assert_error(post(staff, f"/api/reseller/{reseller}/delete", version=9), 409, "stale_version")

        done = post(staff, f"/api/reseller/{reseller}/delete").json()

        assert done == {"outcome": "archived", "uses": ["agents", "topups"]}
        assert Reseller.objects.get().status == "archived"
        again = post(staff, f"/api/reseller/{reseller}/delete").json()
        assert again["outcome"] == "archived"
        assert told_of(reseller).count("reseller.archived") == 1

    def test_the_log_calls_it_the_same_wherever_it_is_done(self, staff):
        reseller = make_reseller()

        for status in ("archived", "active", "paused", "active"):
            edit = post(
                staff, f"/api/reseller/{reseller}/settings/edit", tab="general", general={"status": status}
            )
            assert edit.status_code == 200, edit.content

        assert told_of(reseller)[-4:] == [
            "reseller.archived",
            "reseller.activated",
            "reseller.changed",
            "reseller.activated",
        ]

    def test_many_at_once(self, staff, colleague):
        first, second = make_reseller(), make_reseller("Beach Bar")
        body = {"ids": [first, second], "status": "archived"}
        assert_error(post(colleague, "/api/resellers/bulk/status", **body), 403, "forbidden")
        assert_error(post(staff, "/api/resellers/bulk/status", **body | {"ids": []}), 422)

        job = post(staff, "/api/resellers/bulk/status", **body).json()

        assert (job["kind"], job["total_cnt"]) == ("resellers.status", 2)
        assert Job.objects.get(pk=job["id"]).params["values"] == {"status": "archived"}

    def test_a_name_that_is_taken_stays_away(self, staff, reef):
        from outfitter.kit.clock import utc_now
        from outfitter.kit.errors import Invalid
        from outfitter_tenants.resellers import archival

        old = make_reseller(status="archived")
        make_reseller()

        with pytest.raises(Invalid):
            archival.set_status(reseller_id=old, status="active", at=utc_now())


def test_the_history_tells_of_agents_too(staff):
    reseller = make_reseller()
    post(staff, f"/api/reseller/{reseller}/agent/0/edit", name="Ada", email="ada@hotel.example")
    post(staff, f"/api/reseller/{reseller}/topUp/add", kind="add", amount=100)

    rows = staff.get(f"/api/reseller/{reseller}/history").json()["data"]

    assert [row["action"] for row in rows] == [
        "reseller.topup",
        "user_avatar.agent_added",
        "reseller.created",
    ]
    assert_error(staff.get(f"/api/reseller/{GHOST}/history"), 404)
