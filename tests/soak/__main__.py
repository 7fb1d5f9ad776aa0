"""`python -m tests.soak [PART]... --scale 1`: each part under load; the table in the end."""

import argparse
import os
import random
import sys
import tempfile
import time

TOGETHER = "together"  # window, arena and bot at the same time
PARTS = {
    "requests": "requests",
    "practice games": "games",
    "window events": "window",
    "arena kills": "arena",
    "Dask kills": "dask",
    "training kills": "training",
    TOGETHER: "",
}


def main() -> int:
    """Run the parts one after the other; a part that fails says why."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of: {', '.join(PARTS)}")
    parser.add_argument("--scale", type=float, default=1.0, help="shorter or longer")
    parser.add_argument("--seconds", type=float, default=120.0, help="for the part together")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    args = parser.parse_args()
    os.environ["CARD_TABLE_HOME"] = tempfile.mkdtemp(prefix="soak-")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.fuzz.harness import stamp
    from tests.soak import parts
    from tests.soak.together import together

    rows, failed = ["| part | seed | seconds | result |", "|---|---|---|---|"], False
    for name in args.parts or PARTS:
        began_s = time.monotonic()
        try:
            rng = random.Random(args.seed)
            if name == TOGETHER:
                summary = together(rng, args.seconds)
            else:
                summary = getattr(parts, PARTS[name])(rng, args.scale)
        except Exception as error:
            failed, summary = True, f"FAILED: {type(error).__name__}: {error}"
        rows.append(f"| {name} | {args.seed} | {time.monotonic() - began_s:.0f} | {summary} |")
        print(rows[-1], flush=True)
    print(f"\n`make soak`, {stamp()}:\n\n" + "\n".join(rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
