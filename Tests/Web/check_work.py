"""Works are seen and stopped on every screen, and ages count on."""

from playwright.sync_api import expect


def check_a_work_is_seen_on_other_screens(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "match/match")
    first = page.locator("form.form").first
    expect(first).to_be_visible()
    first.locator("input[type=file]").set_input_files({
        "name": "mine.csv", "mimeType": "text/csv", "buffer": ("title,artist\n" + "".join(
            f"No such song {number},Nobody {number}\n" for number in range(80))).encode()})
    first.get_by_role("button", name="Take this list").click()
    expect(page.get_by_text("Your list: 80 rows")).to_be_visible()
    page.get_by_label("Service", exact=True).select_option("itunes")
    page.get_by_role("button", name="Match with it").click()
    page.get_by_role("button", name="Match all 80 rows").click()
    expect(page.get_by_text("Asking iTunes").first).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules").first).to_be_visible()
    dock = page.locator(".dock .of-other").filter(has_text="Asking iTunes")
    expect(dock).to_be_visible()
    world.axe(page, "another screen's work")
    dock.get_by_role("button", name="Stop").click()
    expect(dock).to_have_count(0)
    page.get_by_role("link", name="Match").click()
    expect(page.get_by_text("Stopped. The decided rows are kept")).to_be_visible()
    context.close()


def check_ages_count_on(world):
    context = world.context()
    page = world.page(context)
    page.clock.install()
    world.open(page, "chart/charts")
    page.get_by_role("button", name="Refresh now").click()
    source = page.locator(".kind-text").filter(has_text="s ago)")
    expect(source).to_be_visible()
    page.clock.run_for(21000)
    page.wait_for_timeout(500)
    page.clock.run_for(60000)
    expect(page.locator(".kind-text").filter(has_text="(1 min ago)").or_(
        page.locator(".kind-text").filter(has_text="6")).first).to_be_visible()
    context.close()
