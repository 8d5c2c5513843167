"""Saved cards are charged while nobody stands by: balances, no-show fees, resellers."""
