"""Works are seen and stopped on every screen and in every tab, after a restart as well; ages count on."""

import re

from check_books import import_books
from playwright.sync_api import expect


def check_a_work_is_seen_on_other_screens(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "match/match")
    first = page.locator("form.form").first
    expect(first).to_be_visible()
    first.locator("input[type=file]").set_input_files({
        "name": "mine.csv", "mimeType": "text/csv", "buffer": ("title,artist\n" + "".join(
            f"No such song {number},Nobody {number}\n" for number in range(400))).encode()})
    first.get_by_role("button", name="Take this list").click()
    expect(page.locator("main").get_by_text("Your list: 400 rows")).to_be_visible()
    page.get_by_label("Service", exact=True).select_option("itunes")
    page.get_by_role("button", name="Match with it").click()
    page.get_by_role("button", name="Match all 400 rows").click()
    expect(page.get_by_text(re.compile("about .* left")).first).to_be_visible()
    with world.server.held():
        page.get_by_role("link", name="Rules").click()
        expect(page.get_by_role("heading", name="Rules").first).to_be_visible()
        expect(_dock(page, "Asking iTunes")).to_be_visible()
        world.axe(page, "another screen's work")
        # A tab that has never opened the screen sees the work, too, with the time left, and stops it.
        other = world.open(world.page(context), "host/programs")
        expect(_dock(other, "Asking iTunes")).to_contain_text("left")
        expect(_dock(other, "Asking iTunes")).to_have_attribute("data-of", "Match (made up)")
        _dock(other, "Asking iTunes").get_by_role("button", name="Stop").click()
        expect(_dock(other, "Asking iTunes")).to_have_count(0)
        expect(_dock(page, "Asking iTunes")).to_have_count(0)
    page.get_by_role("link", name="Match").click()
    expect(page.locator("main").get_by_text("Stopped. The decided rows are kept")).to_be_visible()
    context.close()


def check_a_job_that_was_cut_off_is_continued(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "books/books")
    import_books(world, page, 40, skip=600)
    with world.server.held():
        _cut_off_and_continued(world, context, page)
    context.close()


def _cut_off_and_continued(world, context, page):
    page.get_by_role("button", name="Look up missing fields").click()
    expect(page.locator(".dock-part").get_by_role("button", name="Cancel")).to_be_visible()
    page.close()
    # A browser that has opened nothing but the rules.
    page = world.open(world.page(context), "host/rules")
    job = _dock(page, "Enriching Metadata...")
    expect(job.get_by_role("button", name="Cancel")).to_be_visible()
    world.server.process.kill()
    world.server.process.wait()
    world.server.start()
    expect(job).to_contain_text("stopped")
    world.axe(page, "a job that was cut off")
    job.get_by_role("button", name="Continue").click()
    expect(job.get_by_role("button", name="Continue")).to_have_count(0)
    other = world.open(world.page(context), "host/programs")
    _dock(other, "Enriching Metadata...").get_by_role("button", name="Cancel").click()
    expect(job).to_have_count(0)
    expect(_dock(other, "Enriching Metadata...")).to_have_count(0)
    # Another process works on it: the command.
    command = world.server.begin("books", "run")
    expect(job.get_by_role("button", name="Cancel")).to_be_visible()
    job.get_by_role("button", name="Cancel").click()
    expect(job).to_have_count(0)
    command.wait(timeout=240)


def _dock(page, words):
    """A work of another screen than the one that is seen."""
    return page.locator(".dock .of-other").filter(has_text=words)


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
