"""Every operation, asked wrongly in every way people and machines ask wrongly."""

import pytest
from django.db import connection, transaction
from django.test import Client

from outfitter.api import principal
from outfitter_tenants.people.models import Role, UserAvatar
from tests.contract.bodies_channels import CHANNELS
from tests.contract.bodies_gift_cards import GIFT_CARDS
from tests.contract.bodies_guests import GUESTS
from tests.contract.bodies_lifecycle import LIFE
from tests.contract.bodies_money import MONEY
from tests.contract.bodies_orders import ORDERS
from tests.contract.bodies_prices import PRICES
from tests.contract.bodies_reports import REPORTS
from tests.contract.world import make_world
from tests.support import database
from tests.support.api_operations import assert_error, call, every_operation, sign_in
from tests.support.tenant_clients import enter_operator, make_client

# Who has not switched a plugin on gets 404 before anything is read: its own tests walk its routes.
PLUGINS = "api/plugins/"
OPERATIONS = [one for one in every_operation() if not one.path.startswith(PLUGINS)]
TENANT = [o for o in OPERATIONS if o.host == "tenant"]
STAFF = [o for o in TENANT if o.is_staff_only]
UNSAFE = [o for o in TENANT if o.method not in {"GET", "HEAD"}]
WITH_IDS = [o for o in TENANT if o.parameters]

# Open to anybody without being recognised. A new one is a decision: it is made here.
ANONYMOUS = {
    "ical_experience",
    "ical_resource",
    "login",
    "customer_portal_init",
    "customer_portal_calendar",
    "customer_portal_pay",
    "tos_get",
    "signup_init",
    "signup_account",
    "signup_confirm_email",
    "signup_validate_domain",
    "signup_register",
    "signup_signin",
    "invitation_get",
    "invitation_accept",
    "login_passkey_options",
    "login_passkey",
    "password_check",
    "password_forgot",
    "password_reset",
    "signup_signin_passkey_options",
    "pay_link_get",
    "pay_link_create_intent",
    "pay_link_confirm",
    "pay_link_gift_card_apply",
    "pay_link_gift_card_unapply",
}
# Parameters that name nothing an operator owns, or that mean the same everywhere.
FIXED = {
    "plugin",
    "slug",
    "day",
    "list",
    "name",
    "date",
    "category",
    "tos",
    "firstDay",
    "lastDay",
    "tripMethod",
}
BLACKOUT = {"start_at": "2030-01-01T09:00:00Z", "end_at": "2030-01-01T10:00:00Z"}
# The least a call has to carry to be looked at, by operation.
BODIES = {
    **CHANNELS,
    **GIFT_CARDS,
    **GUESTS,
    **LIFE,
    **MONEY,
    **PRICES,
    **REPORTS,
    **ORDERS,
    "customers_merge": {"merge_ids": [1, 2]},
    "customers_delete": {"ids": [1], "mode": "anonymise"},
    "customers_tag": {"ids": [1]},
    "customers_bulk": {"action": "tag"},
    "customer_not_duplicate": {"other_id": 1},
    "customer_maybe_duplicate": {"other_id": 1},
    "trip_save": {"contact": {"first_name": "A", "last_name": "B"}},
    "payment_create_intent": {},
    "payment_update_intent": {"intent_id": 1},
    "payment_confirm": {"intent_id": 1},
    "trip_convert": {"expected_total": 1, "accept_terms": True},
    "trip_order_set_booking_statuses": {"booking_status_id": 1},
    "manifest_actions": {
        "actions": [
            {
                "client_action_id": "a",
                "occurred_at": "2030-01-01T09:00:00Z",
                "kind": "checkin",
                "trip_order_id": 999_999,
            }
        ]
    },
    "tos_agree": {"sha256": "0" * 64},
    "availabilities_create": {
        "date_from": "2030-01-01",
        "date_to": "2030-01-02",
        "weekdays": [0, 1, 2, 3, 4, 5, 6],
        "times": ["09:00"],
        "dry_run": True,
    },
    "availability_edit": {"date_from": "2030-01-01", "times": ["09:00"]},
    "availabilities_bulk_edit": {"filter": {}},
    "timeslot_status_edit": {"status": "open"},
    "timeslot_note_save": {"note": ""},
    "timeslot_cancel": {"reason": "Storm"},
    "experience_date_cancel": {"reason": "Storm"},
    "day_cancel": {"reason": "Storm"},
    "timeslots_are_bookable": {"items": [{"timeslot_id": 999_999}]},
    "timeslot_is_bookable": {
        "quantities": [{"experience_customer_type_id": 1, "qty": 1}],
        "method": "ecommerce",
    },
    "team_user_invite": {"name": "A", "email": "a@b.example", "role_id": 1},
    "guide_invite": {"name": "A", "email": "a@b.example"},
    "guides_assign_existing": {"user_avatar_ids": [1]},
    "user_avatar_save": {"version": 1},
    "user_avatar_status_edit": {"is_enabled": True},
    "role_save": {"name": "A", "permissions": []},
    "role_clone": {"name": "A"},
    "invitation_accept": {"token": "0" * 40},
    "login_passkey": {"credential": {}},
    "password_check": {"password": "x"},
    "password_forgot": {"email": "a@b.example"},
    "password_reset": {"token": "x", "password": "x"},
    "me_save": {"name": "A", "color": "#000000", "locale": "en"},
    "me_password": {"password": "x"},
    "me_email": {"email": "a@b.example"},
    "me_email_confirm": {"token": "x"},
    "me_totp_confirm": {"code": "000000"},
    "me_passkeys_add": {"credential": {}},
    "me_passkey_rename": {"name": "A"},
    "setup_security_save": {"second_factor_for": "nobody"},
    "tableview_save": {"title": "A"},
    "tableview_rename": {"title": "A"},
    "table_views_save": {"name": "trips", "title": "A"},
    "table_views_create": {"name": "trips", "title": "A"},
    "export_create": {"object": "trips", "format": "csv"},
    "trips_bulk_source": {"source_id": None},
    "trips_bulk_flag": {"is_flagged": True},
    "custom_field_save": {"name": "a", "label": "A", "kind": "text", "scope": "trip"},
    "custom_field_set_order": {"position": 0},
    "custom_fields_reorder": {"ids": [1]},
    "experience_add_custom_field": {"custom_field_id": 1},
    "experience_set_field_order": {"ids": [1]},
    "waiver_template_save": {"name": "A", "body_html": "<p>A</p>"},
    "category_save": {"name": "A"},
    "categories_reorder": {"ids": [1]},
    "customer_type_save": {"name": "A"},
    "customer_types_reorder": {"ids": [1]},
    "experiences_reorder": {"ids": [1]},
    "experience_update_content": {"locale": "de"},
    "experience_images_reorder": {"ids": [1]},
    "experience_image_save": {"alt": "A"},
    "experience_addon_save": {"name": "A", "scope": "booking", "input": "toggle"},
    "experience_addons_reorder": {"ids": [1]},
    "addon_value_type_save": {"name": "A", "values": [{"label": "S"}]},
    "product_save": {"name": "A", "price": 1},
    "product_stock_adjust": {"by": 1},
    "products_reorder": {"ids": [1]},
    "experience_clone": {"name": "A"},
    "restriction_save": {"name": "A", "rows": []},
    "restriction_assign": {"experience_ids": []},
    "season_save": {"name": "A", "ranges": [{"first": "2030-01-01", "last": "2030-01-01"}]},
    "device_register": {"name": "A", "kind": "pos"},
    "device_save": {"name": "A"},
    "resource_group_save": {"name": "A"},
    "resource_usages_save": {"rows": []},
    "resource_assign": {"trip_order_id": 999_999},
    "resource_unassign": {"booking_resource_ids": [999_999]},
    "resource_reschedule": {
        "booking_resource_id": 999_999,
        "start_at": "2030-01-01T09:00:00Z",
        "end_at": "2030-01-01T10:00:00Z",
    },
    "resource_blackouts_add": BLACKOUT,
    "resources_blackouts_add": {**BLACKOUT, "resource_ids": [999_999]},
    "resource_clear_blackouts": {"from": "2030-01-01", "to": "2030-01-02"},
    "experience_blackouts_add": BLACKOUT,
    "guide_blackouts_add": BLACKOUT,
    "experiences_blackouts_add": {**BLACKOUT, "experience_ids": [999_999]},
    "guides_blackouts_add": {**BLACKOUT, "guide_ids": [999_999]},
    "resources_blackouts_preview": {**BLACKOUT, "resource_ids": [999_999]},
    "experiences_blackouts_preview": {**BLACKOUT, "experience_ids": [999_999]},
    "guides_blackouts_preview": {**BLACKOUT, "guide_ids": [999_999]},
    "resource_blackout_save": BLACKOUT,
    "resource_blackout_preview": BLACKOUT,
    "experience_blackout_preview": BLACKOUT,
    "guide_blackout_preview": BLACKOUT,
    "experience_blackout_save": BLACKOUT,
    "guide_blackout_save": BLACKOUT,
    "timeslot_guides_assign": {"guides": []},
    "guide_assign": {"trip_order_id": 999_999},
    "guide_unassign": {"trip_order_id": 999_999},
    "timeslot_resources_move": {"to_resource_id": 999_999},
    "resources_update": {"rows": [{"group_id": 1, "name": "A"}]},
    "notifications_delete": {"id": 1},
    "notifications_page_delete": {"id": 1},
    "notifications_preferences_save": {"kinds": {}},
    "plugin_settings_save": {"values": {}},
    "range_of_experience": {"isAuthenticated": False, "requestId": 1, "showPrices": True},
}


def ids(operation) -> str:
    return f"{operation.method} {operation.path}"


def plausible(operation, *, number=999_999, key="0" * 24):
    """Return values that fit the path and lead to nothing."""
    fixed = {
        "date": "2030-01-01",
        "day": "2030-01-01",
        "firstDay": "2030-01-01",
        "lastDay": "2030-01-02",
        "tripMethod": "ecommerce",
        "list": "fees",
        "waiverId": 0,
        "name": "trips",
        "hash": key,
        "trip": key,
    }
    return {name: fixed.get(name, number) for name in operation.parameters}


@pytest.fixture(scope="module")
def module_db(django_db_setup, django_db_blocker):
    """Keep what fixtures of this module write for all its tests, and take it back at the end.

    Each test runs in a savepoint inside: what it writes itself, no other test sees.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        # As around a test: what the product wants to be outermost may begin in here.
        connection.atomic_blocks[-1]._from_testcase = True
        yield
        transaction.set_rollback(True)


def entered(planned: database.PlannedOperator) -> Client:
    """Return a browser of an operator's owner, signed in."""
    client = make_client(planned.slug)
    sign_in(client, planned.owner_email, database.PASSWORD)
    connection.set_schema_to_public()
    return client


@pytest.fixture(scope="module")
def owners(module_db) -> Client:
    return entered(database.REEF)


@pytest.fixture
def owner(reef, owners) -> Client:
    """A signed-in owner whose browser is nobody else's business."""
    client = make_client("reef")
    client.cookies = owners.cookies.copy()
    client.defaults["HTTP_X_CSRFTOKEN"] = owners.defaults["HTTP_X_CSRFTOKEN"]
    return client


class TestWhoMayAsk:
    @pytest.mark.parametrize("operation", OPERATIONS, ids=ids)
    def test_names_its_demand(self, operation):
        kinds = (principal.SignedIn, principal.Public, principal.Anonymous)
        known = isinstance(operation.auth, kinds) or callable(operation.auth)

        assert known
        assert operation.name
        if isinstance(operation.auth, principal.Anonymous):
            assert operation.name in ANONYMOUS

    @pytest.mark.parametrize("operation", STAFF, ids=ids)
    def test_staff_calls_refuse_strangers(self, operation, reef, client_for):
        path = operation.fill(plausible(operation))

        assert_error(call(client_for("reef"), operation, path), 401, "unauthenticated")

    @pytest.mark.parametrize("operation", [o for o in STAFF if o.auth.permission], ids=ids)
    def test_a_role_without_the_permission_is_refused(self, operation, owner):
        role = Role.objects.create(slug="nothing", name="Nothing", permissions=[])
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)

        answer = call(owner, operation, operation.fill(plausible(operation)))

        assert_error(answer, 403, "forbidden")

    @pytest.mark.parametrize("operation", [o for o in UNSAFE if o.is_staff_only], ids=ids)
    def test_a_missing_csrf_token_is_refused(self, operation, owner):
        del owner.defaults["HTTP_X_CSRFTOKEN"]
        owner.handler.enforce_csrf_checks = True

        answer = call(owner, operation, operation.fill(plausible(operation)))

        assert_error(answer, 403, "csrf_failed")


class TestWhatIsAsked:
    @pytest.mark.parametrize(("body", "status"), [('{"a":', 400), ("[]", 422), ('"text"', 422), ("", 422)])
    @pytest.mark.parametrize(
        # The widget's first call takes no body at all, which is why it may be empty.
        "operation",
        [o for o in UNSAFE if o.has_body and o.name != "init"],
        ids=ids,
    )
    def test_a_body_that_is_none(self, operation, owner, body, status):
        answer = call(owner, operation, operation.fill(plausible(operation)), body)

        assert_error(answer, status)

    @pytest.mark.parametrize("operation", [o for o in UNSAFE if o.has_body], ids=ids)
    def test_unknown_fields_are_named(self, operation, owner):
        body = {**BODIES.get(operation.name, {}), "no_such_field": 1}

        answer = call(owner, operation, operation.fill(plausible(operation)), body)

        fields = assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        assert "no_such_field" in fields

    @pytest.mark.parametrize("operation", WITH_IDS, ids=ids)
    def test_ids_that_are_none_are_not_found(self, operation, owner):
        values = {name: "%20x" for name in operation.parameters}

        answer = call(owner, operation, operation.fill(values), BODIES.get(operation.name))

        assert_error(answer, 404, "not_found")


@pytest.fixture(scope="module")
def theirs(module_db) -> dict:
    return make_world(enter_operator(database.REEF.schema_name))


@pytest.fixture(scope="module")
def neighbour(theirs) -> Client:
    return entered(database.PEAK)


class TestTenantsAreWalls:
    """Reef has a sold trip and an open cart; Peak asks for everything of it by id and hash."""

    @pytest.mark.parametrize("operation", [o for o in WITH_IDS if not set(o.parameters) <= FIXED], ids=ids)
    def test_a_foreign_id_is_not_found(self, operation, db, theirs, neighbour):
        path = operation.fill({"category": 999_999, "tos": 999_999, **theirs})

        answer = call(neighbour, operation, path, BODIES.get(operation.name))

        assert_error(answer, 404)

    def test_a_session_of_one_host_counts_for_nothing_on_another(self, owner, client_for):
        other = client_for("peak")
        other.cookies = owner.cookies

        assert_error(other.get("/app/init"), 401, "unauthenticated")


class TestAddresses:
    @pytest.mark.parametrize("path", ["/api/nothing", "/xx/manifest", "/nothing", "/api"])
    def test_an_unknown_address_is_not_found(self, reef, client_for, path):
        assert_error(client_for("reef").get(path), 404, "not_found")

    @pytest.mark.parametrize("operation", TENANT, ids=ids)
    def test_an_unknown_host_says_so(self, operation, db):
        path = operation.fill(plausible(operation))

        answer = call(Client(HTTP_HOST="nobody.localhost"), operation, path)

        assert_error(answer, 404, "unknown_host")

    def test_people_get_a_page_instead(self, reef, client_for):
        answer = client_for("reef").get("/nothing", headers={"accept": "text/html"})

        assert answer.status_code == 404
        assert answer["Content-Type"].startswith("text/html")

    @pytest.mark.parametrize("method", ["delete", "put", "patch"])
    def test_a_wrong_method_is_named(self, reef, client_for, method):
        assert_error(getattr(client_for("reef"), method)("/api/init"), 405, "method_not_allowed")

    def test_health_needs_no_host(self, db):
        assert Client(HTTP_HOST="10.0.0.7").get("/healthz").json() == {"ok": True}
