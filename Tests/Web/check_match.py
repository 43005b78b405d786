"""The screen that matches lists: two dropped ones, columns, doubts, the file; a work that outlives its tab."""

from playwright.sync_api import expect

MINE = "Song;Interpret\nHalo;Ann Lee\nGone;Di Fox\nSong;Li Box\nNobody;Xy Zed\n"
THEIRS = "id,title,artist\na,Halo,Ann Lee\nb,Gones,Di Foxx\nc,Songs,Li Boxx\n"
WIDTHS = ((375, 800), (768, 1024), (1440, 900))


def _take(page, place, name, text):
    form = page.locator("form.form").nth(place)
    form.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": text.encode()})
    form.get_by_role("button", name="Take this list").click()


def _begin(world, page):
    world.open(page, "match/match")
    other = page.get_by_role("button", name="Begin with other lists")
    first = page.get_by_role("heading", name="1. Your list")
    expect(other.or_(first).first).to_be_visible()
    if other.count():
        other.click()
    expect(first).to_be_visible()


def check_two_lists_are_matched(world):
    context = world.context()
    page = world.page(context)
    _begin(world, page)
    world.axe(page, "no lists yet")
    _take(page, 0, "mine.csv", MINE)
    expect(page.locator("main").get_by_text("Your list: 4 rows, 2 columns")).to_be_visible()
    _take(page, 1, "theirs.csv", THEIRS)
    # Columns are guessed, and corrected.
    expect(page.get_by_role("heading", name="How they are read")).to_be_visible()
    page.get_by_role("button", name="Interpret").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("It holds").select_option("is album")
    dialog.get_by_role("button", name="Read it so").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("cell", name="Album")).to_be_visible()
    page.get_by_role("button", name="Interpret").click()
    dialog.get_by_label("It holds").select_option("auto")
    world.axe(page, "a column")
    dialog.get_by_role("button", name="Read it so").click()
    page.get_by_role("button", name="Match all 4 rows").click()
    expect(page.locator("main").get_by_text("1 of 4 rows are matched; 2 pairs in doubt.")).to_be_visible()
    world.axe(page, "matches")
    # Another tab sees the same, and what is decided here.
    other = world.open(world.page(context), "match/match")
    expect(other.locator("main").get_by_text("1 of 4 rows are matched")).to_be_visible()
    page.get_by_role("button", name="Decide one by one").click()
    review = page.locator(".review")
    expect(review).to_be_visible()
    world.axe(page, "a doubt")
    review.get_by_role("button", name="Choose number 1").click()
    expect(other.locator("main").get_by_text("2 of 4 rows are matched; 1 pair in doubt.")).to_be_visible()
    page.get_by_role("button", name="Leave the review").click()
    expect(page.get_by_role("button", name="Decide one by one")).to_be_visible()
    page.locator(".table .row-button").first.click()
    page.get_by_role("dialog").get_by_role("button", name="None is the same").click()
    page.get_by_role("alertdialog").get_by_role("button", name="None is the same").click()
    expect(page.locator("main").get_by_text("2 of 4 rows are matched; 2 have no match.")).to_be_visible()
    # The file.
    page.get_by_role("button", name="Make the file").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save matched.csv").click()
    lines = download.value.path().read_text().splitlines()
    assert lines[0].startswith("Song,Interpret,match_row"), lines
    assert lines[1].startswith("Halo,Ann Lee,1,"), lines
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        world.fits(page, f"matches at {width} px")
        world.axe(page, f"matches at {width} px")
    context.close()


def check_rules_are_learned(world):
    context = world.context()
    page = world.page(context)
    _begin(world, page)
    titles = ("Halo", "Blue Moon", "River Song", "Gone Away", "Long Road", "Cold Stone", "First Light", "Night Drive",
              "Deep Water", "Last Train", "Green Hill", "Paper Boat")
    artists = ("Anne Lee", "Bo Ray")
    for place, other in enumerate((lambda number: "Ann Lee", lambda number: artists[number % 2])):
        _take(page, place, "list.csv", "title,artist\n" + "".join(
            f"{title},{other(number)}\n" for number, title in enumerate(titles)))
        expect(page.locator("main").get_by_text("Your list: 12 rows")).to_be_visible()
    page.get_by_role("button", name="Match all 12 rows").click()
    page.get_by_role("button", name="Label pairs").click()
    review = page.locator(".review")
    for count in range(len(titles)):
        expect(page.get_by_text(f"{count} {'pair' if count == 1 else 'pairs'} labelled.").first).to_be_visible()
        if count == 0:
            world.axe(page, "a pair to label")
        review.press("1" if review.get_by_text("Anne Lee").count() else "n")
    expect(page.get_by_text(f"{len(titles)} pairs labelled.").first).to_be_visible()
    page.get_by_role("button", name="Leave the labels").click()
    page.get_by_label("Name of the new rules").fill("tracks/mine")
    page.get_by_role("button", name="Learn and compare").click()
    expect(page.get_by_text("Learned from 12 pairs as match/tracks/mine.").first).to_be_visible()
    expect(page.get_by_text("Of 12 rows the rules match/tracks/mine decide").first).to_be_visible()
    world.axe(page, "learned rules")
    assert (world.server.home / "config/rules/match/tracks/mine.lua").exists()
    context.close()


def check_a_match_outlives_its_tab(world):
    context = world.context()
    page = world.page(context)
    _begin(world, page)
    _take(page, 0, "mine.csv", "title,artist\n" + "".join(
        f"No such song {number},Nobody {number}\n" for number in range(60)))
    expect(page.locator("main").get_by_text("Your list: 60 rows")).to_be_visible()
    page.get_by_label("Service", exact=True).select_option("itunes")
    page.get_by_role("button", name="Match with it").click()
    with world.server.held():
        page.get_by_role("button", name="Match all 60 rows").click()
        expect(page.get_by_text("Asking iTunes").first).to_be_visible()
        page.close()
        again = world.open(world.page(context), "match/match")
        expect(again.get_by_text("Asking iTunes").first).to_be_visible()
        again.get_by_role("button", name="Stop", exact=True).click()
        expect(again.locator("main").get_by_text("Stopped. The decided rows are kept")).to_be_visible()
    expect(again.get_by_role("button", name="Match the other rows")
           .or_(again.get_by_role("button", name="Match all 60 rows"))).to_be_visible()
    context.close()


def check_a_match_outlives_its_server(world):
    context = world.context()
    page = world.page(context)
    _begin(world, page)
    _take(page, 0, "mine.csv", "title,artist\n" + "".join(
        f"No such song {number},Nobody {number}\n" for number in range(80)))
    expect(page.locator("main").get_by_text("Your list: 80 rows")).to_be_visible()
    page.get_by_label("Service", exact=True).select_option("itunes")
    page.get_by_role("button", name="Match with it").click()
    page.get_by_role("button", name="Match the first 20 rows").click()
    expect(page.locator("main").get_by_text("60 rows were not looked at yet")).to_be_visible()
    others = page.get_by_role("button", name="Match the other rows")
    with world.server.held():
        others.click()
        # The dock may still show the work that has just ended.
        expect(others).to_have_count(0)
        expect(page.get_by_text("Asking iTunes").first).to_be_visible()
        world.server.process.kill()
        world.server.process.wait()
        world.server.start()
        # A browser that has opened another screen alone hears of it, and continues it.
        world.open(page, "host/rules")
        work = page.locator(".dock .of-other")
        expect(work.filter(has_text="Matching the rows")).to_contain_text("stopped")
        work.get_by_role("button", name="Continue").click()
        expect(work.filter(has_text="Asking iTunes")).to_be_visible()
        work.get_by_role("button", name="Stop", exact=True).click()
        expect(work).to_have_count(0)
    world.open(page, "match/match")
    expect(page.locator("main").get_by_text("Your list: 80 rows, 2 columns. Matched with: iTunes.")).to_be_visible()
    page.get_by_role("button", name="Begin with other lists").click()
    expect(page.get_by_role("heading", name="1. Your list")).to_be_visible()
    context.close()
