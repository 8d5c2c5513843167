"""A stand-in for CallRail: phones that ring when a button is pressed, and nobody is called."""
