"""Landmark rules applied literally: walk token by token and look whether the landmark stands here."""

from sitelode.landmarks.token_classes import matches


def border_by_walking(rule, tokens):
    """Where a rule leads, in the slow and obvious way."""
    scanned = list(tokens)[::-1] if rule.backward else list(tokens)
    for alternative in rule.alternatives:
        place = 0
        for step in alternative:
            while place <= len(scanned) - len(step.landmark) and not stands_at(step.landmark, scanned, place):
                place += 1
            if place > len(scanned) - len(step.landmark):
                break
            place += len(step.landmark) if step.past else 0
        else:
            return len(scanned) - place if rule.backward else place
    return None


def stands_at(landmark, tokens, place):
    return all(matches(wanted, tokens[place + offset]) for offset, wanted in enumerate(landmark))
