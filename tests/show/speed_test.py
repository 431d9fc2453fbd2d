"""The time for a report grows with the size of the model, and no faster.

    speed_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import pathlib
import resource
import subprocess
import sys
import tempfile

import report

BIN = sys.argv[1]

CHAIN = """
model Cell
  Real x(start = 1), y, z, w, u;
  parameter Real k = 2;
equation
  der(x) = -k*x + u*y/(1 + x^2);
  y = sin(x)*w + exp(-x);
  z + 2*w = y*x;
  w - 3*z = cos(u)*x;
end Cell;
model Chain
  Cell c[{cells}];
equation
  c[1].u = time;
  for i in 2:{cells} loop
    c[i].u = c[i-1].x + 1;
  end for;
end Chain;
"""
# Of each cell: in Eq. The larger model has a hundred thousand equations.
EQUATIONS = 5
SMALL, LARGE = 2000, 20000


def seconds(path, output):
    """Processor time of a page, and of reading the file alone: a busy machine changes neither."""

    def measure(*command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    return measure(f"{BIN}/moshow", path, "-o", output) - measure(f"{BIN}/moconv", "--check", path)


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        times = []
        for cells in (SMALL, LARGE):
            flat = subprocess.run([f"{BIN}/moflat", "-"], input=CHAIN.replace("{cells}", str(cells)).encode(),
                                  stdout=subprocess.PIPE, check=True)
            (work / "flat").write_bytes(flat.stdout)
            subprocess.run([f"{BIN}/moopt", work / "flat", "-o", work / "chain.moo"], check=True)
            times.append(seconds(work / "chain.moo", work / "chain.html"))
        page = (work / "chain.html").read_text()
        chunks = report.chunks_of(page)
        print(f"{times[0]:.2f} s for {SMALL * EQUATIONS}, {times[1]:.2f} s for {LARGE * EQUATIONS} equations, {len(page) >> 20} MB")
        assert chunks["index"]["sets"][0]["equations"] == LARGE * EQUATIONS
        assert sum(len(rows) for name, rows in chunks.items() if name.startswith("equations/Eq/")) == LARGE * EQUATIONS
        assert len(str(chunks["index"])) < 50000
        # Ten times the size; the caches of processors are not proportional.
        assert times[1] < 2 * LARGE / SMALL * max(times[0], 0.1), times
        assert times[1] < 20, times
    return 0


if __name__ == "__main__":
    sys.exit(main())
