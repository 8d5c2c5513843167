"""Calls to the payment gateway that belong to no single resource."""
