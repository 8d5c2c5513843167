"""
A stand-in for a server of chat completions on this machine.

It rewrites by rule, always alike: the first version is the text with a capital letter and a full
stop, the second is as short as its first sentence. It keeps nothing but what tests look at.
"""
