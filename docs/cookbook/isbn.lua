-- The book of an ISBN at Open Library: mixhost isbn.lua 9780140328721
local isbn = (... or "9780140328721"):gsub("[^%dXx]", "")
local client = mix.http.client({ base = "https://openlibrary.org", name = "openlibrary", rate = "1/s", ttl = "30d" })
local answer = assert(client:get("/search.json", {
  query = { isbn = isbn, fields = "title,author_name,first_publish_year", limit = 1 },
}))
local book = assert(mix.json.decode(answer.body)).docs[1]
if not book then mix.ui.fail("Open Library does not know this ISBN") end
print(("%s by %s, %s"):format(book.title, table.concat(book.author_name, ", "), book.first_publish_year))
