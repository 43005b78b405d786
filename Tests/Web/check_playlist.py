"""The screen of playlists: who is signed in, the form, the plan, the build and its end, undoing it."""

import re

from playwright.sync_api import expect


def check_playlist(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "playlist/playlist")
    page.get_by_role("button", name="Sign in at Spotify").click()
    expect(page.get_by_role("heading", name="Signed in as Mock Listener")).to_be_visible()
    page.get_by_role("button", name="Account and permissions").click()
    expect(page.get_by_role("row", name="makes and changes your private playlists yes")).to_be_visible()
    world.axe(page, "an account")
    page.get_by_role("button", name="Less").click()
    # A value that does not fit is reported while it is typed; one that fits is kept for later visitors.
    limit = page.get_by_label("Tracks of an artist")
    limit.fill("5000")
    expect(page.locator("main").get_by_text("Takes a whole number from 0 to 1000")).to_be_visible()
    world.axe(page, "a form with a problem")
    limit.fill("3")
    page.get_by_label("Name", exact=True).fill("Road Trip")
    page.get_by_label("Artists", exact=True).fill("The Weeknd\nEd Sheeran")
    expect(page.locator("main").get_by_text("Takes a whole number from 0 to 1000")).to_have_count(0)
    other = world.page(context)
    # A field is kept a moment after the last key.
    for _ in range(100):
        world.open(other, "playlist/playlist")
        if other.get_by_label("Name", exact=True).input_value() == "Road Trip":
            break
    expect(other.get_by_label("Name", exact=True)).to_have_value("Road Trip")
    expect(other.get_by_label("Artists", exact=True)).to_have_value("The Weeknd\nEd Sheeran")
    other.close()
    page.get_by_role("button", name="Show the plan").click()
    expect(page.locator("main").get_by_text("Plan: a new private playlist")).to_be_visible()
    world.axe(page, "a plan")
    rows = page.locator(".table .row-button")
    third = rows.nth(2).inner_text()
    rows.nth(2).click()
    track = page.get_by_role("dialog")
    expect(track.get_by_text("3 of 6")).to_be_visible()
    world.axe(page, "a track of a plan")
    track.get_by_role("button", name="To the top").click()
    expect(track.get_by_text("1 of 6")).to_be_visible()
    page.keyboard.press("Escape")
    assert rows.first.inner_text() == third
    rows.nth(1).click()
    page.get_by_role("dialog").get_by_role("button", name="Leave it out").click()
    expect(page.locator("main").get_by_text("Plan: a new private playlist \"Road Trip\" of 5 items")).to_be_visible()
    _build(world, page)
    context.close()


def _build(world, page):
    build = page.get_by_role("button", name="Build the playlist")
    with world.server.held():
        build.click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("Canceled by user").first).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_count(0)
    # A build that had begun to write is continued; else it begins anew.
    go_on = page.get_by_role("button", name="Continue")
    (go_on if go_on.is_visible() else build).click()
    ready = re.compile(r"is ready: 5 tracks|is complete")
    expect(page.locator(".toast").filter(has_text=ready)).to_be_visible(timeout=240000)
    expect(page.get_by_role("link", name='Open "Road Trip" in Spotify')).to_be_visible()
    world.axe(page, "a build")
    page.locator("tr", has_text="done").first.click()
    dialog = page.get_by_role("dialog", name="Road Trip")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Take it back", exact=True).click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Take back what was written")
    world.axe(page, "a question")
    question.get_by_role("button", name="Take it back").click()
    expect(dialog.get_by_text("taken back")).to_be_visible()
    expect(dialog.get_by_role("button", name="Take it back", exact=True)).to_have_count(0)
