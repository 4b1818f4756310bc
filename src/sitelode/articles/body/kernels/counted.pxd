# The names of `counted.py` for compiled code: constants, so that the C compiler sees them.

cdef enum:  # counts for one segment
    N_COMMAS, N_SENTENCE_ENDS, N_LAST_SIGN, N_DIGITS, N_CAPITALS, N_LETTERS, N_WORDS, N_SYMBOLS,
    N_TITLE_WORDS, N_TITLE_FOUND, N_DESCRIPTION_WORDS, N_DESCRIPTION_FOUND, N_STATED_WORDS, N_BYTES, N_STRONG, N_EMPHASIS,
    N_CODE, N_OWN_SITE, N_SIBLING, N_MEDIA, N_CONTROLS, N_LINKS, N_LINKS_WITHIN_PAGE

cdef enum:  # kinds of characters
    SPACE, CLOSING, END, COMMA, WORD, COLON, SYMBOL
