"""The screens of mixhost itself: rules that are tried before they are saved, programs, what it does."""

from playwright.sync_api import expect

BROKEN = "return {\n  kind = \"refresh\",\n  x = = 1,\n}\n"


def check_rules(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "host/rules")
    # Three columns have room on a tablet.
    page.set_viewport_size({"width": 768, "height": 900})
    expect(page.get_by_role("columnheader", name="What it does")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_label("Kind").select_option("refresh")
    expect(page.locator(".row-button", has_text="match/")).to_have_count(0)
    page.get_by_role("button", name="refresh/fixed").click()
    dialog = page.get_by_role("dialog")
    code = dialog.get_by_label("Rules")
    expect(code).not_to_have_value("")
    text = code.input_value()
    dialog.get_by_label("Name").fill("refresh/mine")
    code.fill(BROKEN)
    dialog.get_by_role("button", name="Check and try").click()
    line = dialog.get_by_role("button", name="Line 3")
    expect(line).to_be_visible()
    world.axe(page, "rules with a problem")
    line.click()
    assert code.evaluate("node => node.value.slice(node.selectionStart, node.selectionEnd)") == "  x = = 1,"
    expect(dialog.get_by_role("button", name="Save into your folder")).to_have_count(0)
    code.fill(text)
    dialog.get_by_role("button", name="Check and try").click()
    expect(dialog.get_by_text("These rules pass their check.")).to_be_visible()
    own = world.server.home / "config/rules/refresh/mine.lua"
    assert not own.exists()
    dialog.get_by_role("button", name="Save into your folder").click()
    expect(page.locator(".toast").filter(has_text="Saved: ")).to_be_visible()
    assert own.read_text() == text
    page.keyboard.press("Escape")
    expect(page.get_by_role("row", name="refresh/mine yours")).to_be_visible()
    context.close()


def check_programs(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "host/programs")
    page.get_by_role("button", name="chart", exact=False).first.click()
    dialog = page.get_by_role("dialog", name="chart")
    limit = dialog.get_by_label("Limit")
    limit.select_option("25")
    dialog.get_by_label("Country").fill("nowhere")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("the two letters of a country").last).to_be_visible()
    world.axe(page, "settings with a problem")
    dialog.get_by_label("Country").fill("de")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_be_visible()
    # The command line knows it as well.
    assert world.server.run("config", "get", "chart.limit").strip().startswith("25")
    assert world.server.run("config", "get", "chart.country").strip().startswith("de")
    world.server.run("config", "unset", "chart.country")
    context.close()


def check_settings(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "host/settings")
    world.axe(page, "settings")
    page.get_by_role("button", name="TMDB").click()
    dialog = page.get_by_role("dialog", name="TMDB")
    link = dialog.get_by_role("link", name="Its settings")
    expect(link).to_have_attribute("href", "https://www.themoviedb.org/settings/api")
    dialog.get_by_label("Language").fill("de-DE")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".toast").filter(has_text="Saved.")).to_be_visible()
    world.axe(page, "a service's settings")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_label("Search").fill("language tmdb")
    field = page.get_by_label("TMDB: Language")
    expect(field).to_have_value("de-DE")
    field.fill("")
    page.get_by_role("button", name="Save").click()
    expect(field).to_have_value("en-US")
    world.axe(page, "settings that were found")
    page.get_by_label("Search").fill("")
    expect(page.get_by_role("button", name="TMDB")).to_be_visible()
    context.close()


def check_theme(world):
    context = world.context(color_scheme="light")
    page = world.page(context)
    world.open(page, "host/settings")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    choice = page.get_by_label("Theme of this browser")
    choice.select_option("Theme: dark")
    dark = page.evaluate(paper)
    assert dark != light
    # Another page of this browser has it from its first drawing on.
    world.open(page, "host/programs")
    assert page.evaluate(paper) == dark
    world.open(page, "host/settings")
    choice.select_option("Theme: system")
    assert page.evaluate(paper) == light
    context.close()


def check_status(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "host/status")
    for name in ("Services", "Jobs", "Refreshers", "Cache"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="itunes 20/min")).to_be_visible()
    page.get_by_role("button", name="chart", exact=True).click()
    dialog = page.get_by_role("dialog", name="chart")
    expect(dialog).to_be_visible()
    world.axe(page, "a refresher")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Remove expired entries").click()
    expect(page.locator(".toast").filter(has_text="values removed")).to_be_visible()
    context.close()
