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
  local most_seconds = 5

  -- Marks that nothing closes, runs of blanks, names that do not end.
  local made = {
    ("\n"):rep(40000), ("\n["):rep(20000), "<a " .. ("x"):rep(40000) .. ">",
    "a" .. (" "):rep(40000) .. "b", (" "):rep(40000), ("["):rep(40000), ("[a]("):rep(10000),
    ("<!--"):rep(10000), ("<script>"):rep(5000), "<s" .. ("a"):rep(40000), ("<a x="):rep(8000),
    ("<link "):rep(8000), ("<!a>"):rep(10000), (" __a__b"):rep(6000), ("."):rep(40000),
    ("("):rep(40000), "a" .. ("\f"):rep(40000) .. "b",
  }
  local readers = {
    trimmed = trimmed, html = plain_text.html, markdown = plain_text.markdown,
    title = words.html_title, about = words.about, seconds = words.seconds,
    name = track_names.read, line = file_names.of_line, path = file_names.read,
    lines = function(text) word_lines.reader(text .. "\n" .. text)(text) end,
    json = function(text) loose_json.answer("<b>\n" .. text) end, players = player_lists.tidy,
    isbn = isbn.each, unwrapped = isbn.unwrap, names = bibtex.names, channels = subscriptions.csv,
    entries = function(text) citations.read("@book{" .. text, "bibtex", {}) end,
    pages = function(text) citations.read("@book{k, pages = {1" .. text .. "}}", "bibtex", {}) end,
    xml = function(text) loose_xml.decode("<rss>" .. text) end,
    page = function(text) reading.alternates(text, "https://example.org/", "text/html") end,
  }
  for name, read in pairs(readers) do
    it("is read soon: " .. name, function()
      for _, text in ipairs(made) do
        local start = os.clock()
        read(text)
        assert.is_true(os.clock() - start < most_seconds, text:sub(1, 20))
      end
    end)
  end
end)
