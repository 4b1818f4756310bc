"""A layout with fields that were taught again by examples."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sitelode.wrappers.taught.page_tokens import PageTokens
from sitelode.wrappers.taught.taught import TAUGHT, Taught
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.wrapper import Layout


def with_fields(layout: Layout, fields: Mapping[str, Taught], pages: Sequence[PageTokens]) -> Layout:
    """A layout with fields taught by examples, and with what they give on its pages."""
    profiles = {name: FieldProfile.from_values([field.answer(page).value for page in pages]) for name, field in fields.items()}
    profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
    return replace(layout, rules={**layout.rules, TAUGHT: [fields[name].to_data() for name in sorted(fields)]}, profile=profile)
