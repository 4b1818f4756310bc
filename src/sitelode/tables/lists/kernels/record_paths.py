"""The paths of rows relative to their record, counted in one hash table that all candidates reuse; the `.pxd` has the same in C."""
# mypy: ignore-errors

from sitelode.compiled.kernels.codes import finish, mix


def extend_path(row, top, parent, label, deepest, code, level):
    """Write the code of a row's path below `top`, and its level; False if it is too deep to count."""
    above = parent[row]
    if above == top:
        code[row], level[row] = finish(label[row]), 0
        return True
    level[row] = level[above] + 1
    if level[row] > deepest:
        return False
    code[row] = mix(code[above], label[row])
    return True


def path_slot(wanted, candidate, owner, key):
    """The slot of a code in the table of this candidate, or the free slot for it; the table's size is a power of two."""
    mask = len(owner) - 1
    slot = int(wanted) & mask
    while owner[slot] == candidate and key[slot] != wanted:
        slot = (slot + 1) & mask
    return slot
