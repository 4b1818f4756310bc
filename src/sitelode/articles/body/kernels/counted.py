"""The numbers of what is counted for one segment, and of the kinds of characters; `counted.pxd` has the same names for compiled code.

N_LAST_SIGN is the kind of the last character, without spaces and closing brackets; the words of the title and the description are counted
each time they come, and once if they come at all (N_TITLE_FOUND); emphasis, code and targets of links are counted in bytes.
"""

(
    N_COMMAS, N_SENTENCE_ENDS, N_LAST_SIGN, N_DIGITS, N_CAPITALS,
    N_LETTERS, N_WORDS, N_SYMBOLS, N_TITLE_WORDS, N_TITLE_FOUND,
    N_DESCRIPTION_WORDS, N_DESCRIPTION_FOUND, N_STATED_WORDS, N_BYTES, N_STRONG,
    N_EMPHASIS, N_CODE, N_OWN_SITE, N_SIBLING, N_MEDIA,
    N_CONTROLS, N_LINKS, N_LINKS_WITHIN_PAGE,
) = range(23)  # fmt: skip

SPACE, CLOSING, END, COMMA, WORD, COLON, SYMBOL = range(7)  # after a closing bracket a sentence is still closed
