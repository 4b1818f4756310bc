# Bytes in memory for compiled code, as in `memory.py`; here so that the C compiler sees it where it is used.

from sitelode.compiled.kernels.codes cimport Code

ctypedef const unsigned char* Bytes  # an array of them is a dozen values, which costs more to hand on than a short function

cdef extern from *:
    """
    #include <string.h>
    #if defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    #endif

    /* The eight bytes here as one number, aligned or not, the first byte lowest. */
    static inline unsigned long long sitelode_eight_bytes(const unsigned char *place) {
        unsigned long long bytes;
        memcpy(&bytes, place, 8);
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        bytes = __builtin_bswap64(bytes);
    #endif
        return bytes;
    }

    /* Ask for memory that will be read a little later. */
    static inline void sitelode_fetch(const unsigned char *place) {
    #if defined(__GNUC__)
        __builtin_prefetch(place);
        __builtin_prefetch(place + 64);
    #else
        (void)place;
    #endif
    }

    /* Both halves of the product of two numbers, combined into one: every bit depends on every bit of both. */
    static inline unsigned long long sitelode_folded_product(unsigned long long left, unsigned long long right) {
    #if defined(__SIZEOF_INT128__)
        unsigned __int128 product = (unsigned __int128)left * right;
        return (unsigned long long)product ^ (unsigned long long)(product >> 64);
    #elif defined(_MSC_VER) && defined(_M_X64)
        unsigned long long high, low = _umul128(left, right, &high);
        return low ^ high;
    #else
        unsigned long long left_low = left & 0xFFFFFFFFu, left_high = left >> 32;
        unsigned long long right_low = right & 0xFFFFFFFFu, right_high = right >> 32;
        unsigned long long middle = left_high * right_low + (left_low * right_low >> 32);
        unsigned long long other = left_low * right_high + (middle & 0xFFFFFFFFu);
        return left * right ^ (left_high * right_high + (middle >> 32) + (other >> 32));
    #endif
    }
    """
    Code eight_bytes "sitelode_eight_bytes"(Bytes place) noexcept nogil
    void fetch "sitelode_fetch"(Bytes place) noexcept nogil
    Code folded_product "sitelode_folded_product"(Code left, Code right) noexcept nogil
