"""
A stand-in for Twilio on this machine: takes texts, reports on them, and answers as a guest would.

It knows one account. Texts stay in memory; the page at / shows them, with a box to write back.
Numbers that end like Twilio's own magic ones fail as those do: ...0001 is no number, ...0004 has
opted out, ...0009 takes no texts, ...0007 is never reached. At ...0005 it asks to wait (429), and at
...0006 it takes the text and hangs up without an answer.

WhatsApp is beside it (`whatsapp:+...`): ...0003 has none, ...0008 is over a limit, and free words go
only where a guest wrote there within a day. Every content SID (HX...) counts as approved, but for
those that end in 0000.
"""
