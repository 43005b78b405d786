-- Which side is looked for never changes a decision: names and titles that were made at random of
-- the parts that names and titles have.

local random

local function pick(list) return list[random:randrange(#list) + 1] end

local given = { "Ada", "A.", "A. B.", "AB", "Ada B.", "Adah", "Ада", "Zoë", "Zoe", "J.R.",
  "Jean-Luc" }
local family = { "Lune", "Lunes", "van der Mar", "Le Ray", "Saint-Mar", "Лунин", "Lunin", "O'Ray" }
local ends = { "", "", "", ", Jr.", " Jr.", ", 1900-1970", " (Editor)", " III", ", Ph.D." }
local known = { "Prince", "Mark Twain", "Samuel L. Clemens", "村上春樹", "Haruki Murakami", "CSNY",
  "Crosby, Stills, Nash & Young", "Wham!", "George Michael", "A$AP Rocky", "ASAP Rocky", "Кино" }

local function person()
  if random:randrange(4) == 0 then return pick(known) end
  local first, last = pick(given), pick(family)
  local name = random:randrange(3) == 0 and ("%s, %s"):format(last, first)
    or ("%s %s"):format(first, last)
  return name .. pick(ends)
end

local function credit()
  local list = person()
  if random:randrange(3) == 0 then
    list = list .. pick({ " & ", " feat. ", ", ", " / ", "; ", " and ", " x " }) .. person()
  end
  return list
end

local words = { "Paper", "Boats", "Boat", "Harbour", "Harbor", "2", "Two", "To", "4", "For", "II",
  "Blue", "Night", "Nite", "The", "A", "Лодка", "Lodka", "紙の船", "Op. 9", "No. 2", "in C Minor" }
local remarks = { "", "", "", " (Live)", " - Remastered 2009", " (Bo Remix)", " (feat. Bo)",
  ": I. Allegro"," (Harbour, #2)", ", Vol. 1", ", Pt. 2", ": A Novel", " [Explicit]",
  " (Graphic Novel)", ": II.",
  " (1984)", " S01E02", "; or, The Boat", " Band 2", " (Deluxe Edition)" }

local function title()
  local list = {}
  for index = 1, random:randrange(3) + 1 do list[index] = pick(words) end
  return table.concat(list, " ") .. pick(remarks)
end

local sets = {
  ["match/tracks"] = function() return { title = title(), artist = credit() } end,
  ["match/tracks/scattered"] = function()
    return { title = title() .. pick({ "", " Pop $ 0.99 3:30", " Rock" }), artist = credit() }
  end,
  ["match/books"] = function() return { title = title(), author = credit() } end,
  ["match/films"] = function()
    return { title = title(), year = pick({ 1984, 1985, 2001 }), director = person() }
  end,
  ["match/people"] = function() return { name = person(), born = pick({ 1900, 1901, 1950 }) } end,
  ["match/releases"] = function() return { title = title(), artist = credit() } end,
}

describe("swapping the sides changes no decision", function()
  for name, make in pairs(sets) do
    it("of " .. name, function()
      -- Each set of rules has its own numbers, in whichever order the sets come.
      random = mix.random.new(#name * 1000 + name:byte(-1))
      local rules, decisions = mix.rules.load(name), {}
      for _ = 1, 250 do
        local one, other = make(), make()
        -- Most pairs at random are different in everything; half of these share a field.
        for field, value in pairs(one) do
          if random:randrange(2) == 0 then other[field] = value end
        end
        local there = mix.match.best(one, { other }, rules)
        local back = mix.match.best(other, { one }, rules)
        decisions[there.decision] = true
        assert.are.equal(there.decision, back.decision,
          mix.json.encode({ one, other, there.reason, back.reason }))
      end
      assert.is_true(decisions.matched and decisions.none)
    end)
  end
end)
