"""Writes the tags of files that mutagen made, compares, undoes, and kills writes and undos.

    tools/tags-trial/run .build/release/mixhost [--files 500] [--kills 20] [--seed N]

Each file whose plan was written must differ in the properties that the plan names alone, and come back to the byte.
Then `tags write` and `tags undo` are killed with SIGKILL at random moments: each file must be the old one or the
written one, nothing may lie beside them, and the last undo must bring all back. Exit code 1 when something does not
hold.
"""
import collections
import hashlib
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "trials"))
import account  # noqa: E402
import common  # noqa: E402
import files  # noqa: E402

# The most differences that are shown.
MOST = 10
# Roles of people, which no plan changes, with the values that files get.
ROLES = (("PRODUCER", ["Zoë Quill"]), ("MIXER", []), ("ARRANGER", ["Bo, Jr."]), ("PERFORMER:LUTE", ["Ada", "Łucja"]))
PLAN = ("plan", "--with", "itunes", "--match-rules", "words")


class Trial:
    def __init__(self, options, folder):
        self.random = random.Random(options.seed)
        self.program, self.kills, self.folder = options.program, options.kills, folder
        self.music = folder / "music"
        self.music.mkdir()
        rules = folder / "home/config/rules/match/tracks"
        rules.mkdir(parents=True)
        shutil.copy(HERE / "words.lua", rules)
        bare = folder / "bare"
        bare.mkdir()
        common.call([self.program, "--allow-write", bare, HERE / "bare.lua", bare])
        self.kinds = files.make(self.random, bare, self.music, options.files)
        self.old = self.picture()
        self.accounts = {name: account.of(self.music / name) for name in self.kinds}

    def command(self, *arguments):
        return [str(part) for part in (self.program, "--home", self.folder / "home", "--mock", "tags", *arguments,
                                       self.music)]

    def run(self, *arguments):
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, check=False)
        return done.stdout, done.stderr

    def picture(self):
        """The digests of all that lies in the folder."""
        return {str(path.relative_to(self.music)): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in self.music.rglob("*") if path.is_file()}

    # The rounds.

    def plan(self):
        output, errors = self.run(*PLAN, "--json")
        if not output:
            sys.exit(errors)
        self.planned = {file["path"]: file for file in json.loads(output)["files"]}
        counts = collections.Counter(file["status"] for file in self.planned.values())
        due = counts["matched"] + counts["same"]
        return due == len(self.kinds), f"{len(self.planned)} files, {dict(counts)}"

    def write(self):
        _, self.errors = self.run("write")
        self.new = self.picture()
        wanted = [name for name, file in self.planned.items() if file["status"] == "matched"]
        written = [name for name in wanted if self.new[name] != self.old[name]]
        kinds = {self.kinds[name] for name in written}
        missing = sorted({self.kinds[name] for name in wanted} - kinds)
        text = f"{len(written)} of {len(wanted)} written, {len(kinds)} kinds"
        if missing:
            text += f", none of {', '.join(missing)}"
        # A refusal is named; a file that stays without a word is none.
        silent = [name for name in wanted if name not in written and name not in self.errors]
        stray = [name for name in self.new if self.new[name] != self.old.get(name) and name not in wanted]
        return not (missing or silent or stray), text + f", {len(wanted) - len(written)} refused by name"

    def compare(self):
        found, compared = [], 0
        for name in self.planned:
            if self.new[name] == self.old[name]:
                continue
            compared += 1
            keys = [change["key"] for change in self.planned[name]["changes"]]
            is_new_tag = self.kinds[name] in ("ID3v1", "none", "WAVE INFO")
            differences = account.unnamed(self.accounts[name], account.of(self.music / name), keys, is_new_tag)
            if differences:
                found.append((self.kinds[name], name, keys, differences))
        for difference in found[:MOST]:
            print(*difference)
        return not found, f"{compared} files compared, {len(found)} with unnamed differences"

    def undo(self):
        _, errors = self.run("undo")
        now = self.picture()
        wrong = [name for name in self.old if now.get(name) != self.old[name]]
        return not wrong and now.keys() == self.old.keys(), f"{len(wrong)} files not as they were; {errors.strip()[-60:]}"

    def roles(self):
        """One role of each file with ID3v2, written and undone."""
        state, found = self.folder / "roles.json", []
        names = [name for name in sorted(self.kinds) if any(part[0] == "ID3v2 version" for part in self.accounts[name])]
        wanted = [(self.music / name, *self.random.choice(ROLES)) for name in names]
        state.write_text(json.dumps([dict(zip(("path", "key", "values"), (str(path), key, values)))
                                     for path, key, values in wanted]))
        tool = [self.program, "--allow-write", self.folder, HERE / "roles.lua", state]
        common.call(tool)
        done = json.loads(state.read_text())
        for name, file in zip(names, done):
            differences = account.unnamed(self.accounts[name], account.of(self.music / name), [file["key"]], False)
            if "refused" in file:
                differences += [("refused", file["refused"])]
            elif file["read"] != file["values"]:
                differences += [("read", file["read"])]
            if differences:
                found.append((self.kinds[name], name, file["key"], differences))
        for difference in found[:MOST]:
            print(*difference)
        common.call(tool)
        now = self.picture()
        wrong = [name for name in self.old if now.get(name) != self.old[name]]
        return not found and not wrong, f"{len(done)} files, {len(found)} with differences, {len(wrong)} not back"

    def _kill(self, command, longest):
        process = subprocess.Popen(self.command(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0, longest))
        is_killed = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        return is_killed

    def _damage(self):
        """What is neither the old version nor the written one, and what lies beside the files."""
        return [name for name, digest in self.picture().items()
                if digest not in (self.old.get(name), self.new.get(name))]

    def _keep(self, count):
        """Leaves the first files, so that a kill comes between few."""
        for name in sorted(self.old)[count:]:
            (self.music / name).unlink()
        self.old = self.picture()
        self.run(*PLAN)

    def killed(self):
        counts, damaged, left = collections.Counter(), [], []
        self._keep(2 * len(files.KINDS))
        start = time.time()
        self.run("write")
        longest = time.time() - start
        self.run("undo")
        for _ in range(self.kills):
            for command in ("write", "undo"):
                counts[command] += self._kill(command, longest)
                damaged += self._damage()
            # The undo that was killed, and the write before it, may each need one.
            for _ in range(3):
                self.run("undo")
                if self.picture() == self.old:
                    break
            left += [name for name, digest in self.picture().items() if digest != self.old.get(name)]
            self.run(*PLAN)
        text = (f"{counts['write']} writes and {counts['undo']} undos killed, {len(damaged)} damaged, "
                f"{len(left)} not back")
        return counts["write"] > 0 and not damaged and not left, text


def main():
    options = common.parse(__doc__, files=500, kills=20, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(options, pathlib.Path(folder))
        common.report({name: getattr(trial, name)() for name in ("plan", "write", "compare", "undo", "roles", "killed")})


main()
