"""Reads of channels."""
