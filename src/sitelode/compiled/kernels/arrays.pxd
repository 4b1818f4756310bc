# C types of the columns that kernels read: one after the other in memory, and not written to.

from sitelode.compiled.kernels.codes cimport Code

ctypedef const unsigned char[::1] Bytes
ctypedef const unsigned char[::1] Flags
ctypedef const unsigned short[::1] Tags
ctypedef const int[::1] Numbers
ctypedef const long long[::1] Places
ctypedef const Code[::1] Codes
ctypedef const double[::1] Doubles
