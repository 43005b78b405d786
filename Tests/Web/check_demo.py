"""The look around with made-up data, on a server that has the user's own."""

from playwright.sync_api import expect


def check_a_look_around_begins_and_ends_by_a_click(world):
    context = world.context()
    page = world.open(world.page(context), "chart/charts")
    own = world.open(world.page(context), "books/books")
    home = world.server.home / "cache/demo"
    assert not home.exists()
    page.get_by_role("link", name="Look around with made-up data").click()
    page.wait_for_url(f"{world.server.url}/demo/screens/chart/charts")
    expect(page.get_by_role("heading", level=1)).to_have_text("Charts (made up)")
    expect(page.get_by_text("Made-up data", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Look around with made-up data")).to_have_count(0)
    world.axe(page, "made-up data")
    # Each way leads to a screen of it, the browser's as well.
    page.get_by_role("link", name="Import your books").click()
    page.wait_for_url(f"{world.server.url}/demo/screens/books/books")
    expect(page.get_by_role("heading", level=1)).to_have_text("Books (made up)")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Books (made up)")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Charts (made up)")
    page.get_by_role("button", name="Refresh now").click()
    expect(page.locator("tbody img").first).to_be_attached()
    assert page.locator("tbody img").first.get_attribute("src").startswith("/demo/media/")
    page.get_by_role("navigation").get_by_role("link", name="Trailers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Trailers (made up)")
    # The user's own is what it was.
    expect(own.get_by_role("heading", level=1)).to_have_text("Books")
    assert not world.problems, world.problems
    page.get_by_role("button", name="End it").click()
    page.wait_for_url(f"{world.server.url}/screens/chart/charts")
    expect(page.get_by_role("heading", level=1)).to_have_text("Charts")
    expect(page.get_by_role("link", name="Look around with made-up data")).to_be_visible()
    assert not home.exists()
    # Pictures that were asked for as it ended are gone with it.
    world.problems[:] = [problem for problem in world.problems if "404" not in problem]
    context.close()
