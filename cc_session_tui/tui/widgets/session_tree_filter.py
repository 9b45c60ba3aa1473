"""The tree's filter: which sessions a query finds, how well, and where in the title.

Words are matched one by one, without regard to case; all must be found. A word is found as it stands (in title, prompt,
path, branch, or as the beginning of the id), by the first letters of words (`faia`: "Fix add in app.py"), or, when
nothing else is found, by its letters in order (`fixapp`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LOOSE: Final = 1
"""The score of a word whose letters merely stand in order."""
_INITIALS, _PROMPT, _PATH, _ID, _TITLE, _TITLE_WORD = 2, 3, 4, 5, 6, 7


class Haystack(NamedTuple):
    """What of a session is searched, in lower case."""

    title: str
    path: str
    """The project's path and the git branch."""
    prompts: str
    identity: str
    """The session id."""


def haystack(title: str, path: str, branch: str, prompts: Iterable[str], identity: str) -> Haystack:
    """The haystack of a session."""
    return Haystack(title.lower(), f"{path} {branch}".lower(), "\n".join(prompts).lower(), identity.lower())


def words(query: str) -> tuple[str, ...]:
    """The words of QUERY."""
    return tuple(query.lower().split())


def score(query: Sequence[str], where: Haystack) -> int:
    """How well WHERE matches the words of QUERY: 0 not at all, LOOSE by some word's letters only, more is better."""
    worst, total = 99, 0
    for word in query:
        found = _score_word(word, where)
        if not found:
            return 0
        worst, total = min(worst, found), total + found
    return LOOSE if worst == LOOSE else total


def _score_word(word: str, where: Haystack) -> int:
    at = where.title.find(word)
    if at >= 0:
        return _TITLE_WORD if at == 0 or not where.title[at - 1].isalnum() else _TITLE
    if where.identity.startswith(word):
        return _ID
    if word in where.path:
        return _PATH
    if word in where.prompts:
        return _PROMPT
    if word in _initials(where.title):
        return _INITIALS
    return LOOSE if _in_order(word, where.title) or _in_order(word, where.path) else 0


def best(scores: Sequence[int]) -> list[int]:
    """Positions of the matches in SCORES, best first; loose ones only where there are no others."""
    least = LOOSE + 1 if any(found > LOOSE for found in scores) else LOOSE
    matches = [at for at, found in enumerate(scores) if found >= least]
    return sorted(matches, key=lambda at: -scores[at])


def spans(query: Sequence[str], text: str) -> list[tuple[int, int]]:
    """The parts of TEXT that the words of QUERY match, to be highlighted: (start, end) in characters, in order."""
    lower = text.lower()
    if len(lower) != len(text):
        return []
    found = {at for word in query for at in _places(word, lower)}
    return _runs(sorted(found))


def _places(word: str, text: str) -> Iterable[int]:
    """Positions of the characters of TEXT that WORD matches."""
    at = text.find(word)
    if at >= 0:
        return range(at, at + len(word))
    starts = [at for at in range(len(text)) if _starts_word(text, at)]
    at = "".join(text[start] for start in starts).find(word)
    if at >= 0:
        return starts[at : at + len(word)]
    return _in_order(word, text)


def _initials(text: str) -> str:
    return "".join(part[0] for part in text.split())


def _starts_word(text: str, at: int) -> bool:
    return not text[at].isspace() and (at == 0 or text[at - 1].isspace())


def _in_order(word: str, text: str) -> list[int]:
    """Positions of the letters of WORD in TEXT, one after the other; empty where they do not all stand there."""
    found, at = [], -1
    for letter in word:
        at = text.find(letter, at + 1)
        if at < 0:
            return []
        found.append(at)
    return found


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """PLACES, in order, as (start, end) of the runs they make."""
    runs: list[tuple[int, int]] = []
    for at in places:
        if runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs
