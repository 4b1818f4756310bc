"""Compiled code behind `training.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Places

Number = cython.fused_type(cython.float, cython.double)


def forward_backward(
    potential: cython.const[Number][:, ::1], moves: cython.const[Number][:, ::1], starts: cython.const[Number][::1],
    first: Places, length: Places, tiny: Number,
):  # fmt: skip
    """Forward and backward over stretches of rows, each row of `forward` scaled to a sum of 1; and these scales.

    `potential` is rows x states, `moves` states x states and `starts` one a state, none of them logarithms.
    """
    kind = np.asarray(potential).dtype
    forwards, backwards = np.zeros((2, *np.shape(potential)), dtype=kind)
    scales = np.ones(len(potential), dtype=kind)
    forward: Number[:, ::1] = forwards
    backward: Number[:, ::1] = backwards
    scale: Number[::1] = scales
    total: Number
    with cython.nogil:
        states = potential.shape[1]
        for stretch in range(len(first)):
            begin, end = first[stretch], first[stretch] + length[stretch]
            for row in range(begin, end):
                if row == begin:
                    for state in range(states):
                        forward[row, state] = starts[state]
                else:
                    for before in range(states):
                        total = forward[row - 1, before]
                        for state in range(states):
                            forward[row, state] += total * moves[before, state]
                total = tiny
                for state in range(states):
                    forward[row, state] *= potential[row, state]
                    total += forward[row, state]
                scale[row] = total
                for state in range(states):
                    forward[row, state] /= total
            for back in range(end - begin):
                row = end - 1 - back
                if not back:
                    for state in range(states):
                        backward[row, state] = 1
                    continue
                for before in range(states):
                    total = 0
                    for state in range(states):
                        total += backward[row + 1, state] * potential[row + 1, state] * moves[before, state]
                    backward[row, before] = total / scale[row + 1]
    return forwards, backwards, scales
