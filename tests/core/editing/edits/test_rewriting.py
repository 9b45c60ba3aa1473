from __future__ import annotations

import json
from typing import Any

import pytest

from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.replacing import replace_text, text_of
from cc_session_tui.core.editing.edits.rewriting import relink, replace_record
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.source import BytesSource
from tests.core.chain.sessions import reply, result, use, user
from tests.core.editing.edits.drafts import PATH, draft_of, record, row, texts
from tests.core.editing.edits.sequences import bytes_of

THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "S"}
SAID = {"type": "text", "text": "yes"}


def one_line(line: bytes) -> Draft:
    return Draft(BytesSource(line, PATH), None, ((0, len(line)),))


def test_a_text_is_replaced_and_every_other_byte_stays() -> None:
    line = b'{"type":"user", "uuid":"q","n":1e5,"message":{"content" : "old \\u00e9"},"big":123456789012345678901}\n'
    done = replace_text(one_line(line), 0, 'new "text"\n')
    assert bytes_of(done.draft) == line.replace(b"old \\u00e9", b'new \\"text\\"\\n')


def test_the_only_text_of_a_message_is_found_and_of_several_one_must_be_named() -> None:
    draft = draft_of(user("q", None), reply("a", "q", THOUGHT, SAID), reply("b", "a", SAID, SAID))
    assert text_of(record(draft, "a")) == (1, "yes")
    done = replace_text(draft, row(draft, "a"), "no")
    assert texts(done.draft)[2] == "no"
    assert any("signed thinking" in note for note in done.notes)
    with pytest.raises(EditError, match="2 blocks"):
        replace_text(draft, row(draft, "b"), "no")
    assert texts(replace_text(draft, row(draft, "b"), "no", 1).draft)[-2:] == ["yes", "no"]


@pytest.mark.parametrize("block", [0, 7])
def test_thinking_and_what_is_not_there_have_no_text_to_edit(block: int) -> None:
    draft = draft_of(user("q", None), reply("a", "q", THOUGHT, SAID))
    with pytest.raises(EditError):
        replace_text(draft, row(draft, "a"), "other", block)


def test_a_blank_text_is_refused_and_the_same_text_changes_nothing() -> None:
    draft = draft_of(user("q", None))
    with pytest.raises(EditError, match="blank"):
        replace_text(draft, 0, " \n")
    assert replace_text(draft, 0, "q").draft is draft


def answered(content: Any, shown: Any) -> Draft:
    answer = result("r", "u", "c1") | {"toolUseResult": shown}
    answer["message"]["content"][0]["content"] = content
    return draft_of(user("q", None), reply("u", "q", use("c1")), answer)


def test_a_result_is_replaced_also_where_the_client_shows_it() -> None:
    draft = answered("secret", {"stdout": "secret\n", "stderr": ""})
    done = replace_text(draft, row(draft, "r"), "hidden")
    assert b"secret" not in bytes_of(done.draft)
    assert done.notes == ()


def test_where_the_clients_own_copy_keeps_the_old_text_that_is_said() -> None:
    draft = answered("secret", {"file": {"content": "1 secret"}})
    [note] = replace_text(draft, row(draft, "r"), "hidden").notes
    assert "toolUseResult" in note


def test_the_images_of_a_result_stay() -> None:
    image = {"type": "image", "source": {}}
    draft = answered([SAID, image], {})
    done = replace_text(draft, row(draft, "r"), "no")
    assert record(done.draft, "r")["message"]["content"][0]["content"] == [{"type": "text", "text": "no"}, image]


def test_a_record_of_the_same_fields_changes_the_values_that_differ_alone() -> None:
    line = b'{"type":"user","uuid":"q","n":1e5, "message":{"content":[{"type":"text","text":"a"}]},"cwd":"/x"}\n'
    draft = one_line(line)
    new = json.loads(json.dumps(draft.index.record(0)))
    new["message"]["content"][0]["text"] = "b"
    assert bytes_of(replace_record(draft, 0, new).draft) == line.replace(b'"text":"a"', b'"text":"b"')


def test_a_record_with_other_fields_is_written_anew() -> None:
    draft = draft_of(user("q", None, extra=1))
    new = {key: value for key, value in record(draft, "q").items() if key != "extra"}
    assert record(replace_record(draft, 0, new).draft, "q") == new


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"uuid": "other"}, "uuid"),
        ({"sessionId": "other"}, "sessionId"),
        ({"type": 5}, "type"),
        ({"parentUuid": "nowhere"}, "no record"),
        ({"parentUuid": 5}, "parentUuid"),
        ({"parentUuid": "b"}, "below itself"),
        ({"message": {"content": [{**THOUGHT, "thinking": "other"}, SAID]}}, "thinking"),
    ],
)
def test_what_a_record_may_not_become_is_refused(change: dict[str, Any], why: str) -> None:
    draft = draft_of(user("q", None), reply("a", "q", THOUGHT, SAID, sessionId="s"), user("b", "a"))
    with pytest.raises(EditError, match=why):
        replace_record(draft, row(draft, "a"), record(draft, "a") | change)


def test_a_new_uuid_is_taken_over_by_all_that_named_the_old_one() -> None:
    last = {"type": "last-prompt", "leafUuid": "q"}
    draft = draft_of(user("q", None), reply("a", "q", {"type": "text", "text": 'says "q"'}), last)
    done = replace_record(draft, 0, record(draft, "q") | {"uuid": "new"}, new_uuid=True).draft
    assert record(done, "a")["parentUuid"] == "new"
    assert record(done, "a")["message"]["content"][0]["text"] == 'says "q"'
    assert done.index.last_prompts == [(2, "new")]
    with pytest.raises(EditError, match="there already"):
        replace_record(draft, 0, record(draft, "q") | {"uuid": "a"}, new_uuid=True)


def test_a_record_is_hung_elsewhere_but_not_below_itself() -> None:
    draft = draft_of(user("q", None), reply("a", "q"), user("x", "q"))
    assert texts(relink(draft, row(draft, "x"), "a").draft) == ["q", "a", "x"]
    assert texts(relink(draft, row(draft, "x"), None).draft) == ["x"]
    with pytest.raises(EditError, match="below itself"):
        relink(draft, 0, "x")
    with pytest.raises(EditError, match="no record"):
        relink(draft, 0, "nowhere")
