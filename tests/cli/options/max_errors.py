# SPDX-License-Identifier: Apache-2.0
"""max_errors.py PROGRAM FILE...: --max-errors=N shows the first N errors, every warning, and the number of all errors,
although the errors after them are counted without their texts. Prints each file that differs, and how many do not."""
import json
import subprocess
import sys


def check(program, path, *options):
    said = subprocess.run([program, "--no-config", "--format=json", *options, path], stdout=subprocess.PIPE).stdout
    report = json.loads(said)
    errors = [d for d in report["diagnostics"] if d["severity"] == "error"]
    return errors, [d for d in report["diagnostics"] if d["severity"] != "error"], report["summary"]


def main(program, *paths):
    same = 0
    for path in paths:
        errors, warnings, summary = check(program, path)
        for most in (1, 3):
            if len(errors) <= most:
                continue
            if check(program, path, f"--max-errors={most}") == (errors[:most], warnings, summary):
                same += 1
            else:
                print(f"{path} differs with {most} errors")
    print(f"{same} are the same")


if __name__ == "__main__":
    main(*sys.argv[1:])
