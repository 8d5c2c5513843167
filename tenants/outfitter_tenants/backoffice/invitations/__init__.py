"""Invitations of staff, and their acceptance."""
