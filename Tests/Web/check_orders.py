"""The order and the columns of tables, and the keys that count anywhere."""

from playwright.sync_api import expect

from world import focused


def _titles(page):
    return page.locator(".table .row-button").all_inner_texts()


def _heads(page):
    return [text for text in page.get_by_role("columnheader").all_inner_texts()]


def check_tables_are_put_in_order(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "host/rules")
    name = page.get_by_role("columnheader", name="Name")
    before = _titles(page)
    for way in ("ascending", "descending"):
        name.get_by_role("button").click()
        expect(name).to_have_attribute("aria-sort", way)
    assert _titles(page)[0] == "trailers/standard", _titles(page)[:3]
    # A reload, and another tab by the address, show the same.
    page.reload()
    world.shown(page)
    expect(page.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "descending")
    other = world.open(world.page(context), page.url.partition("/screens/")[2])
    expect(other.locator(".table .row-button").first).to_have_text("trailers/standard")
    name.get_by_role("button").click()
    expect(name).to_have_attribute("aria-sort", "none")
    assert _titles(page) == before and "view." not in page.url
    # Columns are left out, and stay so.
    page.get_by_text("Order and columns").click()
    page.get_by_role("checkbox", name="From").uncheck()
    expect(page.get_by_role("columnheader", name="From")).to_have_count(0)
    world.axe(page, "the choices of a table")
    page.reload()
    world.shown(page)
    expect(page.get_by_role("columnheader", name="From")).to_have_count(0)
    context.close()


def check_books_are_chosen_and_put_in_order(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "books/books")
    page.locator("input[type=file]").set_input_files({"name": "shelf.csv", "mimeType": "text/csv", "buffer": (
        "Book Id,Title,Author,Author l-f,My Rating,Exclusive Shelf,Bookshelves,Year Published\n"
        "91,Cups of Zinc,Bo Quill,\"Quill, Bo\",3,read,zinc,1990\n"
        "92,Oars of Zinc,Ada Quill,\"Quill, Ada\",5,to-read,zinc,1970\n").encode()})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("2 books added").first).to_be_visible()
    page.get_by_label("Shelf").select_option("zinc")
    page.get_by_label("Show as").select_option("table")
    expect(page.locator(".table .row-button")).to_have_count(2)
    year = page.get_by_role("columnheader", name="Year")
    year.get_by_role("button").click()
    expect(year).to_have_attribute("aria-sort", "ascending")
    assert _titles(page) == ["Oars of Zinc", "Cups of Zinc"], _titles(page)
    assert "sort=year" in page.url and "shelf=zinc" in page.url, page.url
    page.get_by_label("Rating").select_option("5")
    expect(page.locator(".table .row-button")).to_have_text(["Oars of Zinc"])
    page.reload()
    world.shown(page)
    expect(page.locator(".table .row-button")).to_have_text(["Oars of Zinc"])
    page.go_back()
    expect(page.locator(".table .row-button")).to_have_text(["Oars of Zinc", "Cups of Zinc"])
    world.axe(page, "books that are chosen")
    for width in (375, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        world.fits(page, f"books at {width} px")
    context.close()


def check_keys_count_anywhere(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "host/rules")
    names = _titles(page)
    for key, expected in (("j", names[0]), ("j", names[1]), ("k", names[0])):
        page.keyboard.press(key)
        expect(page.locator(".row-button:focus")).to_have_text(expected)
    page.keyboard.press("/")
    expect(page.get_by_label("Search")).to_be_focused()
    # A field takes letters as they are.
    page.keyboard.type("j?s")
    expect(page.get_by_label("Search")).to_have_value("j?s")
    page.get_by_role("heading", name="Rules").first.focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    world.axe(page, "the keys")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert focused(page)[1] == "Rules (made up)", focused(page)
    context.close()


def check_several_books_are_changed_and_put_back(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "books/books")
    # Other checks may have left books on the same shelves.
    cards = page.locator(".card", has_text="of Brass")
    page.locator("input[type=file]").set_input_files({"name": "shelf.csv", "mimeType": "text/csv", "buffer": (
        "Book Id,Title,Author,Author l-f,My Rating,Exclusive Shelf,Bookshelves\n"
        "81,Kelp of Brass,Bo Quill,\"Quill, Bo\",3,to-read,brass\n"
        "82,Moss of Brass,Ada Quill,\"Quill, Ada\",0,to-read,brass\n").encode()})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("2 books added").first).to_be_visible()
    page.get_by_label("Shelf", exact=True).select_option("brass")
    expect(cards).to_have_count(2)
    page.get_by_role("button", name="Select books").click()
    cards.locator(".item-main").first.click()
    expect(page.locator("main").get_by_text("1 book selected.")).to_be_visible()
    expect(cards.locator(".badge").first).to_have_text("Selected")
    page.get_by_role("button", name="Select all that are shown").click()
    form = page.get_by_role("form", name="Note on all of them")
    form.get_by_label("Shelf").select_option("read")
    world.axe(page, "selected books")
    form.get_by_role("button", name="Change 2 books").click()
    expect(page.get_by_text("2 books changed.").first).to_be_visible()
    page.get_by_label("Shelf", exact=True).first.select_option("read")
    expect(cards).to_have_count(2)
    page.get_by_role("button", name="Put back the change of 2 books").click()
    expect(cards).to_have_count(0)
    for width in (375, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        world.fits(page, f"a selection at {width} px")
    context.close()
