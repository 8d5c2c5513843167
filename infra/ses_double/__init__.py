"""
A stand-in for Amazon SES on this machine: takes mails, shows them in the mailbox, tells what became of them.

It knows one account, in one region. Mails are shown on the product's own mailbox page; the page at /
lists what was taken and who is suppressed. Addresses that begin like those of Amazon's simulator fail
as those do: bounce… does not exist, softbounce… is full, complaint… calls it spam, and whoever bounced
or complained is on the suppression list afterwards. At throttle… it asks to wait (429), reject… and
unverified… are refused, and at silent… it takes the mail and hangs up without an answer.
"""
