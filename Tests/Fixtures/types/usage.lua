-- luacheck: ignore
-- Types of mixhost's functions in an editor: tools/types-check holds each line against a language
-- server. A line with "expect" must be found wrong, all others must not.

-- Results follow from the functions that are given.
---@param number integer
---@return string
local function page(number) return "page " .. number end
for _, text in ipairs(mix.task.map({ 1, 2 }, { limit = 2 }, page)) do
  mix.text.fold(text)
  text:fetch() -- expect: undefined-field
end
---@param text string
---@return integer
local function size(text) return #text end
for _, length in ipairs(mix.task.map({ "a" }, size)) do
  mix.task.sleep(length)
  mix.text.fold(length) -- expect: param-type-mismatch
end
for _, text in ipairs(mix.task.all({ function() return "page" end })) do mix.text.fold(text) end
mix.crypto.sha256(mix.cache.fetch("key", {}, function() return "value" end))
mix.task.scope(function(scope) scope:spawn(print, 1) end)
mix.task.scope(function(scope) scope:run(print, 1) end) -- expect: undefined-field

-- Rules are of the kind that their name says; those of another name may be of any.
local tracks = mix.rules.load("match/tracks")
mix.match.best({ title = "Stay" }, {}, tracks)
local steps = mix.rules.load("playlist/standard")
steps:run("name", {}, "2026-01-31")
steps:check() -- expect: undefined-field
mix.match.best({ title = "Stay" }, {}, mix.rules.load("match/mine"))

-- Arguments and options.
mix.text.fold() -- expect: missing-parameter
mix.text.fold("a", "b", "c", "d") -- expect: redundant-parameter
mix.http.fetch("https://example.com") -- expect: undefined-field
local answer = mix.http.get("https://example.com", { ttl = "1h" })
if answer then print(answer.status, answer.stattus) end -- expect: undefined-field

-- Programs and screens.
---@type mix.Manifest
local manifest = { name = "shop", entry = "shop.lua", settings = { { "shop.limit", type = "integer" } } }
print(manifest.screens, manifest.screen) -- expect: undefined-field

---@type mix.Screen
local screen = {
  view = function(state)
    return { "page", title = "Shop", { "text", state.text },
      { "table", columns = { { key = "name" } }, rows = { { name = "a" } } } }
  end,
}
print(screen.view, screen.draw) -- expect: undefined-field

-- Specs.
describe("a price", function()
  it("has two digits", function()
    local clock = mix.test.clock("2026-11-21")
    clock:advance("6h")
    clock:forward("6h") -- expect: undefined-field
    assert.are.equal("3.50", ("%.2f"):format(3.5))
    assert.has_no.errors(function() end)
  end)
end)
itt("is not there", function() end) -- expect: undefined-global
