"""The sessions of ~/play/raytracer: pictures, a large output, and one of `claude -p`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import injected
from .pictures import sphere
from .session import Call
from .store import new_session
from .tools import bash, edit, read, read_image, read_missing
from .turns import end_turn, interrupt, prompt, say, text, thinking

if TYPE_CHECKING:
    from .session import Fields, Session
    from .store import Store

_LIGHT = "fn shade(n: Vec3, l: Vec3) -> f32 {\n    n.dot(l).min(0.0)\n}\n"


def add_all(store: Store) -> None:
    """Add the sessions of the ray tracer."""
    _black_sphere(store)
    _large_output(store)
    _headless(store)


def _black_sphere(store: Store) -> None:
    session = new_session("sphere", "play/raytracer", "2026-11-29 20:14:09")
    black, lit = sphere(96, 64, lit=False), sphere(96, 64, lit=True)
    injected.start_hook(session, "on main")
    prompt(session, [text("[Image #1] Why is the sphere black? 🌑"), _image(black.base64)], imagePasteIds=[1])
    injected.first_turn(session, "branch main, 1 file changed")
    shade, out = f"{session.cwd}/src/shade.rs", f"{session.cwd}/out.png"
    say(session, read_missing(f"{session.cwd}/shade.rs", session.cwd), read(shade, _LIGHT))
    say(
        session,
        thinking("min should be max: every lit side is clamped to zero.", 7),
        edit(shade, _LIGHT, ".min(0.0)", ".max(0.0)"),
    )
    say(
        session,
        bash(
            "cargo run --release",
            "   Compiling raytracer v0.1.0\n    Finished in 3.21s\nwrote out.png",
            "Render",
            seconds=5,
        ),
    )
    say(session, read_image(out, lit.base64, len(lit.png), lit.width, lit.height))
    say(session, text("It is lit now 🌕: `min` clamped every lit side to zero, `max` was meant."))
    session.bill.added, session.bill.removed = 1, 1
    session.note("ai-title", aiTitle="Why is the sphere black?")
    end_turn(session)
    store.add(session)


def _image(data: str) -> Fields:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def _large_output(store: Store) -> None:
    session = new_session("bvh", "play/raytracer", "2026-11-22 18:00:00", branch="bvh")
    injected.start_hook(session, "on bvh")
    prompt(session, "Profile the render and tell me what to make faster.")
    injected.first_turn(session, "branch bvh, clean")
    say(session, thinking("", 11), _persisted(store, session))
    say(
        session,
        thinking("", 3),
        text("`intersect` takes 71% of the time. A tree over the boxes would skip nearly all of it."),
    )
    end_turn(session)
    session.wait(60)
    prompt(session, "Then build the tree. 🌳")
    say(session, text("I start with the boxes of the leaves"))
    interrupt(session)
    end_turn(session)
    store.add(session)


def _persisted(store: Store, session: Session) -> Call:
    output = "\n".join(f"{at:>6}  intersect(ray {at % 640}, box {at % 97})  {at * 7 % 23} ns" for at in range(1, 1501))
    path = store.add_tool_result(session, "b7kq2xnd4", output)
    head = output[:2000]
    told = f"Output too large ({len(output) / 1000:.1f}KB). Full output saved to: {path}\n\nPreview (first 2KB):"
    shown = f"<persisted-output>\n{told}\n{head}\n</persisted-output>"
    kept: Fields = {"stdout": head, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
    kept |= {"persistedOutputPath": path, "persistedOutputSize": len(output)}
    return Call(
        "Bash", {"command": "perf script | tail -1500", "description": "Show the samples"}, shown, kept, seconds=8
    )


def _headless(store: Store) -> None:
    session = new_session(
        "headless", "play/raytracer", "2026-11-29 21:00:00", entrypoint="sdk-cli", model="claude-haiku-4-5"
    )
    words = "Summarise the render log in one sentence."
    session.note("queue-operation", operation="enqueue", timestamp=session.stamp(), content=words)
    session.note("queue-operation", operation="dequeue", timestamp=session.stamp())
    prompt(session, words)
    injected.first_turn(session, "branch main, 1 file changed")
    say(session, bash("tail -2 render.log", "frame 240 of 240\ndone in 41.7 s", "Read the log"))
    say(session, text("All 240 frames were rendered in 41.7 seconds."))
    end_turn(session)
    store.add(session)
