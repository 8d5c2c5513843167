"""Who may ask: every operation, asked by those who may not."""

from typing import Any

import pytest
from django.test import Client

from outfitter.api import principal
from outfitter_tenants.people.models import Role, UserAvatar
from tests.contract import questions
from tests.contract.owner_session import browser_like
from tests.contract.walk import walk
from tests.support import database
from tests.support.api_operations import Operation, assert_error, call
from tests.support.tenant_clients import make_client

# Open to anybody without being recognised. A new one is a decision: it is made here.
ANONYMOUS = {
    # Voice agents show a token of their own; every answer of theirs says a sentence.
    "ai_agent_init",
    "ai_agent_trip_create",
    "ai_agent_trip_get_last",
    "ai_agent_trip_send_payment_link",
    "ical_experience",
    "ical_resource",
    "login",
    "customer_portal_init",
    "customer_portal_calendar",
    "customer_portal_wallet_apple",
    "customer_portal_wallet_google",
    "customer_portal_receipt",
    "customer_portal_waiver_pdf",
    "customer_portal_pay",
    # A trip's own page: its link is the key, and opens nothing else.
    "customer_portal_timeslots",
    "customer_portal_rebook_preview",
    "customer_portal_rebook",
    "customer_portal_rebook_withdraw",
    "customer_portal_cancel_preview",
    "customer_portal_cancel",
    "customer_portal_additions",
    "customer_portal_guests_add_preview",
    "customer_portal_guests_add",
    "customer_portal_addons_preview",
    "customer_portal_addons_save",
    "customer_portal_guests_save",
    "customer_portal_answers_save",
    "customer_portal_answer_file",
    "customer_portal_question_create",
    "customer_portal_review_save",
    # Who lost the link gets a code by e-mail.
    "customer_portal_code_send",
    "customer_portal_code_verify",
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
    # The same door on the platform's own host.
    "platform_login",
    "platform_login_passkey",
    "platform_passkey_options",
    "password_check",
    "password_forgot",
    "password_reset",
    "signup_signin_passkey_options",
    "pay_link_get",
    "pay_link_create_intent",
    "pay_link_confirm",
    "pay_link_gift_card_apply",
    "pay_link_gift_card_unapply",
    "invoice_link_get",
    "invoice_link_create_intent",
    "invoice_link_confirm",
    # Partners send people back to the platform's host, which hands them on and stores nothing.
    "hubspot_heard",
    "oauth_slack_handed_on",
    "oauth_mailchimp_handed_on",
    "waitlist_join",
    "waitlist_place_get",
    "waitlist_place_leave",
    "waitlist_place_accept",
    # A page that plays announcements has no login: its device's token is the key.
    "device_listen",
    "device_heard",
    "device_sound",
    # So have all devices: a code makes one, its token and its binding are the key.
    "device_pair",
    "device_state",
    "device_print_job_claim",
    "device_print_job_ended",
    # A register asks who sells: its token and its binding are the key, and then a person's PIN.
    "device_sellers",
    "device_sign_in",
    # Guests check themselves in at a kiosk: its token is the key, and a signed one for each party.
    "kiosk_open",
    "kiosk_find",
    "kiosk_party",
    "kiosk_check_in",
    "kiosk_sign",
    "kiosk_pay",
    "kiosk_balance",
    "kiosk_leave",
    # Guests sign without a login; a trip's hash, a device's token or a paper's fingerprint is the key.
    "waiver_portal_init",
    "waiver_portal_shown",
    "waiver_sign",
    # Whoever has the address of a mail was sent it; it opens this mail, and leads where this mail does.
    "crm_link",
    "crm_open",
    "crm_view",
    "waiver_pdf",
    "waiver_verify",
}


def _demand_problem(operation: Operation) -> str:
    kinds = (principal.SignedIn, principal.Public, principal.Anonymous, principal.PlatformAdmin)
    if not (isinstance(operation.auth, kinds) or callable(operation.auth)):
        return "says not who may ask"
    if not operation.name:
        return "has no name"
    is_open = isinstance(operation.auth, principal.Anonymous)
    return "is open to anybody" if is_open and operation.name not in ANONYMOUS else ""


@pytest.mark.rules
def test_names_its_demand() -> None:
    wrong = {
        f"{one.method} {one.path}": problem
        for one in questions.OPERATIONS
        if (problem := _demand_problem(one))
    }
    assert len(questions.OPERATIONS) >= 540
    assert wrong == {}


def test_staff_calls_refuse_strangers(db: None) -> None:
    def ask(operation: Operation) -> Any:
        answer = call(make_client("reef"), operation, questions.plausible_path(operation))
        assert_error(answer, 401, "unauthenticated")
        return answer

    walk(questions.STRANGERS, ask)


def test_a_role_without_the_permission_is_refused(reef: Any, owners: Client) -> None:
    role = Role.objects.create(slug="nothing", name="Nothing", permissions=[])
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)

    def ask(operation: Operation) -> Any:
        answer = call(browser_like(owners), operation, questions.plausible_path(operation))
        assert_error(answer, 403, "forbidden")
        return answer

    walk(questions.PERMISSION, ask)


def test_a_missing_csrf_token_is_refused(db: None, owners: Client) -> None:
    def ask(operation: Operation) -> Any:
        owner = browser_like(owners)
        del owner.defaults["HTTP_X_CSRFTOKEN"]
        owner.handler.enforce_csrf_checks = True
        answer = call(owner, operation, questions.plausible_path(operation))
        assert_error(answer, 403, "csrf_failed")
        return answer

    walk(questions.CSRF, ask)
