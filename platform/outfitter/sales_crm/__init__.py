"""The sales of whoever hosts, kept alike here and in a CRM (ADR 141)."""
