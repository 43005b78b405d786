"""What goes wrong around a page: programs that go, machines that sleep, requests that nobody should make."""

import shutil
import signal

from playwright.sync_api import expect

PICTURES = ("fine.png", "page.png", "drawing.svg", "bomb.png", "cut.png", "large.png", "away", "inward", "gone.png")

# A socket of a script's own: sends some messages, and settles with what came once each call has ended, or it closes.
SOCKET = """
(messages) => new Promise((settle) => {
  const calls = new Set(messages.map(({ call }) => call).filter(Boolean));
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/api/screens/ws");
  const heard = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    heard.push(message);
    calls.delete(message.call);
    if (!calls.size) settle({ heard, code: 0 });
    if (message.type === "tree") for (const next of messages.splice(0)) socket.send(JSON.stringify(next));
  };
  socket.onclose = ({ code }) => settle({ heard, code });
  setTimeout(() => settle({ heard, code: 0 }), 90000);
  socket.onopen = () => socket.send(JSON.stringify(messages.shift()));
})
"""


def _program(world, name, manifest, screen):
    """A program of the user's with one screen; its folder, where it is installed."""
    source = world.server.folder / f"sources/{name}"
    (source / "screens").mkdir(parents=True)
    (source / "program.lua").write_text(
        f'return {{ name = "{name}", entry = "main.lua", summary = "A test.", {manifest} }}')
    (source / "main.lua").write_text("print(1)")
    (source / f"screens/{name}.lua").write_text(screen)
    world.server.run("programs", "add", str(source), "--yes")
    world.wait_for_screen(f"{name}/{name}")
    return world.server.home / f"config/programs/{name}"


def check_a_program_that_changes_and_goes(world):
    manifest = 'screens = { { "passing", title = "Passing" } }'
    own = _program(world, "passing", manifest, """
        return { view = function() return { "page", { "text", "Here for now" },
          { "link", "Do it", action = "act" } } end, actions = { act = function() end } }""")
    context = world.context()
    page = world.page(context)
    world.open(page, "passing/passing")
    expect(page.get_by_role("heading", level=1)).to_have_text("Passing (made up)")
    # A change to a program is seen at once.
    file = own / "program.lua"
    screen = own / "screens/passing.lua"
    screen.write_text(screen.read_text().replace("Here for now", "Here again"))
    file.write_text(file.read_text().replace("Passing", "Still here"))
    expect(page.locator("main").get_by_text("Here again")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Still here (made up)")
    expect(page.locator("nav").get_by_text("Still here")).to_be_visible()
    shutil.rmtree(own)
    expect(page.get_by_role("heading", name="This screen is gone")).to_be_visible()
    expect(page.get_by_text("the program passing was removed").first).to_be_visible()
    expect(page.locator("nav").get_by_text("Still here")).to_have_count(0)
    expect(page.get_by_role("button", name="Do it")).to_have_count(0)
    world.axe(page, "a screen that is gone")
    page.get_by_role("link", name="See what is there").click()
    world.shown(page)
    context.close()


def check_a_machine_that_slept(world):
    context = world.context()
    # The clock of a shared worker cannot be set.
    context.add_init_script("delete window.SharedWorker")
    page = world.page(context)
    page.clock.install()
    world.open(page, "gallery/forms")
    page.get_by_label("Name").fill("half typed")
    control = context.new_cdp_session(page)
    control.send("Page.setWebLifecycleState", {"state": "frozen"})
    # Meanwhile the server is another one.
    world.server.stop()
    world.server.start()
    control.send("Page.setWebLifecycleState", {"state": "active"})
    page.clock.fast_forward(3_600_000)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.get_by_label("Name")).to_have_value("half typed")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("main").get_by_text("Sent half typed")).to_be_visible()
    # A socket that died without a word: the page asks, and hears nothing.
    world.server.process.send_signal(signal.SIGSTOP)
    try:
        page.clock.fast_forward(60_000)
        page.clock.run_for(10_000)
        expect(page.locator("#offline")).to_contain_text("Not connected")
    finally:
        world.server.process.send_signal(signal.SIGCONT)
    page.clock.run_for(20_000)
    expect(page.locator("#offline")).to_be_hidden()
    page.get_by_role("button", name="Send").click()
    expect(page.locator("main").get_by_text("Sent half typed")).to_be_visible()
    context.close()


def check_actions_of_others(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/kinds")
    act = {"type": "act", "id": 1}
    found = page.evaluate(SOCKET, [
        {"type": "open", "id": 1, "screen": "gallery/kinds"},
        {**act, "call": 1, "action": "count"}, {**act, "call": 1, "action": "count"},
        {**act, "call": 2, "action": "open", "args": 99},
        {**act, "call": 3, "action": "open", "args": {"key": 1}},
        {**act, "call": 4, "action": "stop"},
        {**act, "call": 5, "action": "view"},
        {**act, "call": 6, "action": "mark", "args": "x" * 1_000_000},
        {**act, "call": 7, "action": "save", "args": {"name": "forged"}},
        {"type": "act", "id": 9, "call": 8, "action": "count"},
        {**act, "call": 9, "action": "count"},
    ])
    ends = {}
    for message in found["heard"]:
        if "call" in message:
            ends.setdefault(message["call"], []).append(message["type"])
    assert ends == {1: ["done"], **{call: ["failed"] for call in range(2, 9)}, 9: ["done"]}, ends
    counts = [patch["value"] for message in found["heard"] if message["type"] == "patch"
              for patch in message["patches"] if patch["path"][-1:] == ["count"]]
    assert counts == [1, 2], f"a call that came twice was done: {counts}"
    context.close()
    stranger = world.context(signed_in=False)
    page = world.page(stranger)
    page.goto(world.server.url)
    found = page.evaluate(SOCKET, [{"type": "open", "id": 1, "screen": "gallery/kinds", "call": 1}])
    assert found["heard"] == [] and found["code"] == 1006, found
    world.problems.clear()  # The browser writes a refused socket to its console.
    stranger.close()


# Views that no page can show, and what the page says instead.
FAULTS = {
    "raises": ('error("no view today <b>", 0)', "no view today <b>"),
    "unknown": ('return { "page", { "tabel", rows = {} } }', "did you mean 'table'"),
    "number": ("return 7", "table"),
    "million": ("""local rows = {}
        for place = 1, 1000000 do rows[place] = { place = place } end
        return { "page", { "table", rows = rows, columns = { { key = "place" } } } }""", None),
    "cycle": ('local node = { "page" } node[2] = node return node', None),
    "words": ('return { "page", { "text", ("x"):rep(1000000) } }', None),
    "endless": ("while true do end", None),
}


def check_views_that_no_page_can_show(world):
    screens = ", ".join(f'"{name}"' for name in FAULTS)
    source = world.server.folder / "sources/faulty"
    (source / "screens").mkdir(parents=True)
    for name, (view, _) in FAULTS.items():
        (source / f"screens/{name}.lua").write_text(f"return {{ view = function() {view} end }}")
    (source / "program.lua").write_text(
        f'return {{ name = "faulty", entry = "main.lua", summary = "A test.", screens = {{ {screens} }} }}')
    (source / "main.lua").write_text("print(1)")
    world.server.run("programs", "add", str(source), "--yes")
    world.wait_for_screen("faulty/endless")
    context = world.context()
    page = world.page(context)
    for name, (_, words) in FAULTS.items():
        page.goto(f"{world.server.url}/screens/faulty/{name}")
        expect(page.get_by_role("heading", name="This screen cannot be shown"), name).to_be_visible()
        told = page.get_by_role("alert").locator("p").text_content()
        assert told and len(told) < 1000 and "traceback" not in told, f"{name}: {told}"
        assert not words or words in told, f"{name}: {told}"
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        world.fits(page, name)
    world.axe(page, "a screen that cannot be shown")
    # Nobody else has noticed.
    world.open(page, "gallery/kinds")
    expect(page.get_by_role("button", name="Count").first).to_be_visible()
    context.close()


def check_an_action_that_is_pressed_twice(world):
    _program(world, "slowly", 'screens = { "slowly" }', """
        return { view = function(state) return { "page", { "text", "Done " .. (state.count or 0) },
          { "link", "Slow", action = "slow" } } end,
          actions = { slow = function(state)
            state.count = (state.count or 0) + 1
            mix.task.sleep(0.4)
          end } }""")
    context = world.context()
    page = world.page(context)
    world.open(page, "slowly/slowly")
    page.get_by_role("button", name="Slow").evaluate("button => { button.click(); button.click(); }")
    expect(page.locator("main").get_by_text("Done 1")).to_be_visible()
    # A second run would have begun by now.
    page.wait_for_timeout(800)
    expect(page.locator("main").get_by_text("Done 1")).to_be_visible()
    page.get_by_role("button", name="Slow").click()
    expect(page.locator("main").get_by_text("Done 2")).to_be_visible()
    context.close()


def check_pictures_that_are_none(world):
    names = ", ".join(f'"{name}"' for name in PICTURES)
    _program(world, "looks", 'media = { "pictures.example" }, screens = { "looks" }', f"""
        return {{ view = function()
          local items = {{}}
          for place, name in ipairs({{ {names} }}) do
            items[place] = {{ key = name, title = name, image = "https://pictures.example/" .. name }}
          end
          return {{ "page", {{ "cards", items = items }} }}
        end }}""")
    context = world.context()
    page = world.page(context)
    world.open(page, "looks/looks")
    expect(page.locator(".picture.loaded")).to_have_count(1)
    # The others have been answered, and their titles stand for them.
    expect(page.locator(".picture img")).to_have_count(1)
    expect(page.locator(".item", has_text="fine.png").locator(".picture.loaded")).to_have_count(1)
    expect(page.locator(".item", has_text="bomb.png").locator(".placeholder")).to_be_visible()
    world.still(page, "pictures that fail to load")
    world.problems.clear()  # The browser writes refused pictures to its console.
    context.close()
