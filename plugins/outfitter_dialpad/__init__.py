"""Calls through Dialpad."""
