"""Every change of state that the log tells of: people read a name of each in their language."""

from collections.abc import Mapping
from typing import Final

# What happens to each kind of object. Who adds something names it in every language of the audit screen.
_HAPPENS: Final[Mapping[str, str]] = {
    "account": (
        "archive_requested|archived|caught_up|changed|closed|fell_behind|imported|reopened|"
        "suspended|suspension_lifted|went_live"
    ),
    "addon": "changed|created",
    "addon_values": "changed|created",
    "agent_access": "granted|revoked",
    "agent_settings": "changed",
    "agent_token": "created|revoked|rotated",
    "announcement_template": "archived|changed|created|reordered|restored",
    "api_key": "created|revoked|rotated",
    "automation": "archived|changed|created|reordered",
    "availability": "created|deleted|edited|ended|season_changed",
    "billing": (
        "card_saved|credited|details_changed|discounted|fee_waived|paid|paid_back|past_due|payment_failed|"
        "payment_marked|payout_failed|plan_canceled|plan_changed|plan_ended|plan_kept|plan_paused|plan_resumed|"
        "plan_started|reminded|sales_stopped|settled|statement_issued|stop_announced"
    ),
    "booking": (
        "added|addon_changed|addons_enabled|checked_in|cloned|comped|deleted|no_show|not_checked_in|"
        "price_overridden|saved|status_changed|status_outdated|uncomped|waiver_changed|"
        "waiver_scanned|waiver_signed"
    ),
    "booking_status": "changed|created",
    "books": "agree|differ",
    "call": "callback_changed|changed|created|heard|recording_deleted",
    "call_number": "changed",
    "call_settings": "changed",
    "cancellation_policy": "changed|created",
    "cash_drawer": "archived|changed|created",
    "cash_shift": "cash_moved|closed|drawer_opened|joined|left|opened|reopened",
    "categories": "reordered",
    "category": "changed|created|deleted",
    "channel": (
        "archived|changed|connected|key_rotated|state_changed|subscribed|subscription_changed|"
        "subscription_paused|subscription_resumed|tool_used|unsubscribed"
    ),
    "channel_allotment": "deleted|saved",
    "channel_mapping": "deleted|refused|saved",
    "conversation": "assigned|closed|opened",
    "custom_field": "archived|restored|saved",
    "custom_fields": "reordered",
    "custom_report": "changed|created|deleted|stopped|subscribed|unsubscribed",
    "customer": (
        "anonymised|card_added|card_default|card_removed|card_restored|changed|created|deleted|"
        "exported|maybe_duplicate|merge_undone|merged|merged_away|not_duplicate|restored"
    ),
    "customer_type": "changed|created|deleted",
    "customer_types": "reordered",
    "departures": "rezoned",
    "device": "changed|copied|paired|print_signed|registered|revoked",
    "email": "change_asked|changed",
    "experience": (
        "addons_reordered|blackout_added|blackout_changed|blackout_deleted|changed|cloned|"
        "content_changed|created|deleted|feed_rotated|feed_stopped|field_added|field_removed|"
        "fields_reordered|image_added|image_changed|image_deleted|images_reordered|resources_saved|"
        "waivers_changed"
    ),
    "experience_date": "cancelled|edited",
    "experiences": "reordered",
    "export": "created|deleted",
    "factor": "added|removed",
    "fee": "changed|created",
    "flag_reason": "changed|created",
    "gift_card": (
        "activated|changed|code_shown|codes_guessed|created|delivered|expired|printed|recounted|"
        "reloaded|removed|resumed|style_added|style_removed|suspended"
    ),
    "guide": "assigned|pay_saved|profile_saved|unassigned",
    "import": "cancelled|created|deleted|finished|undone|uploaded",
    "invoice": (
        "card_disputed|card_refund_asked|card_refund_failed|card_refunded|created|credits_deferred|"
        "deleted|discount_edited|link_replaced|mailed|note_edited|payment_added|payment_removed|"
        "reminded|sent|status_edited|trip_removed"
    ),
    "job": "cancelled|finished|started",
    "kiosk_terms": "saved",
    "location": "changed|created",
    "message": (
        "anonymised|bounced|cancelled|complained|delivered|failed|opened|queued|received|sent|suppressed"
    ),
    "messages": "paused|resumed",
    "messaging_settings": "changed",
    "offer_code": "changed|created|deleted",
    "own_domain": "added|removed|verified",
    "owner": "created",
    "password": "changed|reset",
    "payment": (
        "authorised|captured|charge_failed|dispute_accepted|dispute_answered|dispute_changed|"
        "dispute_drafted|dispute_lost|dispute_opened|dispute_won|edited|hold_expired|hold_released|"
        "recorded|refund_asked|refund_came_back|refund_failed|refund_found|refund_pending|"
        "refund_waits|refunded|removed|tip_assigned"
    ),
    "plugin": (
        "account_changed|account_ended|account_made|connected|disabled|disconnected|enabled|"
        "reader_added|reader_removed|set_up"
    ),
    "price_rules": "changed",
    "print_route": "deleted|saved",
    "print_template": "saved",
    "product": "changed|created|deleted",
    "products": "reordered",
    "properties": "changed",
    "rate_sheet": "changed|created",
    "recovery_code": "used",
    "recovery_codes": "renewed",
    "report_link": "created|withdrawn",
    "reseller": (
        "activated|archived|card_added|card_changed|card_removed|changed|created|deleted|note_added|"
        "note_changed|note_deleted|topup"
    ),
    "resource": (
        "assigned|blackout_added|blackout_changed|blackout_deleted|cost_saved|deleted|feed_rotated|"
        "rescheduled|saved|unassigned"
    ),
    "resource_group": "deleted|saved",
    "restriction": "changed|created",
    "role": "changed|created|deleted",
    "season": "changed|created",
    "security": "policy_changed",
    "session": "ended|signed_out",
    "sessions": "ended",
    "setup_task": "skipped|unskipped",
    "signin": "locked|succeeded",
    "suppression": "added|lifted",
    "table_view": "changed|created|deleted|renamed",
    "support_access": "asked|ended|granted|refused|signed_in|withdrawn",
    "tax": "changed|created",
    "template": "activated|archived|cloned|deactivated|reset|restored|saved",
    "timeslot": (
        "cancelled|created|deleted|edited|guides_assigned|overbooked|reopened|resources_lacking|"
        "status_changed"
    ),
    "trip": (
        "adjusted|adjustment_removed|agent_read|agent_removed|agent_set|anonymised|attention|"
        "commission_edited|commission_paid|contact_changed|converted|created|deleted|"
        "deposit_overridden|field_answered|flag_cleared|flagged|gift_card_added|gift_card_applied|"
        "gift_card_released|gift_card_reloaded|gift_card_removed|gift_card_unapplied|group_named|"
        "imported|link_renewed|locked|message_sent|method_changed|note_added|note_changed|"
        "note_deleted|offer_applied|offer_removed|orders_removed|payment_link_created|"
        "payment_link_revoked|product_changed|product_removed|product_sold|question_answered|"
        "question_asked|rated|reseller_removed|reseller_set|reserved|restored|review_answered|"
        "review_confirmed|review_declined|review_published|review_unpublished|source_changed|"
        "tax_toggled|unlocked|voucher_set"
    ),
    "trip_order": (
        "added|addon_changed|amended|cancelled|comped|note_saved|price_overridden|rebooked|removed|"
        "repriced|split|types_changed|uncancelled|uncomped|unscheduled"
    ),
    "trip_source": "changed|created",
    "user_avatar": (
        "agent_added|blackout_added|blackout_changed|blackout_deleted|changed|disabled|enabled|"
        "invitation_resent|invited|joined|own_profile_changed|pin_changed|pin_locked|pin_removed|pin_set|"
        "suppressed|suppression_removed"
    ),
    "waitlist_entry": "accepted|added|closed|expired|left|offered|removed|reordered",
    "waiver": "scanned|signed|voided",
    "waiver_template": "archived|restored|saved",
    "webhook_endpoint": "changed|created|deleted|replayed|rotated",
    "widget": "framing_changed|look_changed",
}
# <kind of object>.<what happened>.
ACTIONS: Final = frozenset(
    f"{kind}.{did}" for kind, happens in _HAPPENS.items() for did in happens.split("|")
)
