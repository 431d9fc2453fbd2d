"""How long mogen-cpp and the compiler take for examples of the standard library: the median has to be at most 0.7 s.

    compile_examples.py FOLDER_OF_OUR_TOOLS [EVERY]

Takes every EVERY-th example (18). Processor time, with that of the compiler and the linker.
"""

import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

BIN = pathlib.Path(sys.argv[1])
EVERY = int(sys.argv[2]) if len(sys.argv) > 2 else 18
LIMIT = 0.7


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    listed = subprocess.run([BIN / "moflat", "--list-models", "Modelica.*"], capture_output=True, text=True, check=True)
    left_out = ("Utilities", "Components", "BaseClasses", "Interfaces")
    models = [line.split()[0] for line in listed.stdout.splitlines() if line.strip()]
    models = [name for name in models if ".Examples." in name and not any(word in name for word in left_out)]
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for model in models[::EVERY]:
            document = pathlib.Path(folder) / "model.moo"
            flat = subprocess.run([BIN / "moflat", model], capture_output=True)
            done = subprocess.run([BIN / "moopt", "-o", document], input=flat.stdout, capture_output=True)
            if done.returncode != 0:
                print(f"{model}: not optimized")
                continue
            begin = processor_seconds()
            done = subprocess.run([BIN / "mogen-cpp", document, "-o", f"{folder}/simulator"], capture_output=True)
            seconds = processor_seconds() - begin
            print(f"{seconds:6.2f} s  {model}" if done.returncode == 0 else f"        {model}: not compiled")
            if done.returncode == 0:
                times.append(seconds)
    median = statistics.median(times)
    print(f"{len(times)} examples, median {median:.2f} s, at most {LIMIT} s; longest {max(times):.2f} s")
    return 0 if median <= LIMIT else 1


sys.exit(main())
