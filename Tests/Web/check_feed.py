"""The screen of the feed: channels, what is new, read and unread, lists of channels."""

from playwright.sync_api import expect

CHANNELS = "UC_x5XG1OV2P6uZZ5FSM9Ttw\nUCaLlzGqiPE2QRj6sSOawJRg\n"


def check_feed(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "feed/feed")
    expect(page.locator("main").get_by_text("No channels are followed yet: name some below.")).to_be_visible()
    # Nothing was named: said, not done.
    page.get_by_role("button", name="Follow").click()
    expect(page.locator("main").get_by_text("Name a channel, or a list of them.")).to_be_visible()
    page.get_by_label("Channels", exact=True).fill("@veritasium")
    page.locator("input[type=file]").set_input_files(
        {"name": "channels.txt", "mimeType": "text/plain", "buffer": CHANNELS.encode()})
    page.get_by_role("button", name="Follow").click()
    expect(page.locator("main").get_by_text("3 channels, ")).to_be_visible()
    # The counts change before the form has been dealt with, and the page goes to its videos or stays.
    expect(page.get_by_text("3 channels added").first).to_be_visible()
    world.axe(page, "channels")
    look = page.get_by_role("button", name="Look for new videos")
    expect(look).to_be_visible()
    look.click()
    videos = page.get_by_role("button", name="Videos")
    card = page.locator(".card button.item-main").first
    # The button is there once there are videos, which a refresher may have found before.
    expect(card.or_(videos).first).to_be_visible()
    if not card.is_visible():
        videos.click()
    expect(card).to_be_visible()
    expect(page.locator(".card .picture.loaded").first).to_be_visible()
    world.axe(page, "videos")
    card.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="from YouTube")).to_be_visible()
    world.axe(page, "a video")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # A video from before its channel was followed counts as read.
    count = page.locator(".card").count()
    page.get_by_role("button", name="Mark as unread: ").first.click()
    expect(page.locator("main").get_by_text(" 1 unread")).to_be_visible()
    page.get_by_label("Show", exact=True).select_option("unread")
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("button", name="Mark all as read").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Mark all as read").click()
    expect(page.locator("main").get_by_text(" 0 unread")).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)
    page.get_by_label("Show", exact=True).select_option("all")
    expect(page.locator(".card")).to_have_count(count)
    context.close()
