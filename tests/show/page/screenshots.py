"""Pictures of every view of a page of moshow, light and dark, to look at.

    screenshots.py FOLDER_OF_OUR_TOOLS FOLDER_FOR_THE_PICTURES WIDTHxHEIGHT MODEL [OPTIONS_OF_MOSHOW…] [-- [NAME=]ADDRESS…]

MODEL is a file or a class, or a page that moshow has written. Without addresses, all views in the navigation are shown, and
the first block, equation and variable.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

from chromium import Chromium

def make_page(tools, model, options, folder):
    if model.endswith(".html"):
        return pathlib.Path(model).resolve()
    path = folder / "page.html"
    # Failing models have a page, too.
    done = subprocess.run([tools / "moshow", model, *options, "-o", path], check=False)
    if done.returncode > 1:
        sys.exit(done.returncode)
    return path


def all_views(page):
    names = page.evaluate("[...document.querySelectorAll('#views a')].map((each) => each.getAttribute('href'))")
    return names + ["#/block/Eq/1", "#/equation/Eq.1", "#/variable/0", "#/source/0/1"]


def main():
    tools, out, size, model, *options = sys.argv[1:]
    width, height = map(int, size.split("x"))
    addresses = []
    if "--" in options:
        at = options.index("--")
        options, addresses = options[:at], options[at + 1 :]
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, Chromium() as browser:
        path = make_page(pathlib.Path(tools), model, options, pathlib.Path(scratch))
        for theme in ("light", "dark"):
            page = browser.open(path.as_uri(), width=width, height=height, dark=theme == "dark")
            for address in addresses or all_views(page):
                name, _, address = address.rpartition("=#")
                address = address if address.startswith("#") else f"#{address}"
                page.go(address, "document.querySelector('main h1')")
                time.sleep(0.7)
                name = name or address[2:].replace("/", "_").replace("?", "_")
                page.screenshot(out / f"{name}_{theme}.png")
            page.close()


if __name__ == "__main__":
    main()
