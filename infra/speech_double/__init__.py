"""
A stand-in for providers of speech on this machine: Amazon Polly below /polly, ElevenLabs below /elevenlabs.

What it answers is real sound (a WAV file): one short tone for each word, higher for longer words.
Keys that begin with "wrong" are refused.
"""
