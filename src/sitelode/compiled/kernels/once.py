"""Compiled code behind `cached_attribute.py`: a page has some dozens of such attributes."""
# mypy: ignore-errors

import cython


@cython.cclass
class Once:
    """Works an attribute out when it is asked for, and leaves it with the object, where it is found from then on."""

    _work_out: object
    _name: object

    def __init__(self, work_out):
        self._work_out = work_out
        self._name = work_out.__name__

    def __get__(self, instance, owner):
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._work_out(instance)
        return found
