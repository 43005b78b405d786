"""Pictures of screens: pictures.py MIXHOST FOLDER writes one of each screen, width and colour scheme to
FOLDER, and those of the documents, small in bytes, to FOLDER/readme."""

import io
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image
from playwright.sync_api import sync_playwright

from served import Served
from world import World

SIZES = ((375, 760), (1280, 860), (1920, 1080))
# screen, width, colour scheme: what the README shows.
README = (
    ("chart/charts", 1280, "light"), ("trailers/trailers", 1280, "dark"), ("books/books", 1280, "light"),
    ("feed/feed", 1280, "dark"), ("playlist/playlist", 1280, "light"), ("host/status", 1280, "dark"),
    ("host/settings", 1280, "light"),
)


def fill(mixhost, folder):
    """What people would have: some books, some channels, a chart."""
    with open(folder / "books.csv", "wb") as books:
        subprocess.run([mixhost, "mock", "--export-books", "24"], check=True, stdout=books, timeout=60)
    for words in (["books", "import", str(folder / "books.csv")], ["books", "run"],
                  ["feed", "follow", "@veritasium", "@kurzgesagt", "@computerphile"], ["feed"], ["chart"]):
        subprocess.run([mixhost, "--home", str(folder / "home"), "--mock", *words], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=120)


def settle(page):
    """Waits until pictures are there and works have ended, as far as they do within some seconds."""
    page.wait_for_timeout(1500)
    try:
        page.locator("[role=progressbar]").first.wait_for(state="detached", timeout=8000)
    except Exception:
        pass
    page.wait_for_timeout(1000)


def small(png, file, colours=160):
    """A picture of few colours: an eighth of the bytes, and nobody sees it."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image = image.resize((image.width * 3 // 4, image.height * 3 // 4), Image.LANCZOS)
    image.quantize(colours, method=Image.Quantize.MEDIANCUT).save(file, optimize=True)


def main():
    folder = pathlib.Path(sys.argv[2])
    (folder / "readme").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        fill(sys.argv[1], pathlib.Path(home))
        server = Served(sys.argv[1], pathlib.Path(home), programs=())
        try:
            world = World(playwright, server)
            names = world.screens()
            for width, height in SIZES:
                for scheme in ("light", "dark"):
                    context = world.context(
                        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
                    page = world.page(context)
                    for name in names:
                        world.open(page, name)
                        settle(page)
                        picture = page.screenshot()
                        plain = name.split("/")[-1]
                        (folder / f"{plain}-{width}-{scheme}.png").write_bytes(picture)
                        if (name, width, scheme) in README:
                            small(picture, folder / "readme" / f"{plain}.png")
                    context.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
