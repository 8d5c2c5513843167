"""A customer's trip as passes for the wallet of a phone, one for each guest (domain.md 4.11)."""
