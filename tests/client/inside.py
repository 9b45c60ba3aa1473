"""Run the client beside a stand-in for the model, both alone in a network namespace.

usage: unshare -rn python inside.py REQUESTS SECONDS COMMAND...

Writes the body of each request for a message to the file REQUESTS, one JSON line each, and ends with COMMAND's exit
code. A prompt may script the model's replies: `STEPS:` and a JSON array, one item a turn; a string is a text, an object
{"tool": NAME, "input": {...}} a call, a list several of these or content blocks. Past its end the reply is `OK`.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

SIOCSIFFLAGS, UP_AND_RUNNING = 0x8914, 0x41
Block = dict[str, Any]


def main(requests: str, seconds: str, *command: str) -> int:
    """Run COMMAND with a model on loopback; return its exit code."""
    _raise_loopback()
    with Path(requests).open("a", buffering=1) as log:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(log))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = os.environ | {"ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_port}"}
        code = subprocess.run(command, env=environment, timeout=float(seconds), check=False).returncode
        server.shutdown()
    return code


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))


def _handler(log: Any) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            self._send(404, "application/json", b"{}")

        do_HEAD = do_GET  # noqa: N815

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
            if "/v1/messages" not in self.path or "count_tokens" in self.path:
                self._send(200, "application/json", b'{"input_tokens":1}')
                return
            log.write(json.dumps(body) + "\n")
            message = _reply(body)
            if body.get("stream"):
                self._send(200, "text/event-stream", b"".join(_events(message)))
            else:
                self._send(200, "application/json", json.dumps(message).encode())

        def _send(self, status: int, kind: str, data: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler


def _reply(body: dict[str, Any]) -> dict[str, Any]:
    content = _scripted(body.get("messages", []))
    stop = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _scripted(messages: list[dict[str, Any]]) -> list[Block]:
    """The blocks of the turn that follows MESSAGES, by the script in the last prompt."""
    steps: list[Any] = []
    done = 0
    for message in messages:
        done += message["role"] == "assistant"
        for text in _texts(message) if message["role"] == "user" else ():
            if "STEPS:" in text:
                steps, done = json.JSONDecoder().raw_decode(text.split("STEPS:", 1)[1].strip())[0], 0
            elif not text.startswith("<system-reminder>"):
                steps = []
    step = steps[done] if done < len(steps) else "OK"
    return [_block(item) for item in (step if isinstance(step, list) else [step])]


def _texts(message: dict[str, Any]) -> list[str]:
    content = message["content"]
    return [content] if isinstance(content, str) else [b["text"] for b in content if b["type"] == "text"]


def _block(item: Any) -> Block:
    if isinstance(item, str):
        return {"type": "text", "text": item}
    if "tool" in item:
        return {
            "type": "tool_use",
            "id": f"toolu_{uuid.uuid4().hex[:24]}",
            "name": item["tool"],
            "input": item["input"],
        }
    return dict(item)


def _events(message: dict[str, Any]) -> Iterator[bytes]:
    """MESSAGE as a stream."""
    yield _event("message_start", message=message | {"content": [], "stop_reason": None})
    for number, block in enumerate(message["content"]):
        start, deltas = _in_parts(block)
        yield _event("content_block_start", index=number, content_block=start)
        for delta in deltas:
            yield _event("content_block_delta", index=number, delta=delta)
        yield _event("content_block_stop", index=number)
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield _event("message_delta", delta=delta, usage={"output_tokens": 1})
    yield _event("message_stop")


def _in_parts(block: Block) -> tuple[Block, list[Block]]:
    """The empty BLOCK, and what fills it."""
    if block["type"] == "text":
        return block | {"text": ""}, [{"type": "text_delta", "text": block["text"]}]
    if block["type"] == "thinking":
        signature = {"type": "signature_delta", "signature": block.get("signature", "EqOK")}
        thinking = {"type": "thinking_delta", "thinking": block["thinking"]}
        return {"type": "thinking", "thinking": "", "signature": ""}, [thinking, signature]
    return block | {"input": {}}, [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]


def _event(name: str, **data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name} | data)}\n\n".encode()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
