# The codes of whole texts, as `code_of` in `compiled/codes.py`: BLAKE2b (RFC 7693) with eight bytes, without key.

from sitelode.compiled.kernels.codes cimport Code

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    static const uint64_t sitelode_start[8] = {
        0x6A09E667F3BCC908ULL, 0xBB67AE8584CAA73BULL, 0x3C6EF372FE94F82BULL, 0xA54FF53A5F1D36F1ULL,
        0x510E527FADE682D1ULL, 0x9B05688C2B3E6C1FULL, 0x1F83D9ABFB41BD6BULL, 0x5BE0CD19137E2179ULL};
    static const unsigned char sitelode_order[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

    #define SITELODE_TURN(word, bits) (((word) >> (bits)) | ((word) << (64 - (bits))))
    #define SITELODE_STEP(a, b, c, d, x, y) do { \\
        v[a] += v[b] + (x); v[d] = SITELODE_TURN(v[d] ^ v[a], 32); v[c] += v[d]; v[b] = SITELODE_TURN(v[b] ^ v[c], 24); \\
        v[a] += v[b] + (y); v[d] = SITELODE_TURN(v[d] ^ v[a], 16); v[c] += v[d]; v[b] = SITELODE_TURN(v[b] ^ v[c], 63); } while (0)

    static void sitelode_block(uint64_t h[8], const unsigned char *bytes, uint64_t read, uint64_t last) {
        uint64_t v[16], m[16];
        int word, byte, round;
        for (word = 0; word < 16; word++)
            for (m[word] = 0, byte = 7; byte >= 0; byte--)
                m[word] = m[word] << 8 | bytes[8 * word + byte];
        memcpy(v, h, 64);
        memcpy(v + 8, sitelode_start, 64);
        v[12] ^= read;
        v[14] ^= last;
        for (round = 0; round < 12; round++) {
            const unsigned char *s = sitelode_order[round % 10];
            SITELODE_STEP(0, 4, 8, 12, m[s[0]], m[s[1]]);
            SITELODE_STEP(1, 5, 9, 13, m[s[2]], m[s[3]]);
            SITELODE_STEP(2, 6, 10, 14, m[s[4]], m[s[5]]);
            SITELODE_STEP(3, 7, 11, 15, m[s[6]], m[s[7]]);
            SITELODE_STEP(0, 5, 10, 15, m[s[8]], m[s[9]]);
            SITELODE_STEP(1, 6, 11, 12, m[s[10]], m[s[11]]);
            SITELODE_STEP(2, 7, 8, 13, m[s[12]], m[s[13]]);
            SITELODE_STEP(3, 4, 9, 14, m[s[14]], m[s[15]]);
        }
        for (word = 0; word < 8; word++)
            h[word] ^= v[word] ^ v[word + 8];
    }

    static uint64_t sitelode_text_code(const unsigned char *text, Py_ssize_t length) {
        uint64_t h[8], read = 0;
        unsigned char rest[128] = {0};
        memcpy(h, sitelode_start, 64);
        h[0] ^= 0x01010000ULL ^ 8;
        for (; length > 128; length -= 128, text += 128)
            sitelode_block(h, text, read += 128, 0);
        memcpy(rest, text, length);
        sitelode_block(h, rest, read + length, ~0ULL);
        return h[0];
    }
    """
    Code sitelode_text_code(const unsigned char *text, Py_ssize_t length) noexcept nogil


cdef inline Code text_code(unsigned char[::1] text, Py_ssize_t length) noexcept nogil:
    return sitelode_text_code(&text[0], length)
