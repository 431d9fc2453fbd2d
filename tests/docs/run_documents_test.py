#!/usr/bin/env python3
"""run_documents.py and document_links.py accept right documents and find what is wrong with others.

    run_documents_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import pathlib
import sys
import tempfile
import unittest

import document_links
import run_documents

BIN = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(sys.argv[2]).resolve()


def run(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "document.md"
        path.write_text(text, encoding="utf-8")
        return run_documents.run_document(path, BIN, ROOT)


def transcript(*lines):
    return "\n".join(["```", *lines, "```", ""])


class RightDocuments(unittest.TestCase):
    def check(self, text, count):
        result = run(text)
        self.assertEqual(result.failures, [])
        self.assertEqual(result.run, count)

    def test_output(self):
        self.check(transcript("$ printf 'a\\nb\\nc\\n'", "a", "b", "c"), 1)

    def test_left_out_lines(self):
        self.check(transcript("$ printf 'a\\nb\\nc\\n'", "…", "b", "…"), 1)

    def test_expected_error(self):
        self.check(transcript("$ moflat missing.mo",
                              "error: cannot read `missing.mo`: No such file or directory [FileUnreadable]"), 1)

    def test_script(self):
        self.check("To see it:\n\n    moflat Model.mo > Model.bmo\n    cat Model.bmo | moopt\n", 1)

    def test_blocks_share_a_folder(self):
        self.check(transcript("$ printf 'x' > x.txt") + "\n    cat x.txt\n", 2)

    def test_listings_are_not_commands(self):
        self.check("    Real x(start = 1);\n\n```modelica\nfor i in 1:2 loop\n```\n\n```\nfunction f\n```\n", 0)

    def test_other_output(self):
        self.check("<!-- run only: it is random -->\n\n" + transcript("$ printf 'a\\n'", "b"), 1)

    def test_not_run(self):
        result = run("<!-- not run: it would fail -->\n\n    cat missing.txt\n")
        self.assertEqual((result.failures, result.run), ([], 0))
        self.assertEqual(result.left_out, ["3: it would fail"])

    def test_missing_library(self):
        result = run("<!-- needs: NoSuchLibrary -->\n\n    cat missing.txt\n")
        self.assertEqual((result.failures, result.run), ([], 0))
        self.assertEqual(result.left_out, ["3: the library NoSuchLibrary is not installed"])


class WrongDocuments(unittest.TestCase):
    def check(self, text, message):
        failures = "\n".join(run(text).failures)
        self.assertIn(message, failures)

    def test_wrong_output(self):
        self.check(transcript("$ printf 'a\\nb\\n'", "a"), "printed something else")

    def test_missing_output(self):
        self.check(transcript("$ printf 'a\\n'", "a", "b"), "printed something else")

    def test_failing_command(self):
        self.check("    cat missing.txt\n", "ended with code 1")

    def test_failure_in_a_pipe(self):
        self.check("    moflat missing.mo | cat\n", "ended with code 2")

    def test_unexpected_error(self):
        self.check(transcript("$ moflat missing.mo", "…"), "ended with code 2")

    def test_expected_error_is_missing(self):
        self.check(transcript("$ printf 'error: none\\n'", "error: none"), "ended with code 0")

    def test_reason_is_missing(self):
        self.check("<!-- not run: -->\n\n    cat missing.txt\n", "has no reason")

    def test_misspelt_comment(self):
        self.check("<!-- not runn: it would fail -->\n\n    cat missing.txt\n", "no comment `not runn`")

    def test_nothing_to_exempt(self):
        self.check("<!-- not run: it would fail -->\n\nJust text.\n", "not followed by commands")
        self.check("<!-- not run: it would fail -->\n\n    Real x;\n", "not followed by commands")
        self.check("<!-- not run: it would fail -->\n", "not followed by commands")


class Links(unittest.TestCase):
    def mistakes(self, text):
        return [*document_links.wrong_links(ROOT / "docs/document.md", text), *document_links.wrong_names(ROOT, text)]

    def test_right(self):
        self.assertEqual(self.mistakes("# A title\n[moo](moo.md), [p](moo.md#p-parameters), [here](#a-title), `moo/base`, "
                                       "`moo/base/cli`, `moo/base/*.h`, [outside](https://modelica.org)"), [])

    def test_wrong(self):
        self.assertEqual(self.mistakes("[moo](mo.md)"), ["`mo.md` does not exist"])
        self.assertEqual(self.mistakes("[moo](moo.md#quick)"), ["`moo.md` has no heading `quick`"])
        self.assertEqual(self.mistakes("`moo/base/nothing.h`"), ["there is no `moo/base/nothing.h`"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
