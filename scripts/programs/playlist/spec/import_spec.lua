-- The command import, before it asks anyone.

local commands = require("programs.playlist.lib.commands")
local import = require("programs.playlist.lib.commands.import")
local progress = require("lib.linking.progress")
local session = require("programs.playlist.lib.session")
local written = require("spec.written")

local parse, fail, change = commands.parse, progress.fail, session.change

after_each(function()
  commands.parse, progress.fail, session.change = parse, fail, change
end)

describe("playlist import", function()
  it("names rules that do not exist", function()
    local path = written("road.csv", "title,artist\nBoats,Ada Lune\n")
    local code
    commands.parse = function() return { file = path, match_rules = "clasic" } end
    progress.fail = function(message, with) code = with; error(message, 0) end
    local _, message = pcall(import)
    assert.equal("--match-rules: there are no rules match/tracks/clasic (did you mean classic?); "
      .. "there are classic, scattered, standard", message)
    assert.equal(2, code)
  end)

  it("names a playlist that does not exist before it searches any track", function()
    local path = written("road.csv", "title,artist\nBoats,Ada Lune\n")
    commands.parse = function()
      return { file = path, match_rules = "standard", playlist = "Rode Mix" }
    end
    session.change = function(_, _, work)
      return work({ playlists = function() return { { name = "Road Mix", owner = "me" } } end },
        { id = "me" })
    end
    local _, err = pcall(import)
    assert.equal('you have no playlist called "Rode Mix" (did you mean "Road Mix"?); playlist list '
      .. "shows yours", err.message)
  end)
end)
