"""
What the stand-ins for partners have in common: the program around them, their server, and how they post.

What a partner does is its own stand-in's. Stripe's, which keeps connections open and answers pages of
any origin, brings a server of its own.
"""
