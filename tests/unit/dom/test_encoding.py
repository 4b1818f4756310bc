import codecs

import pytest

from sitelode.dom.encoding import decode
from sitelode.dom.parse import parse

JAPANESE = (
    "港の町では、毎朝早くから漁師たちが海に出て、夕方になると魚をたくさん積んだ船が帰ってきます。市場では子どもたちが手伝っています。"
)
CHINESE = "海边的小镇每天早晨都有渔民出海，到了傍晚，满载着鱼的船只陆续回到港口，市场里人来人往，十分热闹。"
TRADITIONAL = "海邊的小鎮每天早晨都有漁民出海，到了傍晚，滿載著魚的船隻陸續回到港口，市場裡人來人往，十分熱鬧。"
KOREAN = (
    "바닷가 작은 마을에서는 매일 아침 일찍 어부들이 바다로 나가고 저녁이 되면 물고기를 가득 실은 배가 돌아옵니다. 시장은 언제나 붐빕니다."
)
RUSSIAN = (
    "В маленьком приморском городе рыбаки каждое утро выходят в море, а вечером лодки возвращаются с уловом, и на рынке становится шумно."
)
GREEK = "Στη μικρή πόλη δίπλα στη θάλασσα οι ψαράδες βγαίνουν κάθε πρωί και το βράδυ τα καΐκια γυρίζουν γεμάτα ψάρια στην αγορά."
FRENCH = "Dans la petite ville côtière, les pêcheurs sortent chaque matin; le soir, les bateaux chargés rentrent à l'été comme à l'hiver."


def page(text, head=""):
    return f"<!doctype html><html><head>{head}<title>{text[:9]}</title></head><body>{f'<p>{text}</p>' * 6}</body></html>"


LEGACY = [
    pytest.param(JAPANESE, "shift_jis", id="Shift_JIS"),
    pytest.param(JAPANESE, "euc_jp", id="EUC-JP"),
    pytest.param(JAPANESE, "iso2022_jp", id="ISO-2022-JP"),
    pytest.param(CHINESE, "gb18030", id="GB18030"),
    pytest.param(TRADITIONAL, "big5", id="Big5"),
    pytest.param(KOREAN, "euc_kr", id="EUC-KR"),
    pytest.param(RUSSIAN, "cp1251", id="windows-1251"),
    pytest.param(RUSSIAN, "koi8_r", id="KOI8-R"),
    pytest.param(GREEK, "iso8859_7", id="ISO-8859-7"),
    pytest.param(FRENCH, "cp1252", id="windows-1252"),
]


@pytest.mark.parametrize(("text", "encoding"), LEGACY)
def test_detected_without_any_label(text, encoding):
    assert text in parse(page(text).encode(encoding)).text(0)


@pytest.mark.parametrize(("text", "encoding"), LEGACY)
@pytest.mark.parametrize("how", ["header", "meta", "http-equiv"])
def test_by_its_label(text, encoding, how):
    label = encoding.replace("iso2022_jp", "iso-2022-jp").replace("euc_", "euc-").replace("koi8_r", "koi8-r").replace("cp12", "windows-12")
    label = label.replace("iso8859_7", "iso-8859-7")
    head = {"meta": f"<meta charset={label}>", "http-equiv": f"<meta http-equiv=content-type content='text/html; charset={label}'>"}.get(
        how, ""
    )
    header = f"text/html; charset={label}" if how == "header" else None

    assert text in parse(page(text, head).encode(encoding), content_type=header).text(0)


@pytest.mark.parametrize(
    ("body", "header", "encoding"),
    [
        pytest.param(codecs.BOM_UTF8 + b"<p>x", "text/html; charset=koi8-r", "utf-8", id="the mark beats the header"),
        pytest.param(codecs.BOM_UTF16_LE + "<p>é".encode("utf-16-le"), None, "utf-16-le", id="UTF-16 by its mark"),
        pytest.param(
            page(RUSSIAN, "<meta charset=koi8-r>").encode("cp1251"), "text/html; charset=windows-1251", "cp1251", id="header beats meta"
        ),
        pytest.param(page(FRENCH, "<meta charset=iso-8859-1>").encode(), None, "utf-8", id="UTF-8 whatever was announced"),
        pytest.param(page(RUSSIAN, "<meta charset=utf-8>").encode("cp1251"), None, "cp1251", id="announced UTF-8 that is none"),
        pytest.param(page(FRENCH, "<meta charset=utf-16>").encode(), None, "utf-8", id="a meta that can be read is not UTF-16"),
        pytest.param(page(FRENCH, "<meta charset=nonsense>").encode(), None, "utf-8", id="an unknown label"),
        pytest.param(page(CHINESE, "<meta charset=gb2312>").encode("gb18030"), None, "gb18030", id="GB2312 means its successor"),
        pytest.param(page(JAPANESE, "<meta charset=x-sjis>").encode("cp932"), None, "cp932", id="x-sjis"),
        pytest.param(page(KOREAN, "<meta charset=ks_c_5601-1987>").encode("cp949"), None, "cp949", id="ks_c_5601-1987"),
    ],
)
def test_which_label_counts(body, header, encoding):
    assert codecs.lookup(decode(body, header).encoding).name == codecs.lookup(encoding).name


@pytest.mark.parametrize(
    "body",
    [
        page(JAPANESE).encode()[:-40] + "港".encode()[:2],
        page(JAPANESE).encode("euc_jp")[:-41],
        b"<p>\xff\xfe\xff",
        "<p>\ud800".encode("utf-8", "surrogatepass"),
    ],
    ids=["cut UTF-8", "cut EUC-JP", "invalid", "a lone surrogate"],
)
def test_what_cannot_be_decoded_is_replaced(body):
    decode(body).utf8.decode("utf-8")
