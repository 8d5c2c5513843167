"""
Passes for the wallets of phones: a signed file for Apple's, a signed link for Google's.

What stands on a pass comes from whoever makes one; here are the keys, the container and the signature.
"""
