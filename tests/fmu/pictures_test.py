"""Icons and terminals of FMUs: what is in them, and what happens where pictures cannot be drawn.

    pictures_test.py BIN SOURCE COMPILER

Models of the Modelica Standard Library are looked at if it is installed.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

import check_pictures

TOOLS, SOURCE, COMPILER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
LIBRARY = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "modelica/Modelica"
FOLDER = "terminalsAndIcons/"


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make(self, *model, fmi="3", environment=None):
        """The entries of the FMU, and what the tool said."""
        flat = subprocess.run([TOOLS / "moflat", *model], capture_output=True, text=True, check=True)
        moo = subprocess.run([TOOLS / "moopt"], input=flat.stdout, capture_output=True, text=True, check=True)
        fmu = self.folder / "made.fmu"
        made = subprocess.run([TOOLS / "mogen-fmu", "--fmi", fmi, "-o", fmu], input=moo.stdout, capture_output=True,
                              text=True, env={**os.environ, **(environment or {})})
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(list(check_pictures.check(fmu)), [])
        with zipfile.ZipFile(fmu) as archive:
            return {name: archive.read(name) for name in archive.namelist()}, made.stderr

    def machine(self, **options):
        return self.make(SOURCE / "tests/fmu/Pictures.mo", **options)

    def test_connectors_are_terminals_as_far_as_they_can_be_connected(self):
        entries, _ = self.machine()
        root = xml.fromstring(entries[FOLDER + "terminalsAndIcons.xml"])
        found = {terminal.get("name"): terminal for terminal in root.iter("Terminal")}
        self.assertEqual(set(found), {"u", "below", "many", "y", "odd", "'a.b \"<i>'", "drive[1]", "drive[2]", "signals",
                                      "inner_speed", "bus"})
        self.assertEqual(found["u"].get("matchingRule"), "sequence")
        self.assertEqual(found["u"].get("terminalKind"), "Pictures.In")
        self.assertEqual(found["u"].get("description"), "a signal")
        self.assertEqual(found["bus"].get("matchingRule"), "bus")
        self.assertEqual(found["bus"].find("TerminalMemberVariable").attrib,
                         {"variableName": "bus.speed", "memberName": "speed", "variableKind": "signal"})
        drive = found["drive[2]"]
        self.assertEqual(drive.get("matchingRule"), "plug")
        members = {member.get("memberName"): member.get("variableName") for member in drive.findall("TerminalMemberVariable")}
        self.assertEqual(members, {"command": "drive[2].command", "speed": "drive[2].speed", "limit": "drive[2].limit"})
        self.assertEqual([inner.get("name") for inner in drive.findall("Terminal")], ["signals"])
        place = found["below"].find("TerminalGraphicalRepresentation")
        self.assertEqual(check_pictures.box_of(place), [-22, -142, 22, -98])
        self.assertEqual(place.get("defaultConnectionColor"), "0 0 127")

    def test_what_looks_the_same_is_one_picture(self):
        entries, _ = self.machine()
        names = {name.removeprefix(FOLDER) for name in entries if name.startswith(FOLDER) and name.endswith(".png")}
        # `In` as it is and turned; the connector of class `Icon` does not take the place of the icon.
        self.assertEqual(names, {"icon.png", "In.png", "In_2.png", "Out.png", "Icon_2.png", "b.png"})

    def test_texts_of_a_model_stay_texts(self):
        entries, _ = self.machine()
        svg = entries[FOLDER + "icon.svg"].decode()
        self.assertNotIn("<script", svg)
        self.assertNotRegex(svg, r"<[^>]*onload=")
        self.assertIn("</text><script>alert(1)</script>", "".join(xml.fromstring(svg).itertext()))

    def test_connectors_that_are_no_terminals_are_in_the_icon(self):
        entries, _ = self.machine()
        svg = entries[FOLDER + "icon.svg"].decode()
        self.assertIn("#0000ff", svg)  # the pin
        self.assertEqual(len(re.findall("#00007f", svg)), 1)  # the frame of the model, but no input

    def test_a_bitmap_that_is_none_is_left_out(self):
        entries, said = self.machine()
        self.assertIn("an image in the icon is no PNG file [IconIncomplete]", said)
        self.assertEqual(entries[FOLDER + "icon.svg"].count(b"<image"), 1)

    def test_fmi2_has_a_picture_of_the_whole(self):
        entries, _ = self.machine(fmi="2")
        self.assertIn("model.png", entries)
        self.assertIn(FOLDER + "terminalsAndIcons.xml", entries)
        entries, _ = self.machine()
        self.assertNotIn("model.png", entries)

    def test_the_same_bytes_each_time(self):
        first, _ = self.machine()
        second, _ = self.machine()
        self.assertEqual(first, second)

    def test_without_cairo_there_are_no_pictures(self):
        fake = self.folder / "libcairo.so.2"
        subprocess.run([COMPILER, "-shared", "-x", "c", "/dev/null", "-o", fake], check=True)
        entries, said = self.machine(environment={"LD_LIBRARY_PATH": str(self.folder)})
        self.assertIn("warning: the FMU gets no icon: the library cairo has no function", said)
        self.assertEqual([name for name in entries if name.endswith((".png", ".svg"))], [])
        root = xml.fromstring(entries[FOLDER + "terminalsAndIcons.xml"])
        self.assertIsNone(root.find("GraphicalRepresentation"))
        self.assertIsNotNone(root.find("Terminals/Terminal"))

    def test_without_icon_and_connectors_there_is_nothing(self):
        entries, said = self.make(SOURCE / "docs/examples/BouncingBall.mo")
        self.assertEqual([name for name in entries if name.startswith(FOLDER)], [])
        self.assertEqual(said, "")

    @unittest.skipUnless(LIBRARY.is_dir(), "the Modelica Standard Library is not installed")
    def test_models_of_the_library(self):
        for model, shown in (("Modelica.Blocks.Continuous.LimPID", {"icon", "RealInput", "RealInput_2", "RealOutput"}),
                             ("Modelica.Mechanics.Rotational.Examples.Utilities.DirectInertia",
                              {"icon", "RealInput", "RealInput_2", "RealOutput"}),
                             ("Modelica.Electrical.Analog.Examples.CauerLowPassAnalog", {"icon"})):
            with self.subTest(model):
                entries, said = self.make(model)
                names = {name.removeprefix(FOLDER)[:-4] for name in entries
                         if name.startswith(FOLDER) and name.endswith(".svg")}
                self.assertEqual(names, shown)
                self.assertEqual(said, "")


# What the checker has to find, as changes of what is in the FMU.
MISTAKES = {
    "a variable that cannot be connected": (FOLDER + "terminalsAndIcons.xml", b'variableName="u"', b'variableName="pin.v"'),
    "two terminals of one name": (FOLDER + "terminalsAndIcons.xml", b'Terminal name="y"', b'Terminal name="u"'),
    "a member without a name": (FOLDER + "terminalsAndIcons.xml", b' memberName="command"', b""),
    "a picture that is not there": (FOLDER + "terminalsAndIcons.xml", b'iconBaseName="Out"', b'iconBaseName="In_9"'),
    "a damaged picture": (FOLDER + "icon.png", b"IDAT", b"IDAX"),
    "a script": (FOLDER + "icon.svg", b"</svg>", b"<script/></svg>"),
    "a reference": (FOLDER + "icon.svg", b"data:image/png", b"http://a/png"),
}


class Checker(Pictures):
    """A check that finds nothing says something only if it can find something."""

    def test_mistakes_are_found(self):
        entries, _ = self.machine()
        for name, (entry, old, new) in MISTAKES.items():
            with self.subTest(name):
                self.assertIn(old, entries[entry])
                changed = {**entries, entry: entries[entry].replace(old, new, 1)}
                with zipfile.ZipFile(self.folder / "changed.fmu", "w") as archive:
                    for each, content in changed.items():
                        archive.writestr(each, content)
                self.assertNotEqual(list(check_pictures.check(self.folder / "changed.fmu")), [])


if __name__ == "__main__":
    suite = unittest.TestSuite()
    loader = unittest.TestLoader()
    suite.addTests(loader.loadTestsFromTestCase(Pictures))
    suite.addTest(Checker("test_mistakes_are_found"))
    sys.exit(not unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful())
