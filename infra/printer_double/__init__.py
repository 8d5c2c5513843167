"""A receipt printer that isn't one: listens on a raw port and keeps what came as pictures and text."""
