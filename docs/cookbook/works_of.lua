-- All works of an author, oldest first, each once: mixhost works_of.lua "Garth Nix"
local author = ... or "Garth Nix"
local client = mix.http.client({ base = "https://openlibrary.org", name = "openlibrary", rate = "1/s", ttl = "7d" })

local function page_of(number)
  local answer = assert(client:get("/search.json", {
    query = { author = author, fields = "title,first_publish_year", limit = 50, offset = (number - 1) * 50 },
  }))
  local docs = assert(mix.json.decode(answer.body)).docs
  return docs, #docs == 50
end

local works, page = {}, 0
repeat
  page = page + 1
  local docs, more = page_of(page)
  table.move(docs, 1, #docs, #works + 1, works)
until not more or page == 5
for work in mix.merge.sorted({ works }, { by = { "first_publish_year", "title" }, unique = "title" }) do
  print(work.first_publish_year or "    ", work.title)
end
