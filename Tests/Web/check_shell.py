"""The frame: signing in, navigation, one socket a browser, outages, its size."""

from playwright.sync_api import expect

from world import focused


def check_sign_in_and_out(world):
    context = world.context(signed_in=False)
    page = world.page(context)
    page.goto(world.server.url)
    token = page.get_by_label("Token")
    expect(token).to_be_focused()
    world.axe(page, "the sign-in")
    token.fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).not_to_be_empty()
    world.problems.clear()  # The browser writes a refused request to its console.
    token.fill(world.server.token)
    page.keyboard.press("Enter")
    world.shown(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Token")).to_be_visible()
    context.close()


def check_navigation(world):
    context = world.context()
    page = world.page(context)
    page.goto(world.server.url)
    world.shown(page)
    assert "/screens/chart/charts" in page.url, page.url
    current = page.locator("nav [aria-current=page]")
    expect(current).to_have_text("CCharts")
    page.locator("nav").get_by_text("Forms", exact=True).click()
    world.shown(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Forms (made up)")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert page.title().startswith("Forms"), page.title()
    page.get_by_label("Name").fill("half typed")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Charts (made up)")
    page.go_forward()
    # A screen stays open behind another one.
    expect(page.get_by_label("Name")).to_have_value("half typed")
    page.goto(f"{world.server.url}/screens/no/such")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such screen")
    page.goto(f"{world.server.url}/no-such-page")
    heading, advice = (page.locator(part).bounding_box() for part in ("h1", "main p"))
    gap = advice["y"] - heading["y"] - heading["height"]
    assert gap < 40 and abs(heading["x"] + heading["width"] / 2 - 640) < 20, (heading, advice)
    page.get_by_text("All screens").click()
    world.shown(page)
    world.problems.clear()  # The browser writes the 404 to its console.
    context.close()


def check_a_reload_keeps_what_was_typed(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/forms")
    page.get_by_label("Name").fill("half typed")
    page.get_by_label("Size").fill("many")
    page.get_by_label("Key").fill("secret")
    page.get_by_label("Open for all").uncheck()
    page.reload()
    world.shown(page)
    expect(page.get_by_label("Name")).to_have_value("half typed")
    expect(page.get_by_label("Size")).to_have_value("many")
    expect(page.get_by_label("Open for all")).not_to_be_checked()
    # Secrets are not kept.
    expect(page.get_by_label("Key")).to_have_value("")
    assert "secret" not in page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    page.get_by_label("Size").fill("7")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("main").get_by_text("Sent half typed, 7, false")).to_be_visible()
    page.reload()
    world.shown(page)
    expect(page.get_by_label("Name")).to_have_value("")
    expect(page.get_by_label("Size")).to_have_value("30")
    context.close()


def check_eight_tabs_on_one_socket(world):
    context = world.context()
    pages = [world.open(world.page(context), "gallery/forms") for _ in range(8)]
    # Those of browsers that have just been closed may be counted for a moment.
    for _ in range(50):
        text = context.request.get(f"{world.server.url}/metrics").text()
        count = next(line for line in text.splitlines() if line.startswith("mixhost_websockets "))
        if count.split()[1] == "1":
            break
        pages[0].wait_for_timeout(100)
    assert count.split()[1] == "1", count
    # Each tab has its own screen.
    pages[7].get_by_role("button", name="Tick for a while").click()
    expect(pages[7].locator("main").get_by_text("Changed 20 times")).to_be_visible()
    expect(pages[0].locator("main").get_by_text("Changed 0 times")).to_be_visible()
    pages[0].close()
    pages[7].get_by_label("Name").fill("still here")
    pages[7].get_by_role("button", name="Send").click()
    expect(pages[7].locator("main").get_by_text("Sent still here")).to_be_visible()
    context.close()


def check_offline_and_a_server_that_comes_back(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/forms")
    page.get_by_label("Name").fill("half typed")
    world.server.stop()
    try:
        banner = page.locator("#offline")
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("Not connected to the server")
        world.axe(page, "offline")
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".toast")).to_contain_text("There is no connection")
        # It also leaves after a while.
        page.locator(".toast button").evaluate_all("buttons => buttons.forEach(button => button.click())")
        expect(page.locator(".toast")).to_have_count(0)
    finally:
        world.server.start()
    # At once, if it is still there: the page may have tried again meanwhile, which takes the button away.
    page.get_by_role("button", name="Try now").evaluate_all("buttons => buttons.forEach(button => button.click())")
    expect(banner).to_be_hidden()
    expect(page.get_by_label("Name")).to_have_value("half typed")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("main").get_by_text("Sent half typed")).to_be_visible()
    context.close()


def check_a_phone_and_a_television(world):
    for width, height in ((320, 640), (2560, 1440)):
        context = world.context(viewport={"width": width, "height": height})
        page = world.page(context)
        for name in ("gallery/forms", "gallery/cards", "gallery/kinds"):
            world.open(page, name)
            world.fits(page, f"{name} at {width} px")
        world.axe(page, f"kinds at {width} px")
        context.close()


def check_without_a_shared_worker(world):
    context = world.context()
    context.add_init_script("delete window.SharedWorker")
    page = world.page(context)
    world.open(page, "gallery/forms")
    page.get_by_label("Name").fill("alone")
    page.keyboard.press("Enter")
    expect(page.locator("main").get_by_text("Sent alone")).to_be_visible()
    assert focused(page)[0] == "input"
    context.close()
