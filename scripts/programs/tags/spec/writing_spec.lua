-- How doubts are decided, files are written, and writes are undone.

local audio = require("programs.tags.spec.audio")
local choices = require("programs.tags.lib.choices")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local progress = require("lib.linking.progress")
local runs = require("programs.tags.lib.runs")
local undoing = require("programs.tags.lib.undoing")
local view = require("programs.tags.lib.view")
local writing = require("programs.tags.lib.writing")

local count = 0
-- A folder with one file, planned as a doubt between two candidates.
local function doubt()
  count = count + 1
  local root = mix.fs.data("spec/doubt" .. count)
  local bytes = audio.flac({ TITLE = "ebb" })
  assert(mix.fs.write(root .. "/a.flac", bytes))
  local info = mix.fs.info(root .. "/a.flac")
  local plan = { id = plans.id(root), root = root, planned = count, rules = "match/tracks" }
  plans.put(plan)
  local file = { id = plans.file_id(plan.id, "a.flac"), plan = plan.id, path = "a.flac",
    size = info.size, modified = info.modified, status = "uncertain", service = "itunes",
    score = 0.7, reason = "too near", tags = { TITLE = { "ebb" } }, record = { title = "ebb" },
    candidates = { { id = 1, title = "Ebb", artist = "Ada" },
      { id = 2, title = "Ebb", artist = "Bo" } },
  }
  file.candidate = file.candidates[1]
  plans.put_files({ file })
  return plan, file, root .. "/a.flac", bytes
end

describe("a file that is denied", function()
  local outside = ("../"):rep(20) .. "etc/none.mp3"

  local function matched()
    local plan, file = doubt()
    file.status, file.changes = "matched", { { key = "TITLE", field = "title", old = { "ebb" },
      new = { "Ebb" } } }
    local other = { id = plans.file_id(plan.id, outside), plan = plan.id, path = outside, size = 1,
      modified = 1, status = "matched", changes = file.changes }
    return plan, file, other
  end

  it("costs no other file its write, nor its way back", function()
    local plan, file, other = matched()
    local run, problems = writing.run(plan, { other, file }, {})
    assert.are.same({ 1, 1 }, { run.files, run.failed })
    assert.matches("none.mp3", problems[1], 1, true)
    runs.put_write({ id = run.id .. "/x", run = run.id, path = outside, state = "done",
      changes = {}, size = 1, modified = 1, plan = plan.id })
    local counts, left, is_changed = undoing.run(run, {})
    assert.is_false(is_changed)
    assert.equal(1, counts.whole)
    assert.equal(1, #left)
    assert.matches("none.mp3", left[1], 1, true)
  end)
end)

it("a plan names its rules, where they are gone", function()
  local message
  local fail = progress.fail
  progress.fail = function(said) message = said end
  plans.rules({ root = "/music", rules = "match/tracks/mine" })
  progress.fail = fail
  assert.matches("the plan of /music (plan --match-rules NAME makes another one): there are no "
    .. "rules match/tracks/mine; there are classic, ", message, 1, true)
end)

describe("a doubt", function()
  it("is not written", function()
    local plan = doubt()
    assert.are.same({}, writing.due(plans.files(plan.id)))
  end)

  it("is written as the user decides, or not at all", function()
    local plan, file, path = doubt()
    planning.choose(file, 2)
    plans.put_files({ file })
    assert(writing.run(plan, writing.due(plans.files(plan.id)), {}))
    assert.are.same({ "Bo" }, mix.tags.read(path).tags.ARTIST)
    plan, file = doubt()
    planning.reject(file)
    plans.put_files({ file })
    assert.are.same({}, writing.due(plans.files(plan.id)))
  end)

  it("can be decided on the screen", function()
    local plan, file = doubt()
    local screen = mix.test.screen("tags/tags")
    screen.state.folder = plan.id
    screen:act("review")
    local tree = screen:act("choose", { key = file.id, candidate = 2 })
    assert.equal("matched", plans.file_by_id(file.id).status)
    assert.matches("1 to write", tree.children[3].text)
    screen:act("open_file", file.id)
    screen:act("close_file")
    screen:act("filter", { status = "matched" })
  end)
end)

local function written()
  local plan, file, path, bytes = doubt()
  planning.choose(file, 1)
  plans.put_files({ file })
  local run = assert(writing.run(plan, { file }, {}))
  return { run = run, file = file, path = path, bytes = bytes, plan = plan }
end

describe("undo", function()
  it("leaves a file that was changed since, and puts back its values when forced", function()
    local case = written()
    assert(assert(mix.tags.prepare(case.path, { GENRE = "Folk" })):finish())
    local counts, problems, is_changed = undoing.run(case.run, {})
    assert.are.same({ 0, true }, { counts.whole, is_changed })
    assert.matches("it was changed since", problems[1])
    assert.equal(case.run.id, undoing.find(case.plan.id).id)
    -- The way to the runs before is named.
    assert.is_nil(undoing.earlier(case.run))
    local before = { id = "before", plan = case.plan.id, root = case.run.root, state = "done",
      started = case.run.started - 1 }
    runs.put(before)
    assert.equal("before", undoing.earlier(case.run).id)
    before.state = "undone"
    runs.put(before)
    counts, problems = undoing.run(case.run, { force = true })
    assert.are.same({ 1, {} }, { counts.values, problems })
    local tags = mix.tags.read(case.path).tags
    assert.are.same({ { "ebb" }, { "Folk" } }, { tags.TITLE, tags.GENRE })
    assert.is_nil(tags.ARTIST)
  end)

  it("counts a file that is back already", function()
    local case = written()
    assert(mix.fs.write(case.path, case.bytes))
    local counts, problems = undoing.run(case.run, {})
    assert.are.same({ 1, {} }, { counts.whole, problems })
    assert.equal("undone", runs.get(case.run.id).state)
  end)

  it("has a file planned again whose plan is of after the write", function()
    local case = written()
    undoing.run(case.run, {})
    local file = plans.files(case.plan.id)[1]
    assert.are.same({ "matched", 1 }, { file.status, #writing.due({ file }) })
    local run = assert(writing.run(case.plan, { file }, {}))
    -- As plan --fresh leaves it.
    file = plans.files(case.plan.id)[1]
    file.status, file.written, file.changes = "same", nil, mix.json.array({})
    plans.put_files({ file })
    assert.is_nil(view.unasked({ file }))
    undoing.run(run, {})
    file = plans.files(case.plan.id)[1]
    assert.are.same({ "failed", "it was put back since" }, { file.status, file.reason })
    assert.equal("1 file was not asked about: plan asks", view.unasked({ file }))
  end)

  it("finds files in a folder that was moved, under other names as well", function()
    local case = written()
    local bytes = assert(mix.fs.read(case.path))
    for _, name in ipairs({ "a.flac", "Ada/Ebb.flac" }) do
      local root = mix.fs.data(("spec/moved %s"):format(name:gsub("/", " ")))
      assert(mix.fs.write(root .. "/" .. name, bytes))
      -- The old folder is still there: this one is a copy, which only its run's name undoes.
      assert.is_nil(undoing.find(plans.id(root), nil, root))
      local run = undoing.find(plans.id(root), case.run.id, root)
      assert.equal(case.run.id, run.id)
      -- Scripts cannot rename a folder.
      run.root = case.run.root .. " of yesterday"
      runs.put(run)
      assert.equal(case.run.id, undoing.find(plans.id(root), nil, root).id)
      local counts, problems = undoing.run(run, { root = root })
      assert.are.same({}, problems)
      assert.equal(1, counts.whole)
      assert.equal(case.bytes, mix.fs.read(root .. "/" .. name))
      assert.is_nil(undoing.find(plans.id(root), nil, root))
      case = written()
      bytes = assert(mix.fs.read(case.path))
    end
  end)

  it("knows a file whose write was killed before its end", function()
    local plan, file, path, bytes = doubt()
    planning.choose(file, 1)
    local run = runs.begin(plan.id, plan.root)
    local draft = assert(mix.tags.prepare(path, { TITLE = "Ebb" }))
    runs.prepare(run, file, draft:undo())
    plans.put_files({ file })
    local counts, problems = undoing.run(run, {})
    assert.are.same({ 1, {} }, { counts.untouched, problems })
    assert.equal(bytes, mix.fs.read(path))
    assert.equal("matched", plans.files(plan.id)[1].status)
  end)

  it("knows a file whose write was killed before it was noted", function()
    local plan, file, path, bytes = doubt()
    planning.choose(file, 1)
    local run = runs.begin(plan.id, plan.root)
    local draft = assert(mix.tags.prepare(path, { TITLE = "Ebb" }))
    runs.prepare(run, file, draft:undo())
    assert(draft:finish())
    local counts = undoing.run(undoing.find(plan.id), {})
    assert.equal(1, counts.whole)
    assert.equal(bytes, mix.fs.read(path))
  end)
end)

describe("write", function()
  it("takes some files of the plan", function()
    local files = { { path = "Live/a.mp3" }, { path = "Live (2)/b+.mp3" }, { path = "c.mp3" } }
    local function paths(args)
      local list = {}
      for place, file in ipairs(choices.selected(files, "/music", args)) do
        list[place] = file.path
      end
      return table.concat(list, ", ")
    end
    assert.equal("Live/a.mp3, Live (2)/b+.mp3, c.mp3", paths({}))
    assert.equal("Live/a.mp3", paths({ only = "Live/" }))
    assert.equal("Live (2)/b+.mp3", paths({ only = "/music/Live (2)/b+.mp3" }))
    assert.equal("c.mp3", paths({ except = "Live*" }))
    assert.equal("Live (2)/b+.mp3", paths({ only = "Live*", except = "*/a.mp3" }))
  end)

  it("leaves a file that was changed since the plan", function()
    local plan, file, path = doubt()
    planning.choose(file, 1)
    assert(mix.fs.write(path, audio.flac({ TITLE = "another" }, { frames = 70 })))
    local run, problems = writing.run(plan, { file }, {})
    assert.is_nil(run)
    assert.matches("changed since the plan", problems[1])
    assert.are.same({}, runs.list(plan.id))
  end)
end)
