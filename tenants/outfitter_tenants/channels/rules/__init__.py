"""The rules of channels: what is sold to whom, at which price, and in which words."""
