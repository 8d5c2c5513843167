"""Slips as printers take them: what people wrote is printed and never obeyed."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from outfitter.printers import escpos, escpos_picture, escpos_reader, label_layout, slip_html, slip_sheet
from outfitter.printers.slips import ROLLS, Code, Line, Pair, Picture, Rule, Slip, bare

pytestmark = pytest.mark.rules
ROLL = ROLLS["roll_80"]
# Everything a name could carry: bytes of commands, ZPL's own characters, other scripts.
NASTY = st.text(
    st.one_of(st.characters(exclude_categories=("Cs",)), st.sampled_from("\x1b\x1d\x10\x00^~_\\@")),
    min_size=1,
    max_size=30,
)


def slip_of(name: str) -> Slip:
    blocks = (Line("Reef"), Line(name, is_big=True), Pair(name, "$5.00"), Rule(), Code("T-1"), Line("K7"))
    return Slip(blocks)


def commands(data: bytes) -> list[str]:
    return [one.name for one in escpos_reader.read(data)]


@settings(max_examples=30, deadline=None)
@given(NASTY)
def test_a_name_adds_no_command_to_a_receipt(name):
    found = commands(escpos.encode(slip_of(name), ROLL))

    assert "unknown" not in found
    assert (found.count("init"), found.count("cut"), found.count("code")) == (2, 1, 1)
    assert "drawer" not in found


@settings(max_examples=30, deadline=None)
@given(NASTY)
def test_a_name_adds_no_command_to_a_label(name):
    made = label_layout.zpl(slip_of(name), label_layout.LABELS["label_4x2"])

    allowed = {"XA", "XZ", "CI", "PW", "LL", "FO", "A0", "FH", "FD", "FS", "GF", "PQ"}
    assert set(re.findall(r"\^(..)", made)) <= allowed
    assert "~" not in made
    assert (made.count("^XA"), made.count("^XZ")) == (1, 1)


@pytest.mark.parametrize(
    ("name", "codec"), [("Zoë Ángel", "cp858"), ("Łukasz Żółć", "cp852"), ("Ольга", "cp866")]
)
def test_letters_go_as_letters_where_the_printer_has_them(name, codec):
    made = escpos.encode(Slip((Line(name),)), ROLL)

    assert name.encode(codec) in made
    assert "raster" not in commands(made)
    [said] = [one.text for one in escpos_reader.read(made) if one.name == "letters"]
    assert said == name


@pytest.mark.parametrize("name", ["田中さくら", "محمد علي", "שלום", "김민수", "สมชาย", "Anna 🦀 東"])
def test_other_scripts_are_drawn(name):
    found = [one for one in escpos_reader.read(escpos.encode(Slip((Line(name),)), ROLL))]

    [drawn] = [one for one in found if one.name == "raster"]
    assert drawn.bitmap is not None
    assert drawn.bitmap.width == ROLL.dots
    assert any(drawn.bitmap.rows)
    assert not [one for one in found if one.name == "letters"]


def test_a_printer_without_reliable_letters_gets_dots_alone():
    found = commands(escpos.encode(Slip((Line("Zoë"), Pair("Kayak", "$5"))), ROLL, is_drawn=True))

    assert found.count("raster") == 2
    assert "letters" not in found


def test_long_names_are_broken_and_amounts_stand_at_the_end():
    made = escpos.encode(
        Slip((Pair("A very long name of an experience " * 3, "$1,250.00"),)), ROLLS["roll_58"]
    )

    rows = [one.text for one in escpos_reader.read(made) if one.name == "letters"]
    assert all(len(row) <= 32 for row in rows)
    assert rows[0].endswith("$1,250.00")


def test_what_is_printed_again_says_so_and_is_cut_once():
    made = escpos.marked(escpos.encode(Slip((Line("Kayak"),)), ROLL), "PRINTED AGAIN")

    said = [one.text for one in escpos_reader.read(made) if one.name == "letters"]
    assert said == ["*** PRINTED AGAIN ***", "Kayak"]
    assert commands(made).count("cut") == 1


def test_a_preview_is_drawn_from_what_is_sent():
    sent = escpos.encode(slip_of("Zoë"), ROLL)
    shown = Image.open(io.BytesIO(escpos_picture.draw(sent, ROLL)))
    other = Image.open(io.BytesIO(escpos_picture.draw(sent.replace(b"Reef", b"Rope"), ROLL)))

    assert shown.width == ROLL.dots + 32
    assert shown.tobytes() != other.tobytes()


def test_a_logo_is_printed_and_a_broken_one_left_out():
    out = io.BytesIO()
    Image.new("RGB", (400, 100), "black").save(out, "PNG")

    assert commands(escpos.encode(Slip((Picture(out.getvalue()),)), ROLL)).count("raster") == 1
    assert "raster" not in commands(escpos.encode(Slip((Picture(b"<svg>"),)), ROLL))


def test_a_wristband_runs_along_and_nothing_leaves_it():
    band = label_layout.LABELS["wristband"]
    made = label_layout.zpl(Slip((*[Line("Name of a guest " * 20)] * 9, Code("T-1"))), band)

    assert "^PW203" in made
    assert "^LL1624" in made
    for left, top in re.findall(r"\^FO(-?\d+),(-?\d+)", made):
        assert 0 <= int(left) < band.height
        assert 0 <= int(top) < band.width


def test_a_page_and_a_pdf_are_escaped():
    nasty = Slip((Line("<script>#panic()[*x*]"), Pair("<b>", "$1"), Code("T-1")))

    assert "<script>" not in slip_html.html([nasty])
    assert slip_sheet.render([nasty, nasty]).startswith(b"%PDF")


@given(NASTY)
def test_a_bare_text_has_nothing_unseen(text):
    assert all(char.isprintable() for char in bare(text))
