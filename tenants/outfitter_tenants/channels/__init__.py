"""Channels: what partners' systems sell of ours, told to them and kept with us, in no protocol."""
