"""The screen of books: import, the look-up with its end, two tabs on one book."""

import csv
import io
import subprocess

from playwright.sync_api import expect


def import_books(world, page, count, skip=0):
    """Drops a file of titles that the mock's services know."""
    shelf = subprocess.run([world.server.command[0], "mock", "--export-books", str(count + skip)], check=True,
                           capture_output=True, timeout=240).stdout
    rows = list(csv.reader(io.StringIO(shelf.decode())))
    text = io.StringIO()
    csv.writer(text).writerows(rows[:1] + rows[1 + skip:])
    page.locator("input[type=file]").set_input_files({
        "name": "shelf.csv", "mimeType": "text/csv", "buffer": text.getvalue().encode()})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(f"{count} books added").first).to_be_visible()


def check_books(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "books/books")
    import_books(world, page, 4)
    with world.server.held():
        page.get_by_role("button", name="Look up missing fields").click()
        expect(page.get_by_text("Enriching Metadata...").first).to_be_visible()
    expect(page.locator("main").get_by_text(", 0 to look up")).to_be_visible(timeout=240000)
    # The banner of a work that is done goes away.
    expect(page.locator(".kind-progress")).to_have_count(0)
    expect(page.locator(".card .picture.loaded").first).to_be_visible()
    # A change is undone, and other tabs see both.
    other = world.open(world.page(context), "books/books")
    card = page.locator(".card button.item-main").first
    card.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title", exact=True).fill("Another Name")
    dialog.get_by_role("button", name="Save").click()
    expect(other.get_by_role("button", name="Another Name")).to_be_visible()
    world.axe(page, "a book")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Undo the last change").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Undo the last change").click()
    expect(other.get_by_role("button", name="Another Name")).to_have_count(0)
    context.close()


def check_two_tabs_edit_one_book(world):
    context = world.context()
    pages = [world.open(world.page(context), "books/books") for _ in range(2)]
    if pages[0].locator(".card").count() == 0:
        import_books(world, pages[0], 4)
    dialogs = []
    for page in pages:
        page.locator(".card button.item-main").first.click()
        dialogs.append(page.get_by_role("dialog"))
        expect(dialogs[-1]).to_be_visible()
    # Half-typed text stays while another page saves, and neither undoes the other's.
    dialogs[1].get_by_label("Publisher").fill("Second Tab Press")
    dialogs[0].get_by_label("Title", exact=True).fill("Named by the First")
    dialogs[0].get_by_role("button", name="Save").click()
    expect(dialogs[1].get_by_role("heading", name="Named by the First")).to_be_visible()
    expect(dialogs[1].get_by_label("Title", exact=True)).to_have_value("Named by the First")
    expect(dialogs[1].get_by_label("Publisher")).to_have_value("Second Tab Press")
    dialogs[1].get_by_role("button", name="Save").click()
    expect(dialogs[0].get_by_label("Publisher")).to_have_value("Second Tab Press")
    expect(dialogs[0].get_by_label("Title", exact=True)).to_have_value("Named by the First")
    # One that is removed meanwhile is closed, and cannot be saved.
    dialogs[0].get_by_role("button", name="Remove").click()
    pages[0].get_by_role("alertdialog").get_by_role("button").last.click()
    expect(dialogs[1]).to_have_count(0)
    context.close()


def check_a_look_up_is_canceled_and_goes_on(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "books/books")
    import_books(world, page, 40, skip=4)
    banner = page.locator(".kind-progress")
    with world.server.held():
        page.get_by_role("button", name="Look up missing fields").click()
        expect(banner.get_by_role("progressbar")).to_be_visible()
        # Somebody else cancels it: the command line.
        world.server.run("books", "cancel")
        expect(banner).to_contain_text("canceled")
        expect(page.locator("main").get_by_text("Enrichment canceled by user")).to_be_visible()
        world.axe(page, "a job that was canceled")
        banner.get_by_role("button", name="Continue").click()
        expect(banner.get_by_role("button", name="Cancel")).to_be_visible()
        banner.get_by_role("button", name="Cancel").click()
        expect(banner.get_by_role("button", name="Continue")).to_be_visible()
    left = page.get_by_text(", 0 to look up")
    expect(left).to_have_count(0)
    banner.get_by_role("button", name="Continue").click()
    expect(left).to_be_visible(timeout=240000)
    expect(banner).to_have_count(0)
    context.close()
