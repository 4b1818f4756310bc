"""Rules know no language: the same systems on Chinese, Arabic, Russian and German."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from made_texts import marked

from sitelode.text_rules.rules_file import learn_rules

TEXTS = {
    "Chinese": ("主讲人：[who:{}]教授。地点：{}号楼。", ("王小明", "李大文", "陈美玲", "张伟国", "刘思远", "赵一鸣", "孙立人", "周海波"), "吴文清"),
    "Arabic": ("المتحدث: [who:{}]. المكان: قاعة {}.", ("أحمد علي", "سارة حسن", "محمد سالم", "ليلى كريم", "عمر فاروق", "نور الدين", "هدى عمر", "يوسف بدر"), "خالد سعيد"),
    "Russian": ("Докладчик: [who:{}]. Аудитория {}.", ("Иван Петров", "Анна Белова", "Олег Сидоров", "Мария Орлова", "Пётр Волков", "Нина Козлова", "Лев Громов", "Вера Зайцева"), "Юрий Соколов"),
    "German": ("Es spricht [who:{}] im Hörsaal {}.", ("Jörg Müller", "Änne Weiß", "Karl Groß", "Uta Schön", "Götz Bär", "Ida Köhl", "Max Rüb", "Eva Stöhr"), "Björn Jäger"),
}  # fmt: skip


@pytest.mark.parametrize(
    "language", ["Chinese", "Arabic", *(pytest.param(each, marks=pytest.mark.nightly) for each in ("Russian", "German"))]
)
@pytest.mark.parametrize("system", ["combined", "rapier", "srv", "whisk", "stalker"])
def test_a_new_name_is_found(language, system):
    form, names, new = TEXTS[language]
    lesson = [marked(str(number), form.format(name, number + 10)) for number, name in enumerate(names)]
    text = marked("new", form.format(new, 77)).text

    values = next(iter(learn_rules(lesson, system).values([text])))

    assert [value.value for value in values] == [new]
