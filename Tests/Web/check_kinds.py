"""Each kind of node, with texts that want to be markup, by keyboard, while it changes."""

from playwright.sync_api import expect

from world import focused

MARKUP = "<img src=x onerror=alert(1)>"


def check_kinds_show_texts_as_texts(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/kinds")
    assert page.locator("main img[src='x']").count() == 0
    assert page.locator("main b:has-text('bold')").count() == 0
    assert page.get_by_text(MARKUP).count() > 20
    # Right-to-left texts stand by their own direction.
    title = page.locator(".item-subtitle").first
    assert title.evaluate("node => getComputedStyle(node).direction") == "rtl"
    world.axe(page, "every kind")
    world.still(page, "every kind")
    page.get_by_role("button", name="Row 2").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    world.axe(page, "a detail")
    # No player is asked for before somebody wants it.
    assert page.locator("iframe").count() == 0
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    frame = page.locator("iframe")
    expect(frame).to_have_attribute("src", "https://www.youtube-nocookie.com/embed/abc_-1?autoplay=1")
    world.problems.clear()  # The network of the test ends here.
    context.close()


def check_a_detail_takes_and_returns_the_focus(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/kinds")
    page.get_by_role("button", name="Row 3").focus()
    page.keyboard.press("ArrowDown")
    assert focused(page) == ["button", "Row 4"], focused(page)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading", name="Row 4")).to_be_focused()
    page.get_by_role("textbox", name="Name").fill("typed")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Saved typed")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert focused(page) == ["button", "Row 4"], focused(page)
    context.close()


def check_changes_leave_focus_scroll_and_input(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/forms")
    page.get_by_role("button", name="Tick for a while").click()
    name = page.get_by_label("Name")
    name.click()
    name.press_sequentially("abcdefgh", delay=120)
    page.get_by_label("Name").evaluate("node => node.setSelectionRange(2, 4)")
    expect(page.locator("main").get_by_text("Changed 20 times")).to_be_visible()
    expect(name).to_have_value("abcdefgh")
    expect(name).to_be_focused()
    assert name.evaluate("node => node.selectionStart") == 2
    context.close()


def check_forms_say_what_is_wrong(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/forms")
    world.axe(page, "a form")
    page.get_by_label("Size").fill("many")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("Name")).to_be_focused()
    expect(page.locator("main").get_by_text("This must not be empty.")).to_be_visible()
    expect(page.locator("main").get_by_text("Write a whole number.")).to_be_visible()
    world.axe(page, "a form with problems")
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("Size").fill("12")
    page.get_by_label("Open for all").uncheck()
    page.get_by_role("button", name="Send").click()
    expect(page.locator("main").get_by_text("Sent Anna, 12, false")).to_be_visible()
    context.close()


def check_works_errors_and_announcements(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/kinds")
    page.get_by_role("button", name="Count").last.click()
    expect(page.get_by_role("row", name="Row 2").get_by_role("cell").last).to_be_visible()
    page.get_by_role("button", name="Work", exact=True).click()
    expect(page.get_by_role("progressbar").first).to_be_visible()
    world.axe(page, "a work")
    page.get_by_role("button", name="Stop").first.click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("button", name="Fail").click()
    expect(page.get_by_role("alert").filter(has_text="refused")).to_be_visible()
    world.axe(page, "a failure")
    page.get_by_role("button", name="Mark: Item 2").click()
    expect(page.locator(".toast").filter(has_text="Marked 2")).to_be_visible()
    expect(page.locator(".live")).to_have_text("Marked 2")
    # The last view stays in sight when the next one fails.
    page.get_by_role("button", name="Break").click()
    expect(page.get_by_text("could not be brought up to date")).to_be_visible()
    expect(page.get_by_role("button", name="Row 2")).to_be_visible()
    world.still(page, "the kinds")
    context.close()


def check_reviews_by_keyboard(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/kinds")
    review = page.locator(".review")
    first = review.get_by_role("button", name="Choose number 1")
    first.focus()
    page.keyboard.press("2")
    expect(review).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator(".screen [aria-busy]")).to_have_count(0)
    context.close()


def check_reduced_motion(world):
    context = world.context(reduced_motion="reduce")
    page = world.page(context)
    world.open(page, "gallery/cards")
    card = page.locator(".card .item-main").first
    card.hover()
    card.focus()
    picture = card.locator(".picture")
    assert picture.evaluate("node => getComputedStyle(node).transform") == "none"
    assert picture.evaluate("node => getComputedStyle(node).outlineStyle") != "none"
    context.close()
