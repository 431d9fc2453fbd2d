"""Each test has one tier as a label, and a timeout. CONTRIBUTING.md describes the tiers.

    tiers_test.py CTEST BUILD_FOLDER
"""
import json
import subprocess
import sys

TIERS = {"quick", "slow", "library", "full"}


def main():
    ctest, build = sys.argv[1:]
    shown = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    tests = json.loads(shown.stdout)["tests"]
    problems = []
    for test in tests:
        properties = {each["name"]: each["value"] for each in test["properties"]}
        labels = set(properties.get("LABELS", []))
        if len(labels & TIERS) != 1 or labels - TIERS - {"sanitizer"}:
            problems.append(f"{test['name']} has the labels {sorted(labels)}: add it by moo_add_test")
        if not properties.get("TIMEOUT"):
            problems.append(f"{test['name']} has no timeout: add it by moo_add_test")
    if not any("sanitizer" in str(test["properties"]) for test in tests):
        problems.append("no test runs with sanitizers")
    print("\n".join(problems) or f"{len(tests)} tests")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
