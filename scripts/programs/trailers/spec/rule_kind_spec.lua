-- Rules for trailers: how videos are ordered, and what is wrong with a file.

local function load(text)
  return mix.rules.load("trailers/t", { text = "return { kind = 'trailers', " .. text .. " }" })
end

-- The places of videos with the criteria that decided, as text.
local function ranked(text, videos)
  local found = {}
  for place, entry in ipairs(load(text):rank(videos, { language = "en" })) do
    found[place] = entry.index .. (entry.decided_by or "-")
  end
  return table.concat(found, " ")
end

it("compares by type, direction and presence; equal ones keep their order", function()
  local key = "order = { { name = 'k', key = function(v) return v.k end"
  assert.equal("2k 1k 3-", ranked(key .. " } }", { { k = 2 }, { k = 1 }, {} }))
  assert.equal("3k 2k 1-", ranked(key .. ", descending = true } }", { {}, { k = 1 }, { k = 2.5 } }))
  assert.equal("3k 2k 1-", ranked(key .. " } }", { { k = "b" }, { k = "a" }, { k = 7 } }))
  assert.equal("2- 3k 1-", ranked(key .. " } }", { { k = false }, { k = true }, { k = true } }))
  assert.equal("2-", ranked(
    "usable = function(v, wish) return v.k ~= wish.language end, " .. key .. " } }",
    { { k = "en" }, { k = "de" }, "text" }))
end)

local function assert_named(expected, call, ...)
  local ok, err = pcall(call, ...)
  assert.is_false(ok)
  assert.is_truthy(tostring(err):find(expected, 1, true), tostring(err))
end

it("names the mistakes of a file", function()
  for text, message in pairs({
    ["order = {}"] = "field 'order' needs at least one criterion",
    ["order = { { name = 'k' } }"] = "field 'order[1].key' is missing: a function",
    ["order = { { name = 'k', key = print, descending = 1 } }"] =
      "field 'order[1].descending' is true or false, not integer",
    ["order = { { name = 'k', kye = 1 } }"] =
      "field 'order[1].kye' is not known (did you mean 'key'?)",
    ["usable = 1, order = {}"] = "field 'usable' is a function, not integer",
  }) do
    assert_named("trailers/t.lua: " .. message, load, text)
  end
end)

it("names a function's forbidden act", function()
  local keys = "a number, a text, a boolean or nil expected"
  for body, message in pairs({
    ["function() return {} end"] = "criterion 'k' returned table, " .. keys,
    ["function() return 0/0 end"] = "criterion 'k' returned float, " .. keys,
    ["function(v) v.k = 1 end"] = "video.k cannot be changed",
    ["function(v, w) w.k = 1 end"] = "wish.k cannot be changed",
    ["function() while true do end end"] = "rule criterion 'k': ",
  }) do
    local rules = load(("order = { { name = 'k', key = %s } }"):format(body))
    assert_named(message, rules.rank, rules, { { k = 1 } }, {})
  end
  local rules = load("usable = function() return 1 end, order = { { name = 'k', key = type } }")
  assert_named("usable returned integer, a boolean expected", rules.rank, rules, { { k = 1 } }, {})
end)

it("finds nothing wrong with the files that come with mixhost", function()
  for _, name in ipairs({ "standard", "classic" }) do
    assert.matches("/trailers/" .. name .. ".lua$", (mix.rules.check("trailers/" .. name)))
  end
end)
