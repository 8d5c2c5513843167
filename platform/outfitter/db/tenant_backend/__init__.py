"""
Django's database backend of this product: every statement brings its operator's schema along.

Nothing is kept in the database's session, so it does not matter which of them a connection pooler
hands a statement to. `base` is what Django loads, `driver` is how it is sent.
"""
