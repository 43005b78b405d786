-- Examples of rules.lib.titles.
local cases = require("cases")
local set = cases.set
local titles = require("rules.lib.titles")

describe("titles of tracks", function()
  local examples = {
    -- The words of the song and what stands beside them.
    { "Paper Boats", { core = "paper boats", full = "paper boats", extra = "", part = false } },
    { "Paper Boats (feat. Ada & Bo)", { core = "paper boats", guests = { "ada", "bo" } } },
    { "Paper Boats ft. Ada", { core = "paper boats", guests = { "ada" } } },
    { "Paper Boats (w/ Ada)", { core = "paper boats", guests = { "ada" } } },
    { "Paper Boats [with Ada]", { core = "paper boats", guests = { "ada" } } },
    { "Paper Boats (+ Ada)", { core = "paper boats", guests = { "ada" } } },
    { "Paper Boats (feat. Ada; Live)", { guests = { "ada" }, strong = set("live") } },
    { "Paper Boats (Folded Twice)", {
      core = "paper boats", full = "paper boats folded twice", extra = "folded twice",
    } },
    { "(Hold On) Paper Boats", { core = "paper boats", full = "hold on paper boats" } },
    { "Paper Boats (Folded (with Ada))", { extra = "folded", guests = { "ada" } } },
    { "Paper Boats (Folded", { core = "paper boats", extra = "folded" } },
    { "Paper Boats, Pt. II", { core = "paper boats", part = "2" } },
    { "Paper Boats Part Three", { core = "paper boats", part = "3" } },
    { "Paper Boats Vol. 04", { core = "paper boats", part = "4" } },
    { "Pt. 2", { core = "pt 2", part = false } },
    -- Versions.
    { "Paper Boats (2011 Remaster)", { soft = set("remaster"), year = "2011", strong = {} } },
    { "Paper Boats - Remastered 2009", { soft = set("remaster"), year = "2009" } },
    { "Paper Boats (Live at the Pier)", { strong = set("live"), version = "live at the pier" } },
    { "Boats - Violin Concerto in D", { core = "boats violin concerto in d", strong = {} } },
    { "Live Wires", { core = "live wires", strong = {} } },
    { "Paper Boats (Live Wires)", { extra = "live wires", strong = {} } },
    { "Paper Boats (Acoustic Demo)", { strong = set("acoustic", "demo") } },
    { "Paper Boats [Bo Remix]", { strong = set("remix"), version = "bo remix" } },
    { "Paper Boats (Club Mix)", { strong = set("remix") } },
    { "Paper Boats (Extended Mix)", { strong = {}, soft = set("extended") } },
    { "Paper Boats (Radio Edit)", { soft = set("edit"), labels = set("radio") } },
    { "Paper Boats (Instrumental) [Karaoke Version]", { strong = set("instrumental", "karaoke") } },
    { "Paper Boats Karaoke", { core = "paper boats", strong = set("karaoke") } },
    { "Paper Boats [Explicit]", { full = "paper boats", labels = set("explicit"), strong = {} } },
    { "Paper Boats (Album Version (Edited)) [Clean]", {
      full = "paper boats", labels = set("clean"), strong = {}, soft = {},
    } },
    { "Paper Boats (Deluxe Edition)", { full = "paper boats", labels = set("deluxe") } },
    { "Paper Boats (20th Anniversary Edition)", { labels = set("anniversary") } },
    { "Paper Boats (Bonus Track)", { labels = set("bonus") } },
    { "Paper Boats (Spanish Version)", { strong = set("version") } },
    -- Texts that were cut into words, and other scripts.
    { "Do n't Fold ( feat . Ada ) [ Live ]", {
      core = "dont fold", guests = { "ada" }, strong = set("live"),
    } },
    { "I 'm Folding", { core = "im folding" } },
    { "石の船（Live）", { core = "石の船", strong = set("live") } },
    { "Кораблик (Акустика)", { core = "кораблик", strong = set("acoustic") } },
    { "Bo\u{c3}\u{a9} Blue", { core = "boe blue" } },
    { "4:44", { core = "4 44" } },
    { "!!!", { core = "!!!" } },
    { "", { core = "", full = "" } },
  }
  for _, case in ipairs(examples) do
    it(case[1], function() cases.has_fields(case[2], titles.parse(case[1])) end)
  end

  local spelled = {
    { "Paper Boats (feat. Ada) [Bo Remix]", "Paper Boats Bo Remix", "Paper Boats" },
    { "Paper Boats, Pt. II (Live)", "Paper Boats 2 Live", "Paper Boats" },
    { "Señora — Live", "Señora Live", "Señora" },
  }
  for _, case in ipairs(spelled) do
    local title = titles.parse(case[1])
    it(case[1] .. " spelled", function() assert.equal(case[2], title.spelled) end)
    it(case[1] .. " bare", function() assert.equal(case[3], title.bare) end)
  end
end)
