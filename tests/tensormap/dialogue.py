"""Usage: dialogue.py LINES PROGRAM WORD...
Writes each line of the file to the program and waits for the answer before it writes the next one."""

import select
import subprocess
import sys

LONGEST = 20  # seconds


def main(path, command):
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        for line in open(path, "rb"):
            program.stdin.write(line)
            program.stdin.flush()
            if not select.select([program.stdout], [], [], LONGEST)[0]:
                program.kill()
                sys.exit("no answer")
            print(program.stdout.readline().decode(), end="")


main(sys.argv[1], sys.argv[2:])
