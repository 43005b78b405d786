-- mixhost books review: walks through the uncertain ones and asks the user.

local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.books.lib.commands")
local deciding = require("programs.books.lib.deciding")
local enrichment = require("programs.books.lib.enrichment")
local library_pages = require("programs.books.lib.library_pages")
local prose = require("lib.prose")
local shown = require("lib.program_screen.shown")

local keys = "1-%d accept, s skip, n none of these, w WORDS [/ AUTHOR] search again, q quit"

local function show(work, place, total, candidates)
  print(("\n[%d of %d]"):format(place, total))
  shown.part(library_pages.review(work, candidates))
  if #candidates == 0 then print("  no candidates") end
end

local Review = {}
Review.__index = Review

function Review:finder()
  if not self.found then
    local finder, problem = enrichment.open({ concurrency = 1, rules = self.rules })
    if not finder then mix.ui.fail(problem) end
    self.found = finder
  end
  return self.found
end

function Review:decide(work, decision, candidate)
  commands.need(deciding.decide(work, decision, candidate))
  self.counts[decision] = self.counts[decision] + 1
end

-- The meaning of a line: "accept" and the candidate, "skip", "none", "search" and the words,
-- "quit"; nil for anything else.
local function meaning(line, candidates)
  local word = line:match("^%s*(.-)%s*$")
  local number = math.tointeger(tonumber(word))
  if number then return candidates[number] and "accept" or nil, candidates[number] end
  local words = word:match("^w%s+(%S.*)$")
  if words then return "search", words end
  return ({ s = "skip", n = "none", q = "quit" })[word:lower()]
end

-- Asks about one work until it is decided. Returns whether the user continues.
function Review:ask(work, place)
  local candidates = work.candidates or {}
  show(work, place, self.total, candidates)
  while true do
    io.write(keys:format(math.max(1, #candidates)), "> ")
    local line = mix.ui.read_line()
    if not line then return false end
    local what, detail = meaning(line, candidates)
    if what == "quit" then return false end
    if what == "search" then
      local again, reason = enrichment.look_for(self:finder(), work, detail)
      if again then candidates = again else prose.print("  " .. reason) end
      show(work, place, self.total, candidates)
    elseif what then
      self:decide(work, what, detail)
      return true
    else
      print("  that is not one of the keys")
    end
  end
end

return function()
  local args = commands.parse("review", {
    summary = "Shows each uncertain book with its candidates, and keeps your decisions.",
    options = {
      { "limit", type = "integer", min = 1, help = "the most to ask about" },
      { "rules", default = "standard", placeholder = "NAME", help = "the rules of match/books" },
    },
  })
  local rules = chosen_rules("match/books", args.rules)
  local works = {}
  local list = commands.need(mix.library.list({
    status = "uncertain", kind = "book", limit = args.limit,
  }))
  for work in list do works[#works + 1] = work.id end
  local review = setmetatable({
    total = #works, rules = rules, counts = { accept = 0, skip = 0, none = 0 },
  }, Review)
  if #works == 0 then mix.ui.note("nothing to decide") end
  for place, id in ipairs(works) do
    local work = commands.need(mix.library.get(id))
    if work.status == "uncertain" and not review:ask(work, place) then break end
  end
  local counts = review.counts
  local left = #works - counts.accept - counts.skip - counts.none
  if args.json then
    counts.left = left
    return print(mix.json.encode(counts))
  end
  print(("\n%d accepted, %d skipped, %d none of these, %d left"):format(
    counts.accept, counts.skip, counts.none, left))
  if counts.accept > 0 then
    mix.ui.note("descriptions and covers of the accepted books come with the next books run")
  end
end
