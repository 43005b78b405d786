-- Finds remarks about an edition in book titles: formats, print runs, languages, awards. An edition
-- is the same work; only some remarks name another text.

local listed = require("rules.lib.listed")

local editions = {}

local formats = {
  "unabridged", "abridged", "large print", "large type", "paperback", "hardcover", "hardback",
  "mass market", "kindle", "ebook", "e-book", "audiobook", "audio cd", "audio book", "board book",
  "library binding", "boxed", "box set", "boxset", "illustrated", "deluxe", "annotated",
  "omnibus", "reprint", "reissue", "facsimile",
}

local languages = {
  english = "en", spanish = "es", french = "fr", german = "de", italian = "it", portuguese = "pt",
  dutch = "nl", russian = "ru", chinese = "zh", japanese = "ja", korean = "ko", arabic = "ar",
  polish = "pl", swedish = "sv",
}

-- Publishers of summaries, guides and retellings.
local makers = {}
for index, name in ipairs(listed(require("rules.data.derivers"))) do
  makers[index] = mix.text.fold(name)
end

-- Phrases that name another text than the work with that title.
local derived = {
  "^summary", "%f[%w]summary of%f[%W]", "study guide", "workbook",
  "conversation starters", "box[ %-]?set", "boxed[ %-]set", "coloring book", "colouring book",
  "teacher'?s guide", "reading guide", "screenplay", "sticker book", "flash cards",
  "shooting script",
  "key takeaways", "takeaways and analysis", "lesson plan", "guided journal", "discussion guide",
  "discussion questions", "book club kit", "quick read",
 "literature guide", "student guide",
  "study notes", "critical analysis", "summary and analysis", "summary & analysis", "unofficial",
  "trivia", "quiz book", "companion guide", "young readers", "young adult adaptation",
  "adapted for", "adaptation", "retold", "retelling", "graphic novel", "graphic history",
  "graphic edition", "graphic biography", "graphic adaptation", "comic book", "manga edition",
  "comic adaptation",
  "for kids", "for children", "junior novel", "picture book", "activity book", "cookbook",
  "complete collection", "complete series", "collection set", "books set", "%d%-book",
  "%d book set",
  "%d books in 1", "books 1%-%d", "books %d+%-%d+", "volumes 1%-%d", "volumes %d+%-%d+",
  "trilogy collection", "[%(%[]summary[%)%]]", "[|:%-] summary", "critical reader", "teachings$",
  "script book", "scriptbook", "the making of", "daily meditations",
  "omnibus edition", "manga classics", "manga adaptation", "stage play", "a play in", "libretto",
  "the musical", "summarized", "summarised", "key insights", "key ideas", "main ideas",
  "in %d+ minutes", "%d+%-minute", "%d+ minute summary", "reader'?s'? guide", "readers'? edition",
  "club guide", "companion to%f[%W]", "companion guide", "the companion", "unauthorized",
  "unauthorised", "novels in one", "books in one", "stories in one", "volumes in one",
  "complete novels", "complete works", "collected works", "novels collection", "book bundle",
  "ebook bundle", "puzzle book",
  "study companion", "lecture notes",
  "a parody", "libro de colorear", "zusammenfassung", "resumen de", "resume de", "riassunto",
  "lekture", "lektureschlussel", "lektürehilfe", "horspiel", "original script",
  "bande dessinee", "en bd", "der comic", "novela grafica", "il fumetto", "als comic",
}

-- Kinds of books in generic subtitles: "A Novel", "An Ada Lune Mystery"; "Stories".
local kinds = {
  novel = true, novella = true, memoir = true, thriller = true, mystery = true, romance = true,
  story = true, tale = true, play = true, biography = true, cookbook = true, fable = true,
  parable = true, novelette = true, ["picture book"] = true,
}
local plurals = { stories = true, poems = true, essays = true, ["short stories"] = true }

--- Returns the formats and the language that a folded text names: a set, and a code of two letters
--- or nil.
function editions.marks(s)
  local set, language = {}, nil
  for _, word in ipairs(formats) do
    if s:find("%f[%w]" .. word:gsub("%-", "%%-") .. "%f[%W]") then set[word] = true end
  end
  for word, code in pairs(languages) do
    if s:find("%f[%w]" .. word .. " edition") or s == word then language = code end
  end
  return set, language
end

--- Whether the folded content of a bracket describes only the edition.
function editions.remark(s)
  if s:find("%f[%w]edition%f[%W]") or s:find("%f[%w]ed%.?$") or s:find("book club") then
    return true
  end
  if s:find("%f[%w]prize%f[%W]") or s:find("%f[%w]award%f[%W]") or s:find("bestseller") then
    return true
  end
  local set, language = editions.marks(s)
  return next(set) ~= nil or language ~= nil or s:find("^revised") ~= nil
end

--- Returns words of a folded text that name another text than the work (a summary, a workbook, a
--- box of several); nil for the work itself.
function editions.derived(s)
  for _, pattern in ipairs(derived) do
    local found = s:match(pattern)
    -- A box has several spellings.
    if found then return (found:gsub("boxed", "box"):gsub("box%-?set", "box set")) end
  end
  for _, maker in ipairs(makers) do
    if s:find(maker, 1, true) then return "derived text" end
  end
  return nil
end

--- Whether a folded subtitle only names the kind of book: "a novel", "stories".
function editions.generic(s)
  local kind = s:find("^an? ") and s:match("(%a+)$")
  return kinds[kind] == true or kinds[s:match("^an? (%a+ %a+)$")] == true or plurals[s] == true
end

-- Editions at the end of a title without brackets, in lower case. A year stays: "Exam, 2018
-- Edition" and "Exam, 2019 Edition" are two books. Each entry begins with a word of its pattern,
-- because most titles lack all of them and need no pattern.
local endings = {
  { "edition", "()%s*/%s*edition%s+%d+$" }, { "edition", "()%s*[,%-]%s*[%w%.%- ]-%f[%w]edition$" },
  { "edition", "()%s*,?%s+%d+[snrt][tdh]%s+edition$" },
  { "ed", "()%s*,?%s+%d+[snrt][tdh]%s+ed%.?$" },
  { "revised", "()%s*[,%-]%s*revised and [%a ]+$" }, { "revised", "()%s*[,%-]%s*revised$" },
  { "unabridged", "()%s*[,%-]%s*unabridged$" },
}

--- Removes an edition from the end of a text. Returns the rest and the edition's words; the text
--- unchanged when it has none or nothing would be left.
function editions.take(s)
  local lower = s:lower()
  if not lower:find("ed", 1, true) then return s, nil end
  for _, ending in ipairs(endings) do
    local start = lower:find(ending[1], 1, true) and lower:match(ending[2])
    if start and start > 1 then
      local words = s:sub(start)
      local year = words:match("%f[%d][12][09]%d%d%f[%D]")
      return s:sub(1, start - 1) .. (year and " " .. year or ""), words
    end
  end
  return s, nil
end

return editions
