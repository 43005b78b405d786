-- The playlist that a text means.

local choosing = require("programs.playlist.lib.choosing")
local failure = require("lib.failure")
local targets = require("programs.playlist.lib.targets")

local id = "7000000003wZjtintzIVsb"

local function service(lists, known)
  return {
    asked = 0,
    playlists = function(self)
      self.asked = self.asked + 1
      return lists
    end,
    playlist = function(_, wanted)
      if known and known.id == wanted then return known end
      return nil, { kind = "not_found", message = "no playlist " .. wanted }
    end,
  }
end

local mine = {
  { id = "a", name = "Road Mix", owner = "other", total = 1 },
  { id = "b", name = "road mix", owner = "u", total = 2 },
  { id = "c", name = "Twice", owner = "u", total = 3 },
  { id = "d", name = "Twice", owner = "u", total = 0 },
  { id = "e", name = "Été", owner = "u", total = 0 },
}

describe("a playlist", function()
  it("is meant by its id, in whatever address", function()
    for _, text in ipairs({
      id, "spotify:playlist:" .. id, "https://open.spotify.com/playlist/" .. id .. "?si=x",
      "open.spotify.com/intl-de/playlist/" .. id .. "/", "spotify:user:me:playlist:" .. id,
      "https://open.spotify.com/user/me/playlist/" .. id, " " .. id .. " ",
    }) do
      assert.are.same({ id = id }, targets.read(text))
    end
    for text, part in pairs({
      ["spotify:track:1"] = "of kind track", ["https://open.spotify.com/album/1"] = "of kind album",
      ["https://example.com/playlist/1"] = "not the address", [""] = "empty",
      ["https://open.spotify.com/"] = "of kind page",
      ["spotify:playlist:a/b"] = "not an identifier",
    }) do
      assert.matches(part, targets.read(text).problem, 1, true)
    end
  end)

  it("is meant by the name of one of the user's, whatever its case and accents", function()
    for text, wanted in pairs({ ["Road Mix"] = "b", ["ROAD MIX"] = "b", ete = "e" }) do
      assert.equal(wanted, targets.find(service(mine), "u", text, choosing.by()).id)
    end
    local _, err = failure.caught(targets.find, service(mine), "u", "Rode Mix", choosing.by())
    assert.equal('you have no playlist called "Rode Mix" (did you mean "road mix"?); '
      .. "playlist list shows yours", err.message)
  end)

  it("that is only read may be another user's, where the user has none of the name", function()
    local all = { mine[1], { id = "t", name = "Theirs", owner = "other" }, mine[2] }
    for text, wanted in pairs({ ["Road Mix"] = "b", Theirs = "t" }) do
      assert.equal(wanted, targets.find(service(all), "u", text, choosing.by(), true).id)
    end
    local _, err = failure.caught(targets.find, service(all), "u", "Theirs", choosing.by())
    assert.matches("you have no playlist", err.message)
    all[3] = { id = "v", name = "Theirs", owner = "other" }
    _, err = failure.caught(targets.find, service(all), "u", "Theirs", choosing.by(), true)
    assert.matches("1: t (of another user), 2: v", err.message, 1, true)
  end)

  it("that has no such name may be a short id", function()
    local known = { id = "tgt", name = "Target" }
    assert.are.same(known, targets.find(service(mine, known), "u", "tgt", choosing.by()))
  end)

  it("of a name that several have is chosen by number, or refused with what there is", function()
    assert.equal("d", targets.find(service(mine), "u", "Twice", choosing.by(2)).id)
    local _, err = failure.caught(targets.find, service(mine), "u", "Twice", choosing.by(3))
    assert.matches("--pick takes 1 to 2", err.message, 1, true)
    _, err = failure.caught(targets.find, service(mine), "u", "Twice", choosing.by())
    assert.equal('you have 2 playlists called "Twice": 1: c (3 items), 2: d (0 items); choose by '
      .. "--pick N or --playlist ID", err.message)
    assert.equal("usage", err.kind)
  end)
end)
