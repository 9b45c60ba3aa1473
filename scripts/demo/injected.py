"""What the client injects around the conversation, with short texts of our own in place of its prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .session import Fields, Session

_DEFERRED = ["CronCreate", "CronDelete", "CronList", "EnterWorktree", "ExitWorktree", "Monitor", "NotebookEdit"]
_AGENTS = {
    "Explore": "Searches the code and reports what it found.",
    "Plan": "Thinks a change through before anyone writes it.",
    "general-purpose": "Does any longer piece of work alone.",
}
_SKILLS = {
    "code-review": "Reads a change the way a careful colleague would.",
    "dataviz": "Draws a chart that says one thing.",
    "release-notes": "Turns merged changes into a page that people read.",
    "simplify": "Removes what is not needed.",
}


def start_hook(session: Session, output: str, *, source: str = "startup") -> None:
    """Add the output of a SessionStart hook; it's the root of the session."""
    session.attach(
        "hook_success",
        [f"SessionStart:{source} hook: {output}"],
        hookName=f"SessionStart:{source}",
        toolUseID=session.ids.uuid(),
        hookEvent="SessionStart",
        content=output,
        stdout=f"{output}\n",
        stderr="",
        exitCode=0,
        command="~/.claude/hooks/start.sh",
        durationMs=38,
    )


def bash_hook(output: str) -> Fields:
    """Return the attachment of a PostToolUse hook that said OUTPUT."""
    named: Fields = {"type": "hook_success", "hookName": "PostToolUse:Bash", "hookEvent": "PostToolUse"}
    said = {"content": output, "stdout": f"{output}\n", "stderr": "", "exitCode": 0}
    return named | said | {"command": "~/.claude/hooks/after-bash.sh", "durationMs": 12}


def first_turn(session: Session, git_status: str) -> None:
    """Add the group that follows the first prompt of a session."""
    listings(session)
    session.note("atis-latch", atis="")
    context = {"gitStatus": git_status}
    session.attach("session_context", [f"Context of this session: {git_status}"], role="user", context=context)
    day = session.stamp()[:10]
    session.attach("date", [f"Today is {day}."], date=day)
    session.attach(
        "remote_session_change",
        ["How to sign commits and pull requests."],
        role="user",
        url=None,
        commit="Co-Authored-By: Claude <noreply@example.com>",
        pr="Made with Claude Code",
        sendUserFileHint=False,
        managedCommit=False,
        managedPr=False,
    )
    snapshot(session)


def listings(session: Session) -> None:
    """Add where the client runs, which model, and what it offers: after the first prompt and after a compaction."""
    _environment(session)
    identity = {"modelId": session.model, "marketingName": _marketing(session.model), "knowledgeCutoff": "June 2026"}
    session.attach("model", [f"The model is {session.model}."], identity=identity, text=f"Model: {session.model}")
    _deferred_tools(session)
    _agents(session)
    skills = [f"- {name}: {what}" for name, what in _SKILLS.items()]
    session.attach(
        "skill_listing",
        ["\n".join(["Skills:", *skills])],
        content="\n".join(skills),
        skillCount=len(skills),
        isInitial=True,
        names=list(_SKILLS),
        digests=[session.ids.hex(16) for _ in skills],
    )


def snapshot(session: Session) -> None:
    """Add the snapshot of the system prompt, shortened to its headings."""
    parts = ["(the system prompt)", "(tone)", "(tools)", "(memory)"]
    session.attach(
        "prompt_snapshot",
        systemPrompt=parts,
        reminderFold=False,
        echoWireToolInputs=False,
        contextRendering="announced",
    )


def attached_file(session: Session, path: str, shown: str, content: str) -> None:
    """Add a file that a prompt names with @."""
    lines = content.split("\n")
    file: Fields = {"filePath": path, "content": content, "numLines": len(lines), "startLine": 1}
    session.attach(
        "file",
        [f"Read {shown}", content],
        role="user",
        filename=path,
        content={"type": "text", "file": file | {"totalLines": len(lines)}},
        displayPath=shown,
        savedCopyFraming={"enveloped": False},
    )
    session.bill.take(content)


def _environment(session: Session) -> None:
    place: Fields = {"workingDirectory": session.cwd, "isWorktree": "/worktrees/" in session.cwd, "isGitRepo": True}
    place |= {"additionalWorkingDirectories": [], "platform": "linux", "shell": "bash", "osVersion": "Linux 6.1.0"}
    session.attach("environment", [f"Working directory: {session.cwd}"], snapshot=place)


def _deferred_tools(session: Session) -> None:
    fields: Fields = {"addedNames": _DEFERRED, "addedLines": _DEFERRED, "removedNames": [], "wireHiddenNames": []}
    fields |= {"readdedNames": [], "pendingMcpServers": [], "needsAuthMcpServers": [], "failedMcpServers": []}
    session.attach("deferred_tools_delta", ["\n".join(["More tools:", *_DEFERRED])], **fields)


def _agents(session: Session) -> None:
    lines = [f"- {name}: {what}" for name, what in _AGENTS.items()]
    fields: Fields = {"addedTypes": list(_AGENTS), "addedLines": lines, "builtInTypes": list(_AGENTS)}
    fields |= {"builtInPluginTypes": [], "removedTypes": [], "isInitial": True, "showConcurrencyNote": True}
    session.attach("agent_listing_delta", ["\n".join(["Agents:", *lines])], **fields)


def _marketing(model: str) -> str:
    family, *numbers = model.removeprefix("claude-").split("-")
    return f"{family.capitalize()} {'.'.join(numbers)}"
