"""Names of the columns that kernels read; `arrays.pxd` has their C types, and uncompiled any array will do."""

Bytes = Flags = Tags = Numbers = Places = Codes = Doubles = object
