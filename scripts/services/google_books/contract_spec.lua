-- google_books under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local google_books = require("services.google_books.provider")

local function volume(id)
  return { id = id, volumeInfo = {
    title = "Ljós í 夜", authors = { "Ada Lune" }, publishedDate = "2003-05-01",
    industryIdentifiers = { { type = "ISBN_13", identifier = "9780306406157" } }, pageCount = 300,
    language = "en", publisher = "Penwith", description = "Sea.",
    imageLinks = { thumbnail = "http://books.google.com/books/content?id=" .. id },
  } }
end

contract.check({
  provider = google_books, url = "GET https://www.googleapis.com/books/v1/*",

  open = function() return google_books.open({ key = "k" }) end,
  questions = {
    { does = "search", kind = "book", first = "Ljós í 夜", empty_object = true,
      answer = { items = { volume("a"), volume("b") } }, nothing = { json = { totalItems = 0 } } },
  },
})
