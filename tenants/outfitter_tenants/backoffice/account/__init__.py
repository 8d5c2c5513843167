"""The operator's account: what stage it is in, and what that stage allows."""
