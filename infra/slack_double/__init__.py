"""
A stand-in for Slack on this machine: one workspace that takes the app in, and shows what it posts.

It knows one app. Messages stay in memory; the page at / shows them with their buttons, which work:
a press is signed and posted to the product as Slack does it.
"""
