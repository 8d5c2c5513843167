"""What operators pay the platform: plans, statements, payments, reminders (domain.md 6.6)."""
