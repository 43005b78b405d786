-- Titles of which one denies what the other says are never taken for each other, whatever share of
-- their letters is the same; the same denial in other words is no difference.

local creators = { tracks = "artist", releases = "artist", books = "author", films = "director" }

local function decision(kind, one, other)
  local function record(title)
    return { title = title, [creators[kind]] = "Ada Lune", year = kind == "films" and 2010 or nil }
  end
  return mix.match.best(record(one), { record(other) }, mix.rules.load("match/" .. kind)).decision
end

local denied = {
  { "I Can Stop Loving You Tonight", "I Can't Stop Loving You Tonight" },
  { "This Is the End of the Harbour", "This Is Not the End of the Harbour" },
  { "The Known World of the Sea", "The Unknown World of the Sea" },
  { "Ein Abend mit dir am Hafen", "Kein Abend mit dir am Hafen" },
  { "Boating", "No Boating" },
}
local said_otherwise = {
  { "Don't Worry About the Harbour Tonight", "Dont Worry About the Harbor Tonight" },
  { "You Are Never Alone on the Salt Road", "You Are Neever Alone on the Salt Road" },
  { "Nocturne No. 5 of the Harbour", "Nocturne 5 of the Harbour" },
}

for kind in pairs(creators) do
  for _, titles in ipairs(denied) do
    it(("%s: %s"):format(kind, titles[2]), function()
      assert.are_not.equal("matched", decision(kind, titles[1], titles[2]))
      assert.are_not.equal("matched", decision(kind, titles[2], titles[1]))
    end)
  end
end

for _, titles in ipairs(said_otherwise) do
  it("the same: " .. titles[2], function()
    assert.equal("matched", decision("tracks", titles[1], titles[2]))
  end)
end
