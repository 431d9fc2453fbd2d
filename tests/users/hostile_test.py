"""Hostile and careless use: nothing is lost, nothing hangs, and a message says what is wrong.

    hostile_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import os
import resource
import signal
import socket
import subprocess

from simulator import BALL, BIN, Case, main, run

MEMORY = 6 << 30
SECONDS = 100


def ended(*command, stdin=None, text=None, file_size=None, env=None, cwd=None):
    """How the command ends, within limits of time and memory; no signal may kill it."""

    def limit():
        # Sanitizers reserve more than any limit.
        if os.environ.get("MOO_SANITIZED") != "ON":
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if file_size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

    done = subprocess.run(
        [str(part) for part in command],
        stdin=stdin if stdin is not None or text is not None else subprocess.DEVNULL,
        input=text,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=SECONDS,
        preexec_fn=limit,
        env=dict(os.environ, **(env or {})),
        cwd=cwd,
    )
    assert done.returncode >= 0, f"{command}: killed by {signal.Signals(-done.returncode).name}"
    return done


class HostileCase(Case):
    def refused(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def tool(self, name, *arguments, **options):
        return ended(BIN / name, *arguments, **options)

    def ball(self):
        """The ball in every form that a tool reads."""
        model = self.write("Ball.mo", BALL.read_text())
        flat = self.write("Ball.bmo", self.tool("moflat", model).stdout)
        document = self.write("Ball.moo", self.tool("moopt", flat).stdout)
        return model, flat, document


class OutputsThatAreInputs(HostileCase):
    def check(self, victim, *command, **options):
        before = victim.read_bytes()
        done = ended(*command, **options)
        self.refused(done, 2, "is a file that is read")
        self.assertEqual(victim.read_bytes(), before)

    def test_a_report_replaces_only_pages(self):
        table = self.write("table.txt", "a table of the model")
        said = run(BIN / "mosim", BALL, "--report", table, "-o", "/dev/null", code=2).stderr
        self.assertIn("needs the name of a page", said)
        self.assertEqual(table.read_text(), "a table of the model")

    def test_no_tool_overwrites_its_input(self):
        model, flat, document = self.ball()
        template = self.write("text.j2", "{{ name }}")
        self.check(model, BIN / "moflat", model, "-o", model)
        self.check(flat, BIN / "moopt", flat, "-o", flat)
        self.check(document, BIN / "moconv", document, "--to", "json", "-o", document)
        self.check(document, BIN / "mogen-cpp", document, "-o", document)
        self.check(document, BIN / "mogen-fmu", document, "-o", document)
        self.check(document, BIN / "mogen-xml", document, "-o", document)
        self.check(document, BIN / "mogen-template", template, document, "-o", document)
        self.check(template, BIN / "mogen-template", template, document, "-o", template)
        for option in ("-o", "--output", "--plot-file", "--statistics"):
            self.check(model, BIN / "mosim", model, option, model)
        self.check(document, BIN / "mosim", document, "--compiled", "-o", document)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["Ball.bmo", "Ball.mo", "Ball.moo", "text.j2"])

    def test_links_and_other_names_of_the_input_count_as_the_input(self):
        model, _, _ = self.ball()
        (self.folder / "sub").mkdir()
        symbolic = self.folder / "symbolic.mo"
        symbolic.symlink_to(model)
        hard = self.folder / "hard.mo"
        hard.hardlink_to(model)
        for name in (symbolic, hard, self.folder / "sub/../Ball.mo"):
            self.check(model, BIN / "moflat", model, "-o", name)
            self.check(model, BIN / "moflat", name, "-o", model)
            self.check(model, BIN / "mosim", model, "-o", name)

    def test_standard_streams_count_too(self):
        model, _, _ = self.ball()
        with open(model) as stdin:
            self.check(model, BIN / "moflat", "-", "-o", model, stdin=stdin)
        before = model.read_bytes()
        with open(model, "ab") as out:
            done = subprocess.run([BIN / "moflat", model], stdout=out, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
        self.refused(done, 2, "standard output is a file that is read")
        self.assertEqual(model.read_bytes(), before)

    def test_files_of_a_library_are_inputs(self):
        (self.folder / "Lib").mkdir()
        self.write("Lib/package.mo", "within; package Lib end Lib;")
        used = self.write("Lib/Part.mo", "within Lib; model Part Real x = time; end Part;")
        model = self.write("M.mo", "model M Lib.Part p; end M;")
        self.check(used, BIN / "moflat", "-L", self.folder, model, "-o", used)
        self.check(used, BIN / "mosim", "-L", self.folder, model, "-o", used)

    def test_a_file_of_values_is_an_input(self):
        model, _, document = self.ball()
        values = self.write("values.txt", "e = 0.5\n")
        self.check(values, BIN / "mosim", model, "--parameters", values, "-o", values)
        ball = self.folder / "Ball"
        self.assertEqual(self.tool("mogen-cpp", document, "-o", ball).returncode, 0)
        self.refused(ended(ball, "--parameters", values, "-o", values), 2, "would overwrite the values")
        self.assertEqual(values.read_text(), "e = 0.5\n")

    def test_a_file_that_the_model_names_is_an_input(self):
        text = 'model M parameter String file = "{}"; Real x(start = 1, fixed = true); equation der(x) = -x; end M;'
        for name, options in ("table.csv", ()), ("table.json", ("--linearize", "0.5")):
            table = self.write(name, "time,u\n0,1\n1,2\n")
            model = self.write("M.mo", text.format(table))
            done = self.tool("mosim", model, *options, "-o", table)
            self.refused(done, 2, "results would overwrite it", "`file` of the model")
            self.assertEqual(table.read_text(), "time,u\n0,1\n1,2\n")

    def test_a_folder_is_no_output(self):
        model, flat, document = self.ball()
        target = self.folder / "folder"
        target.mkdir()
        for command in (
            ("moflat", model), ("moopt", flat), ("moconv", document), ("mogen-cpp", document), ("mogen-fmu", document),
            ("mogen-xml", document), ("mosim", model), ("mosim", model, "--compiled"),
        ):  # fmt: skip
            self.refused(self.tool(*command, "-o", target), 2, "folder")
            self.assertEqual(list(target.iterdir()), [])

    def test_two_outputs_need_two_files(self):
        model, _, _ = self.ball()
        same = self.folder / "same.svg"
        self.refused(self.tool("mosim", model, "-o", same, "--plot-file", same), 2, "name the same file")
        self.assertFalse(same.exists())

    def test_the_file_behind_a_link_is_written(self):
        model, _, _ = self.ball()
        target = self.write("target.bmo", "old")
        link = self.folder / "link.bmo"
        link.symlink_to(target)
        self.assertEqual(self.tool("moflat", model, "-o", link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertIn("//! base", target.read_text())


class FilesThatAreNoFiles(HostileCase):
    def test_a_library_consists_of_regular_files(self):
        (self.folder / "Lib").mkdir()
        self.write("Lib/package.mo", "within; package Lib end Lib;")
        os.mkfifo(self.folder / "Lib/Pipe.mo")
        os.mkfifo(self.folder / "Top.mo")
        (self.folder / "Lib/Zero.mo").symlink_to("/dev/zero")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.folder / "Lib/Socket.mo"))
            for name in ("Lib.Pipe", "Top", "Lib.Zero"):
                self.refused(self.tool("moflat", "-L", self.folder, name), 1, "is not a regular file")
            self.refused(self.tool("moflat", "-L", self.folder, "Lib.Socket"), 1, "cannot read")
        os.mkfifo(self.folder / "Lib/package.order")
        self.refused(self.tool("moflat", "-L", self.folder, "--list-models", "Lib"), 1, "is not a regular file")

    def test_a_pipe_that_the_user_names_is_read(self):
        command = f'"{BIN}/moflat" <(cat "{BALL}") && cat "{BALL}" | "{BIN}/moflat" - && "{BIN}/moflat" /dev/stdin < "{BALL}"'
        done = ended("bash", "-c", command)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("//! base"), 3)

    def test_a_device_that_never_ends_is_no_text(self):
        for name in ("/dev/zero", "/dev/urandom"):
            done = self.tool("moflat", name)
            self.assertEqual(done.returncode, 1, done.stderr)
        with open("/dev/zero") as zero:
            self.refused(self.tool("moopt", stdin=zero), 1, "FileNotText")

    def test_a_folder_of_values_is_reported(self):
        self.refused(self.tool("mosim", BALL, "--parameters", self.folder), 2, "cannot read")


class ModelsThatAreTooLarge(HostileCase):
    """Each ends with a message that has a place, long before memory runs out."""

    def large(self, text, *words, tool="moflat"):
        model = self.write("M.mo", text)
        done = self.tool(tool, model)
        self.refused(done, 1, "[ModelTooLarge]", *words)
        self.assertRegex(done.stderr, r"M\.mo:\d+:\d+: error: ")
        self.assertEqual(done.stdout, "")

    @staticmethod
    def chain(first, link, count):
        return "\n".join([first] + [link.format(i=i, j=i - 1) for i in range(1, count)]) + "\n"

    def test_component_trees(self):
        self.large(self.chain("model A0 Real x = time; end A0;", "model A{i} A{j} a; A{j} b; end A{i};", 41), "components")

    def test_inheritance(self):
        self.large(self.chain("model A0 Real x = time; end A0;", "model A{i} extends A{j}; extends A{j}; end A{i};", 41))
        self.large(self.chain("model A0 Real x = time; end A0;", "model A{i} extends A{j}; end A{i};", 50000))

    def test_modifiers(self):
        link = "model A{i} A{j} a(x=2) if false; extends A{j}(x=a.x); extends A{j}; parameter Real y{i}=x; end A{i};"
        self.large(self.chain("model A0 parameter Real x = 1; end A0;", link, 41))

    def test_arrays(self):
        self.large("model M Real x[:] = 1:10000000000; end M;")
        self.large("model A Real x = time; end A; model M A a[100000000]; end M;")
        self.large("model M Real x[100000, 1000] = fill(time, 100000, 1000); end M;", tool="mosim")

    def test_values(self):
        doubled = " ".join(f"constant Real s{i}[:] = cat(1, s{i - 1}, s{i - 1});" for i in range(1, 45))
        self.large(f"model M constant Real s0[:] = {{1, 2}}; {doubled} Real x = sum(s44) + time; end M;")

    def test_sums(self):
        self.large("model M Real x = sum(j*time for j in 1:100000000); end M;", tool="mosim")

    def test_long_dependencies(self):
        count = 100000
        self.large(self.chain("model A0 Real x = time; end A0;", "model A{i} = A{j};", count) + f"model M A{count - 1} a; end M;")
        sizes = "\n".join(f"Real x{i - 1}[:] = x{i};" for i in range(1, count))
        self.large(f"model M\n{sizes}\nReal x{count - 1}[:] = {{time}};\nend M;")
        packages = self.chain(
            "package P0 constant Real c = 1; end P0;",
            "package P{i} import P{j}.c; constant Real c = P{j}.c; end P{i};", count,
        )  # fmt: skip
        self.large(packages + f"model M Real x = P{count - 1}.c*time; end M;")

    def test_texts(self):
        doubled = " ".join(f"constant String s{i} = s{i - 1} + s{i - 1};" for i in range(1, 45))
        done = self.tool("mosim", self.write("M.mo", f'model M constant String s0 = "abcdefgh"; {doubled} Real x = time; end M;'))
        self.refused(done, 1, "a sum of Strings has more than")

    def test_functions_that_do_not_end(self):
        use = "model M parameter Integer n = f(3); Real x[n]; equation x = fill(time, n); end M;"
        for body in ("y := 0; while true loop y := y + 1; end while;", "y := f(n + 1) + f(n + 2);"):
            text = f"function f input Integer n; output Integer y; algorithm {body} end f; {use}"
            self.refused(self.tool("moflat", self.write("M.mo", text)), 1, "NotEvaluable")

    def test_many_branches(self):
        branches = "elseif time > 2 then 1 " * 50000
        model = self.write("M.mo", f"model M Real x = if time > 1 then 1 {branches} else 1; end M;")
        self.refused(self.tool("mosim", model, "-o", "/dev/null"), 1, "more than 20000 branches")
        branches = "elseif time > 2 then x = 1; " * 50000
        model = self.write("M.mo", f"model M Real x; equation if time > 1 then x = 1; {branches} else x = 1; end if; end M;")
        self.refused(self.tool("mosim", model, "-o", "/dev/null"), 1, "more than 20000 branches")

    def test_many_arguments(self):
        ones = ", ".join(["1"] * 400)
        done = self.tool("moflat", self.write("M.mo", f"model M Real x[{ones}]; equation x = fill(time, {ones}); end M;"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.tool("moopt", text=done.stdout).returncode, 0)


class RunsThatAreTooLong(HostileCase):
    def test_more_rows_than_any_disk_holds(self):
        for option in ("--intervals", "1e12"), ("--interval", "1e-12"):
            self.refused(self.tool("mosim", BALL, *option, "-o", self.folder / "out.csv"), 2, "rows of results")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_more_runs_than_anybody_can_wait_for(self):
        target = self.folder / "out.csv"
        for options in (
            ("--sweep", "e=0.1:0.9:1000000000"), ("--sweep", "e=0.1:0.9:1e5", "--sweep", "g=1:2:1e5"),
            ("--monte-carlo", "1e9", "--vary", "e=normal(0.7,0.1)"),
        ):  # fmt: skip
            self.refused(self.tool("mosim", BALL, *options, "-o", target), 2, "10000000", "the most")
        self.assertFalse(target.exists())

    def test_a_solution_that_escapes_in_finite_time(self):
        model = self.write("M.mo", "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\nend M;\n")
        self.refused(self.tool("mosim", model, "--stop", "2", "-o", self.folder / "out.csv"), 1, "no finite number", "M.mo:4:3")

    def test_values_that_are_no_numbers(self):
        text = "model M parameter Real q = {}; parameter Real p = {}; Real x(start = 1, fixed = true); equation der(x) = -p*x; end M;"
        for q, p in ("0", "0/q"), ("-1", "sqrt(q)"), ("1e300", "q*q"):
            self.refused(self.tool("mosim", self.write("M.mo", text.format(q, p))), 1, "`p` is")
        for value in ("nan", "inf", "1e999"):
            self.refused(self.tool("mosim", BALL, "--set", f"e={value}"), 2, f"`{value}` is not a value for `e`")
            self.refused(self.tool("mosim", BALL, "--start", f"h={value}"), 2, f"`{value}` is not a value for `h`")


class Versions(HostileCase):
    def test_unknown_versions_are_refused(self):
        _, flat, document = self.ball()
        later = self.write("later.bmo", flat.read_text().replace("//! base 0.1.0", "//! base 7.1.0", 1))
        self.refused(self.tool("moopt", later), 1, "later.bmo:1:1", "version 7.1.0")
        for encoding in ("text", "json", "xml"):
            text = self.tool("moconv", "--to", encoding, document).stdout
            changed = self.write(f"later.{encoding}.moo", text.replace("1.0.0", "7.1.0"))
            self.assertNotEqual(changed.read_text(), text)
            for tool in ("moconv", "mosim", "mogen-xml"):
                self.refused(self.tool(tool, changed), 1, "7.1.0", "[MooVersion]")


class FullDisks(HostileCase):
    """A file that may not grow behaves like one on a full disk: what was there stays, and nothing else is left."""

    def test_translation(self):
        model, flat, document = self.ball()
        target = self.write("out", "old")
        names = sorted(path.name for path in self.folder.iterdir())
        for command in ("moflat", model), ("moopt", flat), ("moconv", document), ("mogen-xml", document):
            self.refused(self.tool(*command, "-o", target, file_size=300), 2, "cannot write", "File too large")
            self.assertEqual(target.read_text(), "old")
            self.assertEqual(sorted(path.name for path in self.folder.iterdir()), names)

    def test_results(self):
        model, _, _ = self.ball()
        for name in ("out.csv", "out.mat"):
            target = self.write(name, "old")
            names = sorted(path.name for path in self.folder.iterdir())
            for options in ((), ("--sweep", "e=0.1:0.9:9")) if name == "out.csv" else ((),):
                done = self.tool("mosim", model, "--intervals", "100000", *options, "-o", target, file_size=100_000)
                self.refused(done, 2, "cannot write")
                self.assertEqual(target.read_text(), "old")
                self.assertEqual(sorted(path.name for path in self.folder.iterdir()), names)

    def test_a_device_without_space(self):
        model, flat, document = self.ball()
        for command in ("moflat", model), ("moopt", flat), ("moconv", document), ("mosim", model):
            self.refused(self.tool(*command, "-o", "/dev/full"), 2, "No space left on device")
            with open("/dev/full", "w") as full:
                done = subprocess.run([BIN / command[0], command[1]], stdout=full, stderr=subprocess.PIPE, text=True)
            self.refused(done, 2, "No space left on device")


class Pictures(HostileCase):
    def test_graphics_beyond_all_bounds(self):
        far = "{{-1e300,-1e300},{1e300,1e300}}"
        text = f"""model M
  Real x = time;
  annotation(Icon(coordinateSystem(extent={far}), graphics={{
    Rectangle(extent={far}, fillPattern=FillPattern.Solid, radius=1e300),
    Line(points={{{{0,0}},{{1e308,-1e308}}}}, thickness=1e300, smooth=Smooth.Bezier),
    Text(extent={far}, textString="%name", fontSize=1e300),
    Ellipse(extent={{{{0,0}},{{1e308,1e308}}}}, startAngle=1e300, endAngle=-1e300),
    Polygon(points={{{{1e300,0}},{{0,1e-300}}}}, pattern=LinePattern.Dash)}}));
end M;
"""
        flat = self.tool("moflat", self.write("M.mo", text))
        self.assertEqual(flat.returncode, 0, flat.stderr)
        document = self.tool("moopt", text=flat.stdout)
        self.assertEqual(document.returncode, 0, document.stderr)
        done = self.tool("mogen-fmu", "-o", self.folder / "M.fmu", text=document.stdout)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess((self.folder / "M.fmu").stat().st_size, 5_000_000)


class Caches(HostileCase):
    HALF = """function half input Real x; output Real y;
external "C" y = half(x) annotation(Include="static double half(double x) { return x / 2; }");
end half;
model M Real y = half(time); end M;
"""

    def test_a_cache_that_cannot_be_written_is_not_needed(self):
        model = self.write("M.mo", self.HALF)
        for cache in ("/proc/nothing", self.write("file", "")):
            done = self.tool("mosim", "--allow-external", model, env={"XDG_CACHE_HOME": str(cache)})
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_processes_that_build_the_same_code_at_once(self):
        model = self.write("M.mo", self.HALF)
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))
        command = [BIN / "mosim", "--allow-external", model]
        processes = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
            for _ in range(6)
        ]
        results = [process.communicate(timeout=SECONDS) for process in processes]
        self.assertEqual([process.returncode for process in processes], [0] * 6, results)
        self.assertEqual(len({output for output, _ in results}), 1)


class Unfinished(HostileCase):
    """What every user has while typing."""

    def test_a_class_without_a_name(self):
        for text in ("model A end A; model end;", "model", "model A Real x; model end; end A;", "package P model end; end P;",
                     "model A extends; end A;", "model A import; end A;", "function end;", "model A = ;", "type E = enumeration(;",
                     "model A Real; end A;", "record end; model M = ", "within ; model", "model A A", "model end end; model B end B;"):  # fmt: skip
            for tool in ("moflat", "mosim"):
                done = self.tool(tool, self.write("A.mo", text))
                self.refused(done, 1, "A.mo:1:")
                self.assertNotIn("``", done.stderr)

    def test_in_a_library(self):
        (self.folder / "Lib").mkdir()
        self.write("Lib/package.mo", "within; package Lib end Lib;")
        for text in ("within Lib; model Part Real; end Part;", "within Lib; model Part extends; import; model end; Real end Part;",
                     "within Lib; model Part Real x end Part; Real y", "within Lib; model"):  # fmt: skip
            self.write("Lib/Part.mo", text)
            done = self.tool("moflat", "-L", self.folder, self.write("M.mo", "model M Lib.Part p; Real y = p.x; end M;"))
            self.refused(done, 1, "Part.mo:1:")
            self.assertNotIn("M.mo", done.stderr, "a consequence of the mistake in Part.mo")


main()
