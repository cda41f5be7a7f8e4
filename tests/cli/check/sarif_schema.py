# SPDX-License-Identifier: Apache-2.0
"""sarif_schema.py FILE: validates FILE against the schema of SARIF 2.1.0.
The schema comes from the npm package @microsoft/jest-sarif (lib/schemas), which is searched in build/sarif and the
other folders of build/; the validator is jsonschema from PyPI. If one of them is missing, the script says so and
passes.
"""

import json
import pathlib
import sys

NAME = "sarif-2.1.0-rtm.5.json"
BUILD = pathlib.Path(__file__).parents[3] / "build"


def main(path):
    report = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    schema = next(BUILD.glob(f"*/{NAME}"), None)
    if not schema:
        print(f"skipped: no {NAME} in {BUILD}")
        return 0
    try:
        import jsonschema
    except ImportError:
        print("skipped: no Python package jsonschema")
        return 0
    rules = json.loads(schema.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(rules)(rules)
    errors = list(validator.iter_errors(report))
    for error in errors:
        print(f"{path}: {'/'.join(map(str, error.path))}: {error.message[:200]}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
