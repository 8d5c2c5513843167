"""Signing in, sessions, second factors and the gates before everything else (ADR 16)."""
