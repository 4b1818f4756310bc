"""Whether a doctype asks for quirks, in which a table does not close a paragraph: the one difference they make to the tree."""

import re
from typing import Final

_PLAIN = re.compile(rb"<!doctype\s+html\s*>", re.IGNORECASE)
_QUOTED = rb"\s*(?:\"([^\">]*)\"|'([^'>]*)')"
_PUBLIC = re.compile(rb"<!doctype\s+html\s+public" + _QUOTED + rb"(?:" + _QUOTED + rb")?\s*>", re.IGNORECASE)
_SYSTEM = re.compile(rb"<!doctype\s+html\s+system" + _QUOTED + rb"\s*>", re.IGNORECASE)

_IBM = b"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
_QUIRKY: Final = (b"-//w3o//dtd w3 html strict 3.0//en//", b"-/w3c/dtd html 4.0 transitional/en", b"html")
_QUIRKY_WITHOUT_SYSTEM: Final = (b"-//w3c//dtd html 4.01 frameset//", b"-//w3c//dtd html 4.01 transitional//")
_QUIRKY_STARTS: Final = tuple(
    line.strip().lower().encode()
    for line in """
    +//Silmaril//dtd html Pro v0r11 19970101//
    -//AS//DTD HTML 3.0 asWedit + extensions//
    -//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//
    -//IETF//DTD HTML 2.0 Level 1//
    -//IETF//DTD HTML 2.0 Level 2//
    -//IETF//DTD HTML 2.0 Strict Level 1//
    -//IETF//DTD HTML 2.0 Strict Level 2//
    -//IETF//DTD HTML 2.0 Strict//
    -//IETF//DTD HTML 2.0//
    -//IETF//DTD HTML 2.1E//
    -//IETF//DTD HTML 3.0//
    -//IETF//DTD HTML 3.2 Final//
    -//IETF//DTD HTML 3.2//
    -//IETF//DTD HTML 3//
    -//IETF//DTD HTML Level 0//
    -//IETF//DTD HTML Level 1//
    -//IETF//DTD HTML Level 2//
    -//IETF//DTD HTML Level 3//
    -//IETF//DTD HTML Strict Level 0//
    -//IETF//DTD HTML Strict Level 1//
    -//IETF//DTD HTML Strict Level 2//
    -//IETF//DTD HTML Strict Level 3//
    -//IETF//DTD HTML Strict//
    -//IETF//DTD HTML//
    -//Metrius//DTD Metrius Presentational//
    -//Microsoft//DTD Internet Explorer 2.0 HTML Strict//
    -//Microsoft//DTD Internet Explorer 2.0 HTML//
    -//Microsoft//DTD Internet Explorer 2.0 Tables//
    -//Microsoft//DTD Internet Explorer 3.0 HTML Strict//
    -//Microsoft//DTD Internet Explorer 3.0 HTML//
    -//Microsoft//DTD Internet Explorer 3.0 Tables//
    -//Netscape Comm. Corp.//DTD HTML//
    -//Netscape Comm. Corp.//DTD Strict HTML//
    -//O'Reilly and Associates//DTD HTML 2.0//
    -//O'Reilly and Associates//DTD HTML Extended 1.0//
    -//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//
    -//SQ//DTD HTML 2.0 HoTMetaL + extensions//
    -//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//
    -//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//
    -//Spyglass//DTD HTML 2.0 Extended//
    -//Sun Microsystems Corp.//DTD HotJava HTML//
    -//Sun Microsystems Corp.//DTD HotJava Strict HTML//
    -//W3C//DTD HTML 3 1995-03-24//
    -//W3C//DTD HTML 3.2 Draft//
    -//W3C//DTD HTML 3.2 Final//
    -//W3C//DTD HTML 3.2//
    -//W3C//DTD HTML 3.2S Draft//
    -//W3C//DTD HTML 4.0 Frameset//
    -//W3C//DTD HTML 4.0 Transitional//
    -//W3C//DTD HTML Experimental 19960712//
    -//W3C//DTD HTML Experimental 970421//
    -//W3C//DTD W3 HTML//
    -//W3O//DTD W3 HTML 3.0//
    -//WebTechs//DTD Mozilla HTML 2.0//
    -//WebTechs//DTD Mozilla HTML//
    """.strip().splitlines()
)


def asks_for_quirks(doctype: bytes) -> bool | None:
    """What this doctype, with its brackets, asks for; None where that is not clear at once."""
    if _PLAIN.fullmatch(doctype):
        return False
    if system := _SYSTEM.fullmatch(doctype):
        return (system[1] or system[2] or b"").lower() == _IBM
    if public := _PUBLIC.fullmatch(doctype):
        public_id = (public[1] if public[1] is not None else public[2]).lower()
        system_id = public[3] if public[3] is not None else public[4]
        without_system = system_id is None and public_id.startswith(_QUIRKY_WITHOUT_SYSTEM)
        return without_system or (system_id or b"").lower() == _IBM or public_id in _QUIRKY or public_id.startswith(_QUIRKY_STARTS)
    return None
