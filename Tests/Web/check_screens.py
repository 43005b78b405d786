"""The screens that come with mixhost: each opens, is sound, and goes its main path."""

import re

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
        world.plain(page, name)
        page.set_viewport_size({"width": 320, "height": 640})
        world.fits(page, f"{name} at 320 px")
        page.set_viewport_size({"width": 1280, "height": 900})
    context.close()
    return ", ".join(names)


def check_no_word_of_the_terminal(world):
    """Also in what opens: programs, settings, rules."""
    context = world.context()
    page = world.page(context)
    for name in ("host/programs", "host/settings", "host/rules"):
        world.open(page, name)
        rows = page.locator("main .item-main, main .row-button")
        expect(rows.first).to_be_visible()
        for place in range(rows.count()):
            words = rows.nth(place).inner_text().replace("\n", " ")
            rows.nth(place).click()
            expect(page.get_by_role("dialog")).to_be_visible()
            world.plain(page, f"{name}, {words}")
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
            expect(page).to_have_url(re.compile(name + "$"))
    page = world.page(context)
    world.open(page, "host/settings")
    for text in ("address", "spotify", "key"):
        page.get_by_label("Search").fill(text)
        expect(page.locator(".filters[aria-busy]")).to_have_count(0)
        expect(page.get_by_role("button", name="Save")).to_be_visible()
        world.plain(page, f"settings like {text}")
    context.close()


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
    expect(play).to_be_visible()
    expect(page.locator(".table .picture.loaded").first).to_be_visible()
    play.click()
    expect(page.get_by_role("button", name="Pause ")).to_have_count(1)
    context.close()


def check_addresses(world):
    """What is filtered and open is in the address: Back, Forward and a reload lead to it."""
    context = world.context()
    page = world.page(context)
    world.open(page, "trailers/trailers")
    card = page.locator(".card button.item-main").first
    expect(card).to_be_visible()
    page.get_by_label("Type").select_option(label="Movies")
    expect(page).to_have_url(re.compile(r"\?contentType=movies$"))
    expect(page.locator(".filters[aria-busy]")).to_have_count(0)
    card.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?contentType=movies&at=open\.movie"))
    title = dialog.get_by_role("heading").first.text_content()
    page.reload()
    expect(page.get_by_role("dialog").get_by_role("heading", name=title).first).to_be_visible()
    expect(page.get_by_label("Type")).to_have_value("movies")
    # A link may be another person's words: its reader says whether it is followed.
    other = world.page(context)
    other.goto(page.url)
    question = other.get_by_role("alertdialog")
    expect(question).to_contain_text("contentType: movies, at: open.movie")
    expect(other.get_by_label("Type", exact=True)).to_have_value("all")
    question.get_by_role("button", name="Cancel").click()
    expect(other).to_have_url(re.compile(r"trailers/trailers$"))
    expect(other.get_by_label("Type", exact=True)).to_have_value("all")
    other.goto(page.url)
    question.get_by_role("button", name="Show it").click()
    expect(other.get_by_role("dialog").get_by_role("heading", name=title).first).to_be_visible()
    other.close()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("Type")).to_have_value("movies")
    page.go_back()
    expect(page.get_by_label("Type")).to_have_value("all")
    page.go_forward()
    expect(page.get_by_label("Type")).to_have_value("movies")
    expect(card).to_be_visible()
    card.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page).to_have_url(re.compile(r"at=open\.movie"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?contentType=movies$"))
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
    expect(page.locator(".card").nth(before)).to_be_attached()
    page.evaluate("scrollTo(0, 0)")
    page.get_by_label("Sort").select_option(index=1)
    expect(page.locator(".filters[aria-busy]")).to_have_count(0)
    context.close()
