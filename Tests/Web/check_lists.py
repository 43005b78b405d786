"""Long lists: keys, what is in the page, how they scroll."""

from playwright.sync_api import expect

from world import focused


def check_cards_by_keyboard(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/cards")
    world.still(page, "5,000 cards")
    columns = page.locator(".grid").evaluate("node => getComputedStyle(node).gridTemplateColumns.split(' ').length")
    cards = page.locator(".card .item-main")
    assert cards.first.get_attribute("aria-label") == "Card 1, 2021, rated 7.5 out of 10, Movie"
    cards.first.focus()
    tabs = page.evaluate("[...document.querySelectorAll('.card button')].filter((one) => one.tabIndex === 0).length")
    assert tabs == 1, f"{tabs} cards are tab stops"
    for key, place in (("ArrowRight", 2), ("ArrowDown", 2 + columns), ("ArrowLeft", 1 + columns), ("Home", 1)):
        page.keyboard.press(key)
        expect(page.locator(".card :focus")).to_contain_text(f"Card {place}")
    page.keyboard.press("End")
    expect(page.locator(".card :focus")).to_contain_text("Card 5000")
    expect(page.locator(".card").filter(has_text="Card 4999")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "Card 5000" in focused(page)[1], focused(page)
    page.keyboard.press("Home")
    expect(page.locator(".card :focus")).to_contain_text("Card 1")
    context.close()


def check_a_long_table(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/rows")
    page.locator(".row-button").first.focus()
    page.keyboard.press("End")
    expect(page.locator("tr :focus")).to_have_text("Row 20000")
    assert page.locator("tbody tr").count() < 150
    page.keyboard.press("PageUp")
    expect(page.locator("tr :focus")).to_be_visible()
    world.axe(page, "the end of a long table")
    context.close()


def check_filters_count_at_once_and_are_announced(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/cards")
    page.get_by_label("Show").select_option("odd")
    expect(page.locator(".card").nth(1)).to_contain_text("Card 3")
    expect(page.locator(".notes")).to_have_text("Even ones are left out.")
    expect(page.locator(".live")).to_have_text("Even ones are left out. 2500 entries.")
    context.close()


# The titles of columns that are cut, with the width they have and the one they want.
CUT = """
[...document.querySelectorAll("th")].filter((title) => title.offsetParent && title.scrollWidth > title.clientWidth + 1)
  .map((title) => `${title.textContent}: ${title.clientWidth} of ${title.scrollWidth} px`)
"""


def check_titles_of_columns_are_whole(world):
    for width in (700, 1000, 1280, 1920):
        context = world.context(viewport={"width": width, "height": 900})
        page = world.page(context)
        for name in ("gallery/rows", "playlist/playlist", "host/status", "host/rules", "chart/charts"):
            world.open(page, name)
            expect(page.locator(".table th").first).to_be_visible()
            cut = page.evaluate(CUT)
            assert not cut, f"{name} at {width} px: {cut}"
        context.close()
