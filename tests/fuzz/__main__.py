"""`python -m tests.fuzz [BORDER]... --seconds 10`: every border for a set time, seeds printed."""

import argparse
import os
import random
import sys
import tempfile

from tests.fuzz.harness import attack, attack_apart, table


def main() -> int:
    """Attack; print each problem with what repeats it, and the table in the end."""
    os.environ["CARD_TABLE_HOME"] = tempfile.mkdtemp(prefix="fuzz-")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.fuzz.borders import BORDERS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("borders", nargs="*", help=f"some of: {', '.join(BORDERS)}")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each border")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--first", type=int, default=0, help="the first try, to repeat one")
    parser.add_argument("--tries", type=int, default=0, help="this many tries, in this process")
    args = parser.parse_args()
    rows = []
    for name in args.borders or BORDERS:
        if args.tries:
            row = attack(name, BORDERS[name], args.seed, 1e9, args.first, args.tries)
        else:
            row = attack_apart(name, args.seed, args.seconds)
        rows.append(row)
        summary = f"{row.tries} tries, {len(row.problems)} problems"
        print(f"· {name} --seed {row.seed}: {summary}", flush=True)
        for problem in row.problems:
            print(problem, flush=True)
    print(table(rows))
    return 1 if any(row.problems for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
