-- Rules for playlists: what a step may do, and what is wrong with a file.

-- Rules whose steps do nothing but for one.
local function rules(step, body)
  return mix.rules.load("playlist/t", { text = [[
    local function list(_, tracks) return tracks end
    local steps = {
      name = function(o) return o.playlist_name end, describe = function() return "" end,
      resolve = function(_, m) return m[1] end,
      artists = function(_, found) return found.library or {} end, tracks = function() return 1 end,
      dedupe = function(_, tracks) return {kept = tracks, dropped = {}} end,
      order = list, trim = list, target = function() end,
      write = function(_, items) return {action = "create", items = items, added = items} end,
    }
    steps.]] .. step .. " = " .. body .. [[

    return {kind = "playlist", steps = steps}
  ]] })
end

local function assert_says(err, expected)
  assert.is_truthy(tostring(err):find(expected, 1, true), tostring(err))
end

it("names file, line and step of a mistake", function()
  for _, case in ipairs({
    { "order", "function() return 1 end", "step 'order' returned integer, a table expected" },
    { "name", "function() end", "step 'name' returned nil, a text expected" },
    { "tracks", "function() return 1.5 end", "a whole number or nil expected" },
    { "order", "function(_, t) t[1].name = 'x' return t end",
      "tracks[1].name cannot be changed: a rule only reads its arguments" },
    { "order", "function(o, t) random.new(1):shuffle(t) return t end",
      "a rule only reads its arguments: shuffle a copy" },
    { "order", "function() local t = {} t.t = t return t end",
      "returned tables that nest deeper than 8 levels" },
    { "order", "function() local t = {} for _ = 1, 6 do local u = {} "
      .. "for i = 1, 99 do u[i] = t end t = u end return t end", "or too large ones" },
    { "order", "function() return mix.http end", "mix.http cannot be used in a rule" },
    { "order", "function() return io.read() end", "attempt to index a nil value" },
  }) do
    local step, body, message = table.unpack(case)
    local argument = step == "order" and { { name = "n", artists = { "a" } } } or 1
    local loaded = rules(step, body)
    local ok, err = pcall(loaded.run, loaded, step, { playlist_name = 1 }, argument)
    assert.is_false(ok)
    assert_says(err, message)
    assert_says(err, ("step '%s'"):format(step))
    assert_says(err, "playlist/t.lua:10")
  end
  local loaded = rules("order", "list")
  assert.error_matches(function() loaded:run("ordr", {}) end,
    "'ordr' is not a step of a playlist; the steps: name, describe, resolve")
end)

it("shows a step what it is given, and gives back the script's own", function()
  local loaded = rules("dedupe", [[
    function(options, tracks, chosen, memory)
      memory.count = (memory.count or 0) + #tracks
      local kept = {tracks[#tracks]}
      return {kept = kept, dropped = {chosen[1]}, nested = {{tracks[1].artists}}}
    end]])
  local tracks = { { name = "a", artists = { "A" } }, { name = "b", artists = { "B" } } }
  local memory = {}
  local result = loaded:run("dedupe", {}, tracks, { tracks[1] }, memory)
  loaded:run("dedupe", {}, tracks, {}, memory)
  assert.is_true(rawequal(result.kept[1], tracks[2]))
  assert.is_true(rawequal(result.dropped[1], tracks[1]))
  assert.is_true(rawequal(result.nested[1][1], tracks[1].artists))
  result.kept[1].name = "changed"
  assert.is_true(loaded:run("trim", {}, tracks) == tracks)
  assert.equal(4, memory.count)
  assert.equal("changed", tracks[2].name)
  assert.equal('[{"artists":["B"],"name":"changed"}]', mix.json.encode(result.kept))
end)

it("needs every step in a file, and no other", function()
  ---@type any
  local name = "playlist/t"
  for text, message in pairs({
    ["return { kind = 'playlist' }"] = "field 'steps' is missing: a table of functions",
    ["return { kind = 'playlist', steps = {} }"] = "field 'steps.name' is missing: a function",
    ["return { kind = 'playlist', steps = { sorted = 1 } }"] = "field 'steps.sorted' is not known",
    ["return { kind = 'match', steps = {} }"] = 'field \'kind\' is "playlist", not "match"',
  }) do
    local ok, err = pcall(function() return mix.rules.load(name, { text = text }) end)
    assert.is_false(ok)
    assert_says(err, message)
  end
end)

it("takes steps from the rules that come with mixhost, which pass their check", function()
  local mine = { text = [[
    local steps = {}
    for name, step in pairs(require("rules.playlist.standard").steps) do steps[name] = step end
    steps.order = function(_, tracks)
      local turned = {}
      for place = #tracks, 1, -1 do turned[#turned + 1] = tracks[place] end
      return turned
    end
    return {kind = "playlist", steps = steps}]] }
  for _, name in ipairs({ "playlist/standard", "playlist/classic" }) do
    assert.matches("/playlist/", (mix.rules.check(name)))
  end
  assert.matches("/playlist/", (mix.rules.check("playlist/mine", mine)))
  local turned = mix.rules.load("playlist/mine", mine):run("order", {}, { { id = 1 }, { id = 2 } })
  assert.equal(2, turned[1].id)
end)
