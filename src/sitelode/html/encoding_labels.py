"""Maps encoding labels, as pages and servers write them, to Python codecs, by the Encoding standard that browsers follow.

Only web encodings are accepted: a page must never be able to choose other Python codecs (such as rot13 or unicode_escape).
"""

import codecs
from typing import Final

# Browsers read each older encoding as its newer superset, which has the characters that pages really use.
_SUCCESSORS: Final = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030",
    "gbk": "gb18030", "big5": "big5hkscs", "cp950": "big5hkscs", "shift_jis": "cp932", "euc_kr": "cp949", "johab": "cp949",
    "iso2022_jp": "iso2022_jp_ext", "utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le",
}  # fmt: skip
_KNOWN: Final = frozenset(
    """
    utf-8 utf-16-le utf-16-be utf-32-le utf-32-be cp866 koi8-r koi8-u mac-roman mac-cyrillic cp874 cp1250 cp1251 cp1252 cp1253 cp1254
    cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 iso8859-14
    iso8859-15 iso8859-16 gb18030 big5hkscs euc_jp cp932 cp949 iso2022_jp_ext iso2022_kr cp855 mac-latin2
    """.split()
)
_ONLY_ON_THE_WEB: Final = {
    label: codec
    for codec, labels in {
        "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff",
        "utf-16-be": "unicodefffe",
        "big5hkscs": "cn-big5 x-x-big5",
        "euc_jp": "cseucpkdfmtjapanese x-euc-jp x-euc",
        "cp949": "cseuckr csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601 windows-949 x-windows-949",
        "gb18030": "csgb2312 gb_2312 gb_2312-80 x-gbk",
        "iso8859-6": "csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i",
        "iso8859-7": "sun_eu_greek",
        "iso8859-8": "csiso88598e csiso88598i iso-8859-8-e iso-8859-8-i logical visual",
        "iso8859-15": "csisolatin9",
        "koi8-r": "koi koi8",
        "koi8-u": "koi8-ru",
        "mac-roman": "csmacintosh mac x-mac-roman",
        "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
        "cp874": "dos-874 windows-874",
        "cp932": "windows-31j x-sjis x-ms-cp932",
    }.items()
    for label in labels.split()
}

SEVERAL_BYTES: Final = frozenset(("gb18030", "big5hkscs", "euc_jp", "cp932", "cp949"))
"""Encodings with two or more bytes per character; a short text in one of them may be valid UTF-8 by chance."""


def codec_of(label: str | None) -> str | None:
    """Python's name of the encoding with this label, or None if it is unknown."""
    label = (label or "").strip(" \t\r\n\f\"'").lower()
    if label in _ONLY_ON_THE_WEB:
        return _ONLY_ON_THE_WEB[label]
    if label.startswith("x-cp"):
        label = label[2:]
    elif label.startswith("iso8859") and label[7:].isdecimal():
        label = f"iso8859-{label[7:]}"
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):  # ValueError: a label that contains a NUL
        return None
    name = _SUCCESSORS.get(name, name)
    return name if name in _KNOWN else None
