"""Writes of channels: what they book, how they are connected, what they are told."""
