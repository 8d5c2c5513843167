"""The site at /docs: the pages of `docs/`, the API from its OpenAPI document, the hooks from their source.

Nothing here needs Django, a database or the network. Pages are read without scripts; only search
needs one.
"""
