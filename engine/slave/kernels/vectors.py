"""Rows of 64 numbers added and multiplied at once, as the processor's vectors do.

Loops over rows of a table are not turned into vector code by the compiler, which cannot know that
the rows do not overlap what is written; here a row is a few vectors of 16 floats.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types

from engine.slave.kernels.jit import intrinsic
from engine.slave.layout import WIDTH

LANES = 16
WORD, PLACE = ir.IntType(64), ir.IntType(32)
VECTOR = ir.VectorType(ir.FloatType(), LANES)


def _vectors(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> list[Any]:
    """Return pointers to the vectors of one row of a contiguous array of floats."""
    start = context.make_array(kind)(context, builder, array).data
    first = builder.mul(row, ir.Constant(WORD, WIDTH))
    places = (builder.add(first, ir.Constant(WORD, i)) for i in range(0, WIDTH, LANES))
    return [builder.bitcast(builder.gep(start, [at]), VECTOR.as_pointer()) for at in places]


def _load(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> list[Any]:
    pointers = _vectors(context, builder, kind, array, row)
    return [builder.load(pointer, align=4) for pointer in pointers]


@intrinsic
def sum_rows(typing_context, rows, bias, inputs, n_inputs, layer):  # type: ignore[no-untyped-def]
    """Write the sum of `bias` and of the rows that `inputs` numbers, and 0 for what is below."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kinds, zero = signature.args, ir.Constant(WORD, 0)
        totals = _load(context, builder, kinds[1], args[1], zero)
        numbers = context.make_array(kinds[2])(context, builder, args[2]).data
        for i in range(n_inputs.literal_value):
            at = builder.load(builder.gep(numbers, [ir.Constant(WORD, i)]))
            added = _load(context, builder, kinds[0], args[0], at)
            totals = [builder.fadd(*pair) for pair in zip(totals, added, strict=True)]
        nothing = ir.Constant(VECTOR, [0.0] * LANES)
        targets = _vectors(context, builder, kinds[4], args[4], zero)
        for total, target in zip(totals, targets, strict=True):
            above = builder.fcmp_ordered(">", total, nothing)
            builder.store(builder.select(above, total, nothing), target, align=4)
        return context.get_dummy_value()

    if isinstance(n_inputs, types.IntegerLiteral):
        return types.void(rows, bias, inputs, n_inputs, layer), code
    return None


@intrinsic
def dot_row(typing_context, rows, at, layer):  # type: ignore[no-untyped-def]
    """Return the dot product of one row and a layer."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kinds = signature.args
        row = _load(context, builder, kinds[0], args[0], args[1])
        other = _load(context, builder, kinds[2], args[2], ir.Constant(WORD, 0))
        total = builder.fmul(row[0], other[0])
        for pair in zip(row[1:], other[1:], strict=True):
            total = builder.fadd(total, builder.fmul(*pair))
        n = LANES
        while n > 1:
            n //= 2
            low, high = (_part(builder, total, first, n) for first in (0, n))
            total = builder.fadd(low, high)
        return builder.extract_element(total, ir.Constant(PLACE, 0))

    return types.float32(rows, types.int64, layer), code


def _part(builder: Any, vector: Any, first: int, n: int) -> Any:
    """Return `n` numbers of a vector, from the `first` on."""
    places = ir.Constant(ir.VectorType(PLACE, n), list(range(first, first + n)))
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), places)
