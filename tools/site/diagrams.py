"""The Mermaid diagrams of the documents as SVG, drawn when the site is built: pages run no script for them.

Drawing one takes seconds, so that each is kept in .build/diagrams under the digest of its source.
"""

import hashlib
import html
import re
from pathlib import Path

import mermaidx

KEPT = Path(__file__).resolve().parent.parent.parent / ".build/diagrams"
BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Text as SVG's own: a label in HTML would be laid out again, in the page's font.
CONFIG = {"htmlLabels": False, "flowchart": {"htmlLabels": False}}
# Wider ones are scrolled instead of shrunk until nobody can read them.
WIDEST = 900
FORM = mermaidx.__name__ + "-neutral-1"


def draw(source):
    """The SVG of a diagram. Its identifiers carry its digest, so that a page can hold several."""
    digest = hashlib.sha256((FORM + source).encode()).hexdigest()[:12]
    kept = KEPT / f"{digest}.svg"
    if not kept.exists():
        drawn = mermaidx.Diagram(source, theme="neutral", config=CONFIG).svg
        svg = drawn() if callable(drawn) else drawn
        width = float(re.search(r'viewBox="\S+ \S+ (\S+) ', svg)[1])
        if width > WIDEST:
            svg = svg.replace('width="100%"', f'width="{width * 0.8:.0f}"', 1)
        names = sorted(set(re.findall(r'\bid="([^"]+)"', svg)), key=len, reverse=True)
        for name in names:
            svg = re.sub(rf'(\bid="|url\(#|href="#|#){re.escape(name)}(?![\w-])', rf"\1d{digest}-{name}", svg)
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(re.sub(r"\n\s*\n", "\n", svg))
    return kept.read_text()


def shown(markdown):
    """A page's text with its diagrams drawn; their sources are what screen readers read."""
    def block(found):
        label = html.escape(" ".join(found[1].split()), quote=True)
        return ('<div role="img" style="overflow-x: auto; background: #fff; padding: 0.5em" '
                f'aria-label="{label}">{draw(found[1])}</div>')
    return BLOCK.sub(block, markdown)
