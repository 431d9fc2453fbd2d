"""Plots: pages, SVG and PNG pictures, by what is in them.

    plots_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import json
import re
import shutil
import struct
import xml.etree.ElementTree
import zlib

from simulator import BALL, ROOT, Case, main, mosim, run


class Plots(Case):
    def page_data(self, text):
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1))

    def test_a_page_holds_what_was_asked_for(self):
        mosim(BALL, "--stop", "3", "--plot", "v,h", "-o", "ball.csv", cwd=self.folder)
        self.assertTrue((self.folder / "ball.csv").exists())
        page = (self.folder / "BouncingBall.html").read_text()
        data = self.page_data(page)
        self.assertEqual(data["title"], "BouncingBall")
        self.assertEqual([curve["name"] for panel in data["panels"] for curve in panel["curves"]], ["v", "h"])
        curve = data["panels"][0]["curves"][1]
        self.assertEqual((curve["t"][0], curve["v"][0], curve["t"][-1]), (0, 1, 3))
        self.assertEqual(curve["description"], "height of ball")
        self.assertGreater(data["eventCount"], 10)
        self.assertAlmostEqual(data["events"][0], (2 / 9.81) ** 0.5, delta=1e-5)
        # It loads nothing: no address, no source, no link.
        self.assertIsNone(re.search(r"https?:|src=|<link|@import|url\(", page))

    def test_the_script_of_a_page_is_one(self):
        node = shutil.which("node")
        if node is None:
            self.skipTest("node is not installed")
        page = (ROOT / "runtime/results/plot_page.html").read_text()
        script = self.write("page.js", re.search(r"<script>(.*?)</script>", page, re.S).group(1))
        run(node, "--check", script)

    def test_pictures_by_the_ending_of_the_name(self):
        for name in ("ball.svg", "ball.png", "ball.html"):
            mosim(BALL, "--stop", "3", "--plot-file", self.folder / name, "-o", self.folder / "ball.csv")
        svg = xml.etree.ElementTree.parse(self.folder / "ball.svg").getroot()
        texts = [node.text for node in svg.iter("{http://www.w3.org/2000/svg}text")]
        for text in ("BouncingBall", "h", "v", "flying", "impact", "time [s]"):
            self.assertIn(text, texts)
        events = [node for node in svg.iter() if node.get("class") == "event"]
        self.assertGreater(len(events), 10)
        self.assertTrue((self.folder / "ball.html").read_text().startswith("<!DOCTYPE html>"))
        self.check_picture((self.folder / "ball.png").read_bytes())

    def check_picture(self, png):
        """A PNG file of the promised width with something drawn in it."""
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", png[16:24])
        self.assertEqual(width, 1920)
        self.assertGreater(height, 600)
        pixels = b""
        at = 8
        while at < len(png):
            (length,) = struct.unpack(">I", png[at : at + 4])
            if png[at + 4 : at + 8] == b"IDAT":
                pixels += png[at + 8 : at + 8 + length]
            at += length + 12
        self.assertGreater(len(set(zlib.decompress(pixels))), 20)

    def test_names_from_a_model_are_escaped(self):
        model = ROOT / "tests/simulation/Hostile.mo"
        for name in ("hostile.svg", "hostile.html"):
            mosim(model, "--plot-file", self.folder / name, "-o", self.folder / "hostile.csv")
        page = (self.folder / "hostile.html").read_text()
        self.assertEqual(page.count("<script"), 2)
        self.assertEqual(page.count("</script>"), 2)
        self.page_data(page)
        xml.etree.ElementTree.parse(self.folder / "hostile.svg")

    def test_the_name_of_a_file_is_no_path(self):
        self.write("M.mo", "model 'a/b'\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend 'a/b';\n")
        mosim("M.mo", "--plot", "x", "-o", "m.csv", cwd=self.folder)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["M.mo", "_a_b_.html", "m.csv"])


main()
