-- Texts of services and files are read in time that grows with their length.

local bibtex = require("lib.citations.bibtex")
local citations = require("lib.citations")
local file_names = require("lib.track_formats.file_names")
local isbn = require("programs.books.lib.isbn")
local loose_json = require("lib.loose_json")
local loose_xml = require("lib.feeds.loose_xml")
local plain_text = require("lib.plain_text")
local player_lists = require("lib.track_formats.player_lists")
local reading = require("lib.feeds.reading")
local service_words = require("lib.service_words")
local subscriptions = require("lib.feeds.subscriptions")
local track_names = require("lib.track_names")
local trimmed = require("lib.trimmed")
local word_lines = require("lib.track_formats.word_lines")
local words = require("lib.feeds.words")

it("a trimmed text has no white space around it", function()
  for text, expected in pairs({
    [""] = "", [" \t\n"] = "", ["a"] = "a", [" a  b\r\n"] = "a  b", ["\v\u{A0}x "] = "\u{A0}x",
  }) do
    assert.equal(expected, trimmed(text))
  end
end)

describe("a text that another made to take long", function()
  -- Marks that nothing closes, runs of blanks, names that do not end, of some `size` bytes.
  local function made(size)
    local half, quarter, eighth = size // 2, size // 4, size // 8
    return {
      ("\n"):rep(size), ("\n["):rep(half), "<a " .. ("x"):rep(size) .. ">",
      "a" .. (" "):rep(size) .. "b", (" "):rep(size), ("["):rep(size), ("[a]("):rep(quarter),
      ("<!--"):rep(quarter), ("<script>"):rep(eighth), "<s" .. ("a"):rep(size),
      ("<a x="):rep(eighth), ("<link "):rep(eighth), ("<error "):rep(eighth),
      ("<!a>"):rep(quarter), (" __a__b"):rep(eighth), ("."):rep(size), ("("):rep(size),
      "a" .. ("\f"):rep(size) .. "b",
    }
  end
  local long, short = made(40000), made(10000)

  local function seconds(read, text)
    local start = os.clock()
    read(text)
    return os.clock() - start
  end

  local readers = {
    trimmed = trimmed, html = plain_text.html, markdown = plain_text.markdown,
    title = words.html_title, about = words.about, seconds = words.seconds,
    name = track_names.read, line = file_names.of_line, path = file_names.read,
    lines = function(text) word_lines.reader(text .. "\n" .. text)(text) end,
    json = function(text) loose_json.answer("<b>\n" .. text) end, players = player_lists.tidy,
    isbn = isbn.each, unwrapped = isbn.unwrap, names = bibtex.names, channels = subscriptions.csv,
    said = function(text) service_words({ body = text }) end,
    entries = function(text) citations.read("@book{" .. text, "bibtex", {}) end,
    pages = function(text) citations.read("@book{k, pages = {1" .. text .. "}}", "bibtex", {}) end,
    xml = function(text) loose_xml.decode("<rss>" .. text) end,
    page = function(text) reading.alternates(text, "https://example.org/", "text/html") end,
  }
  for name, read in pairs(readers) do
    it("is read soon: " .. name, function()
      for place, text in ipairs(long) do
        local taken = seconds(read, text)
        -- A busy machine is slow with a short text as well: four times the length may take nine
        -- times as long, and its square takes sixteen.
        local is_soon = taken < 2 or taken < 9 * seconds(read, short[place])
        assert.is_true(is_soon, text:sub(1, 20))
      end
    end)
  end
end)
