"""A sign-in that waits, because the service does not answer."""

from playwright.sync_api import expect


def check_a_sign_in_is_stopped_in_another_tab(world):
    context = world.context()
    with world.server.held():
        page = world.open(world.page(context), "playlist/playlist")
        page.get_by_role("button", name="Sign in at Spotify").click()
        expect(page.get_by_text("Waiting for you at Spotify")).to_be_visible()
        world.axe(page, "a sign-in that waits")
        other = world.open(world.page(context), "host/rules")
        waiting = other.locator(".dock .of-other").filter(has_text="Waiting for you at Spotify")
        # The tab that has begun it may be gone.
        page.goto("about:blank")
        expect(waiting).to_be_visible()
        waiting.get_by_role("button", name="Stop waiting").click()
        expect(waiting).to_have_count(0)
        world.open(page, "playlist/playlist")
        expect(page.get_by_role("button", name="Sign in at Spotify")).to_be_visible()
    context.close()


def check_a_sign_in_is_one_on_settings_and_playlists(world):
    context = world.context()
    with world.server.held():
        settings = world.open(world.page(context), "host/settings")
        playlists = world.open(world.page(context), "playlist/playlist")
        settings.get_by_role("button", name="Spotify").first.click()
        settings.get_by_role("button", name="Sign in at Spotify").click()
        waiting = playlists.locator(".dock").get_by_text("Waiting for you at Spotify")
        expect(waiting).to_have_count(1)
        expect(playlists.get_by_role("button", name="Sign in at Spotify")).to_have_count(0)
        playlists.locator(".dock").get_by_role("button", name="Stop waiting").click()
        expect(waiting).to_have_count(0)
        expect(playlists.get_by_role("button", name="Sign in at Spotify")).to_be_visible()
        expect(settings.get_by_role("button", name="Sign in at Spotify")).to_be_visible()
    context.close()
