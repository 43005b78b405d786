"""The screens that come with mixhost: each opens, is sound, and goes its main path."""

import subprocess

from playwright.sync_api import expect


def check_every_screen_is_sound(world):
    names = [name for name in world.screens() if not name.startswith("gallery/")]
    context = world.context()
    page = world.page(context)
    for name in names:
        world.open(page, name)
        page.wait_for_timeout(300)
        world.axe(page, name)
        world.still(page, name)
        page.set_viewport_size({"width": 320, "height": 640})
        world.fits(page, f"{name} at 320 px")
        page.set_viewport_size({"width": 1280, "height": 900})
    context.close()
    return ", ".join(names)


def check_charts(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "chart/charts")
    song = page.locator(".row-button").first
    words = song.text_content()
    song.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=words)
    expect(dialog).to_be_visible()
    world.axe(page, "a song")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(song).to_be_focused()
    page.get_by_role("button", name="Refresh now").click()
    # The rows fill in while somebody looks: covers, albums, previews.
    play = page.get_by_role("button", name="Play ").first
    expect(play).to_be_visible(timeout=30000)
    expect(page.locator(".table .picture.loaded").first).to_be_visible(timeout=30000)
    play.click()
    expect(page.get_by_role("button", name="Pause ")).to_have_count(1)
    context.close()


def check_trailers(world):
    names = world.screens()
    if "trailers/trailers" not in names:
        return "no such screen"
    context = world.context()
    page = world.page(context)
    world.open(page, "trailers/trailers")
    card = page.locator(".card button.item-main").first
    expect(card).to_be_visible()
    # Title, year, score and kind, as document 001 has it.
    assert "out of 10" in card.get_attribute("aria-label"), card.get_attribute("aria-label")
    card.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    world.axe(page, "a film")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # The next pages come as somebody scrolls.
    before = page.locator(".card").count()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".card").nth(before)).to_be_attached(timeout=20000)
    page.evaluate("scrollTo(0, 0)")
    page.get_by_label("Sort").select_option(index=1)
    expect(page.locator(".filters[aria-busy]")).to_have_count(0, timeout=20000)
    context.close()


def check_books(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "books/books")
    # A file that is dropped, of titles that the mock's services know.
    shelf = subprocess.run([world.server.command[0], "mock", "--export-books", "6"], check=True,
                           capture_output=True, timeout=60).stdout
    page.locator("input[type=file]").set_input_files({"name": "shelf.csv", "mimeType": "text/csv", "buffer": shelf})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("6 books added")).to_be_visible(timeout=20000)
    page.get_by_role("button", name="Look up what is missing").click()
    expect(page.get_by_text("Enriching Metadata...").first).to_be_visible(timeout=20000)
    expect(page.get_by_text("0 to look up")).to_be_visible(timeout=60000)
    # The banner of a work that is done goes by itself.
    expect(page.locator(".kind-progress")).to_have_count(0, timeout=10000)
    expect(page.locator(".card .picture.loaded").first).to_be_visible(timeout=20000)
    # Two tabs show one book; what one changes the other sees, and undoing it, too.
    other = world.open(world.page(context), "books/books")
    card = page.locator(".card button.item-main").first
    card.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title", exact=True).fill("Another Name")
    dialog.get_by_role("button", name="Save").click()
    expect(other.get_by_role("button", name="Another Name")).to_be_visible(timeout=20000)
    world.axe(page, "a book")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Undo the last change").click()
    expect(other.get_by_role("button", name="Another Name")).to_have_count(0, timeout=20000)
    context.close()


def check_a_change_is_sent_alone(world):
    context = world.context()
    # The frames of a socket in a shared worker are not told to its pages.
    context.add_init_script("delete window.SharedWorker")
    page = world.page(context)
    frames = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    world.open(page, "gallery/cards")
    whole = max(len(frame) for frame in frames)
    frames.clear()
    page.locator(".card button.item-main").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    sizes = [len(frame) for frame in frames]
    assert sizes and max(sizes) < 1024, f"{sizes} bytes, of {whole}"
    context.close()
    return f"{max(sizes)} bytes, of {whole}"
