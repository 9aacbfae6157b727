# SPDX-License-Identifier: MIT
"""What the adapters in Python share: the protocol of docs/conformance.md."""
import sys


def read_request(line):
    """The request's word, its options with numbers, and its bytes."""
    words = line.split()
    options = {name: int(value, 0) for name, _, value in (word.partition("=") for word in words[1:]) if value}
    data = bytes.fromhex(words[-1]) if len(words) > 1 and "=" not in words[-1] else b""
    return words[0] if words else "", options, data


def put(lines):
    """Prints an answer; None: the program does not answer such requests."""
    for line in ["skip"] if lines is None else lines:
        print(line)
    print(".", flush=True)


def line_of(word, **values):
    return " ".join([word] + ["%s=%s" % item for item in values.items()])


def serve(answers):
    """`answers`: functions by request, which take bytes and options and return lines, or None."""
    for line in sys.stdin:
        what, options, data = read_request(line)
        put(answers[what](data, options) if what in answers else None)
