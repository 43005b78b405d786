"""What the site needs beyond the documents as they are in the check-out.

- README.md becomes index.md; CONTRIBUTING.md and the others beside it become pages.
- Links to files that are not pages are shown as their path.
- Marks of blocks (`run`, `output`, `file=…`, `on=…`, see tools/run-blocks and tools/fleet-docs) leave the fences.
- Mermaid diagrams are drawn (diagrams.py).
- Below a link to a recipe of the cookbook stands its code.
- Documents that the navigation does not know yet come last.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

import diagrams

ROOT = Path(__file__).resolve().parent.parent.parent
BESIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
          "SECURITY.md": "security.md"}
FENCE = re.compile(r"^( *```\w+) (run[a-z ]*|on=\S+[a-z0-9= ]*|output|file=(\S+))$", re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]\n]*(?:\[[^\]\n]*\][^\]\n]*)*)\]\(([^)\s]+)\)")


def on_config(config):
    """Adds what other changes brought: a document that the navigation does not name yet."""
    named = str(config["nav"])
    extra = [name for name in ("SECURITY.md",) if (ROOT / name).exists()]
    pages = [BESIDE[name] for name in extra]
    pages += sorted(str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md"))
    missing = [page for page in pages if f"'{page}'" not in named]
    if missing:
        config["nav"][-1]["Inside"] += missing
    return config


def on_files(files, config):
    for name, page in BESIDE.items():
        if (ROOT / name).exists():
            files.append(File.generated(config, page, content=(ROOT / name).read_text()))
    return files


def on_page_markdown(markdown, page, config, files):
    source = page.file.src_uri
    origin = next((name for name, uri in BESIDE.items() if uri == source), f"docs/{source}")

    def relinked(found):
        bang, text, address = found.groups()
        if re.match(r"[a-z]+:|#", address):
            return found[0]
        path, _, anchor = address.partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))
        target = BESIDE.get(place, place[5:] if place.startswith("docs/") else None)
        if target and files.get_file_from_path(target):
            shown = posixpath.relpath(target, posixpath.dirname(source) or ".")
            return f"{bang}[{text}]({shown}{'#' + anchor if anchor else ''})"
        if not (ROOT / place).exists():
            raise SystemExit(f"site: {origin} links to {place}, which is not there")
        return text if text.startswith("`") else f"{text} (`{place}`)"

    out, fenced = [], False
    for line in diagrams.shown(markdown).split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            out.append(FENCE.sub(lambda m: m[1] + (f' title="{m[3]}"' if m[3] else ""), line))
            continue
        recipe = None if fenced else re.search(r"\]\((cookbook/[\w-]+\.lua)\)", line)
        out.append(line if fenced else LINK.sub(relinked, line))
        if recipe:
            code = (ROOT / "docs" / recipe[1]).read_text().rstrip()
            out += ["", f'```lua title="{recipe[1]}"', code, "```"]
    return "\n".join(out)
