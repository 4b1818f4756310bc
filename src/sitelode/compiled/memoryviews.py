"""Where the build puts Cython's array views, which all kernels share. This text is read only where nothing was built."""

raise ImportError("sitelode is not built here: run `make install`, which needs a C compiler")
