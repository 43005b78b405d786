-- The command import, before it asks anyone.

local commands = require("programs.playlist.lib.commands")
local import = require("programs.playlist.lib.commands.import")
local progress = require("lib.linking.progress")

local parse, fail = commands.parse, progress.fail

after_each(function() commands.parse, progress.fail = parse, fail end)

describe("playlist import", function()
  it("names rules that do not exist", function()
    local path = mix.fs.data("spec/road.csv")
    assert(mix.fs.write(path, "title,artist\nBoats,Ada Lune\n"))
    local code
    commands.parse = function() return { file = path, match_rules = "clasic" } end
    progress.fail = function(message, with) code = with; error(message, 0) end
    local _, message = pcall(import)
    assert.equal("--match-rules: there are no rules match/tracks/clasic (did you mean classic?); "
      .. "there are classic, scattered, standard", message)
    assert.equal(2, code)
  end)
end)
