"""What a file may say of customers, and what other systems call it."""

from typing import Final

from outfitter.db.imports import ImportColumn, words

COLUMNS: Final = (
    ImportColumn(
        "first_name",
        example="Ana",
        max_length=80,
        aliases=words("given name, firstname, forename, vorname, prénom, nombre, nome, voornaam"),
    ),
    ImportColumn(
        "last_name",
        example="Ruiz",
        max_length=80,
        aliases=words(
            "surname, family name, lastname, nachname, familienname, nom, apellidos, "
            "apellido, cognome, sobrenome, achternaam"
        ),
    ),
    ImportColumn(
        "name",
        example="Ana Ruiz",
        max_length=160,
        aliases=words(
            "full name, customer, customer name, contact, contact name, guest, guest name, name des kunden"
        ),
    ),
    ImportColumn(
        "email",
        "email",
        example="ana@example.com",
        max_length=254,
        aliases=words(
            "e mail, email address, e mail address, mail, e mail adresse, correo, correo electronico, "
            "courriel, adresse e mail"
        ),
    ),
    ImportColumn(
        "phone",
        "phone",
        example="+34 600 123 456",
        aliases=words(
            "phone number, telephone, tel, telefon, telefono, telefone, telefoon, cell, cell phone"
        ),
    ),
    ImportColumn(
        "mobile",
        "phone",
        example="+34 600 123 457",
        aliases=words("mobile phone, mobile number, handy, mobil, móvil"),
    ),
    ImportColumn(
        "company",
        example="Hotel Mar",
        max_length=160,
        aliases=words("company name, organization, organisation, firma, empresa, société, azienda"),
    ),
    ImportColumn(
        "street",
        example="Calle Mayor 1",
        max_length=160,
        aliases=words(
            "address, address line, address line 1, address 1, street address, strasse, adresse, "
            "dirección, indirizzo"
        ),
    ),
    ImportColumn("street2", example="2º B", max_length=160, aliases=words("address line 2, address 2")),
    ImportColumn(
        "postal_code",
        example="28013",
        max_length=80,
        aliases=words("zip, zip code, postcode, post code, plz, postleitzahl, código postal, cap"),
    ),
    ImportColumn(
        "city",
        example="Madrid",
        max_length=80,
        aliases=words("town, city town, place, ort, stadt, ciudad, ville, città, cidade"),
    ),
    ImportColumn(
        "region",
        example="Madrid",
        max_length=80,
        aliases=words("state, province, county, state province, bundesland, provincia"),
    ),
    ImportColumn(
        "country",
        "country",
        example="ES",
        aliases=words("country code, land, país, pays, paese, nationality"),
    ),
    ImportColumn(
        "language",
        "locale",
        example="es",
        aliases=words("locale, preferred language, sprache, idioma, langue, lingua, taal"),
    ),
    ImportColumn(
        "birth_date",
        "date",
        example="1988-05-17",
        aliases=words(
            "date of birth, dob, birthday, birthdate, geburtsdatum, geburtstag, fecha de nacimiento"
        ),
    ),
    ImportColumn(
        "tags", "list", example="diver; repeat", max_length=40, aliases=words("tag, labels, groups")
    ),
    ImportColumn(
        "notes",
        example="Prefers mornings",
        max_length=10_000,
        aliases=words("note, comments, comment, notizen, bemerkung, notas, remarks"),
    ),
    ImportColumn("is_vip", "bool", example="no", aliases=words("vip")),
    ImportColumn(
        "email_opt_in",
        "bool",
        example="yes",
        aliases=words(
            "newsletter, subscribed, is subscribed, marketing, marketing opt in, email marketing, "
            "email subscription, opt in, marketing emails"
        ),
    ),
    ImportColumn(
        "sms_opt_in", "bool", example="no", aliases=words("sms marketing, text marketing, marketing texts")
    ),
)
