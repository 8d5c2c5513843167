"""Somebody's data, in the places where errors meet it."""

# Put together here, as a text that stands whole in the code which raises is the programmer's own.
NAME = " ".join(("Ophelia", "Wintergreen"))
EMAIL = "@".join(("ophelia.w", "guests.example"))
PHONE = "+1 415 555 " + "0199"
CARD = "4242 4242 " + "4242 4242"
TOKEN = "".join(("eyJhbGciOi", "JIUzI1NiJ9.cGxhbnRlZDE.c2ln"))
HASH = "".join(("q7Xw", "2nB9vK4tZ8mR1pL6"))
# Parts of them, long enough that no id or time that is made by chance has one.
PARTS = ("Wintergreen", "4242 4242", "42424242", "555 0199", "5550199")
PLANTS = (NAME, EMAIL, PHONE, CARD, TOKEN, HASH, *PARTS)


def sentence() -> str:
    """Return what an error may say that quotes the data it met."""
    link = f"https://reef.example/customerPortal/{HASH}?token={TOKEN}"
    return f"no seat for {NAME} <{EMAIL}>, {PHONE}, card {CARD}, {link}"


def found_in(bodies: list[str]) -> list[str]:
    """Return the plants that arrived."""
    return [plant for plant in PLANTS if any(plant in body for body in bodies)]
