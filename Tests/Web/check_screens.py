"""The screens that come with mixhost: each opens, is sound, and goes its main path."""

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
    # The rows fill in while somebody looks.
    expect(page.locator("td").filter(has_text="After Hours").first).to_be_visible(timeout=30000)
    context.close()
