"""Steps on words of eight bytes, one a hand, that the compiler does not find by itself.

Given plain loops it gathers from tables with vector instructions, which takes twice as long as one
load after another, and it does not see that two numbers side by side can be added at once.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from engine.kernels.compiled import intrinsic

N_HAND, N_AT_ONCE = 7, 8  # bytes of a hand, hands that are loaded at once
PAD = 63  # the eighth byte of a word: above every card, and of no card's rank
BYTE, PLACE, WORD = ir.IntType(8), ir.IntType(32), ir.IntType(64)
BYTES, WORDS = ir.VectorType(BYTE, 8 * N_AT_ONCE), ir.VectorType(WORD, N_AT_ONCE)
PAIR = ir.VectorType(WORD, 2)


def _pointer(context: Any, builder: Any, kind: Any, array: Any, at: Any, step: int = 1) -> Any:
    """Where an array's element stands, `at` counting steps of some elements."""
    start = context.make_array(kind)(context, builder, array).data
    return builder.gep(start, [builder.mul(at, ir.Constant(WORD, step))])


@intrinsic
def load_eight(typing_context, hands, first, words, lows, at):  # type: ignore[no-untyped-def]
    """Put eight hands of seven bytes into words from a place on, and the lowest byte of each.

    Of a word of `lows` only the lowest byte counts. Eight bytes behind the hands are read, too.
    """
    from numba import types

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kinds, n_bytes = signature.args, 8 * N_AT_ONCE
        source = _pointer(context, builder, kinds[0], args[0], args[1], N_HAND)
        targets = [_pointer(context, builder, kinds[i], args[i], args[4]) for i in (2, 3)]
        source, *targets = (builder.bitcast(p, BYTES.as_pointer()) for p in (source, *targets))
        loaded = builder.load(source, align=1)
        places = [i // 8 * N_HAND + i % 8 if i % 8 < N_HAND else n_bytes for i in range(n_bytes)]
        order = ir.Constant(ir.VectorType(PLACE, n_bytes), places)
        low = builder.shuffle_vector(loaded, ir.Constant(BYTES, [PAD] * n_bytes), order)
        builder.store(low, targets[0], align=8)
        for shift in (32, 16, 8):
            by = ir.Constant(WORDS, [shift] * N_AT_ONCE)
            moved = builder.bitcast(builder.lshr(builder.bitcast(low, WORDS), by), BYTES)
            low = builder.select(builder.icmp_unsigned("<", low, moved), low, moved)
        builder.store(low, targets[1], align=8)
        return context.get_dummy_value()

    return types.void(hands, types.int64, words, lows, types.int64), code


@intrinsic
def sum_pairs(typing_context, table, words, at, sums):  # type: ignore[no-untyped-def]
    """Add up the pairs of numbers in a table that the first seven bytes of a word point at.

    A byte counts numbers, not pairs. The sum is the pair at the same place of `sums`.
    """
    from numba import types

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kinds, zero = signature.args, ir.Constant(WORD, 0)
        total = ir.Constant(PAIR, [0, 0])
        start = _pointer(context, builder, kinds[1], args[1], args[2])
        start = builder.bitcast(start, BYTE.as_pointer())
        first = _pointer(context, builder, kinds[0], args[0], zero)
        for i in range(N_HAND):
            byte = builder.load(builder.gep(start, [ir.Constant(WORD, i)]))
            pair = builder.gep(first, [builder.zext(byte, WORD)])
            loaded = builder.load(builder.bitcast(pair, PAIR.as_pointer()), align=8)
            total = builder.add(total, loaded)
        target = _pointer(context, builder, kinds[3], args[3], args[2], 2)
        builder.store(total, builder.bitcast(target, PAIR.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(table, words, types.int64, sums), code


@intrinsic
def look_up(typing_context, table, at):  # type: ignore[no-untyped-def]
    """One number of a table, by a load that is never gathered with others: an atomic one."""
    from numba import types

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointer = _pointer(context, builder, signature.args[0], args[0], args[1])
        return builder.load_atomic(pointer, "unordered", table.dtype.bitwidth // 8)

    return table.dtype(table, types.uint64), code
