"""A stand-in for Dialpad: phones that ring when a button is pressed, and nobody is called."""
