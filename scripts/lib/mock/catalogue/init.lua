-- The songs and books that all mocked services tell of, made up from the mock's seed.

local book_search = require("lib.mock.catalogue.book_search")
local days = require("lib.mock.catalogue.days")
local digest = require("lib.mock.digest")
local listings = require("lib.mock.catalogue.listings")
local make_books = require("lib.mock.catalogue.books")
local make_songs = require("lib.mock.catalogue.songs")
local phrases = require("lib.mock.phrases")
local song_search = require("lib.mock.catalogue.song_search")
local words = require("lib.mock.catalogue.words")

local option = mix.mock.option
local seed = option("seed")
local songs = make_songs(seed, option("size"), option("chart-size"))
local books = make_books(seed, option("books"))

local catalogue = { words = words, date = days.date }

--- Returns the number of songs.
function catalogue.size() return songs.size end

--- Returns the number of chart entries.
function catalogue.chart_size() return songs.chart_size end

--- Returns the song at a place; nil where there is none.
function catalogue.song(index) return songs:song(index) end

--- Returns the song at a rank, from 1.
function catalogue.chart_song(rank) return songs:chart_song(rank) end

--- Returns the places of the songs that a text finds, and of others of the same title. `field`:
--- any, title, artist or album.
function catalogue.search(text, field, limit) return song_search(songs, text, field, limit) end

--- Returns the places of the songs of an artist's number.
function catalogue.by_artist(number, limit) return songs:by_artist(number, limit) end

--- Returns the name of an artist's number; nil where there is none.
function catalogue.artist(number) return phrases.artists[number + 1] end

--- Returns the number of books.
function catalogue.books() return books.size end

--- Returns the book at a place with its editions; nil where there is none.
function catalogue.book(index) return books:book(index) end

--- Returns what a service lists for a search {title, author, any, isbns}, best first.
function catalogue.find_books(query, service, limit)
  return book_search(books, query, service, limit)
end

--- Returns what a service lists under a number; nil where it lists nothing.
function catalogue.listing(number, service) return listings.get(books, number, service) end

--- Returns the numbers of the listing and of the edition of an ISBN; nil where a service lacks it.
function catalogue.isbn(isbn, service) return listings.by_isbn(books, isbn, service) end

--- Returns a stream of numbers that depends on a text, or on a place and its purpose.
function catalogue.digest(place, salt)
  if type(place) == "string" then return digest.text(place) end
  return digest.of(seed, place, salt)
end

return catalogue
