"""
A stand-in for Mailchimp on this machine: one account with two audiences, and a page that shows them.

Subscribers stay in memory. The page at / has a button to unsubscribe, which is told to the product
as Mailchimp tells it. Addresses that begin like this are refused: `gone` was deleted for good,
`wrong` has a merge field that does not fit.
"""
