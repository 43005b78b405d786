-- A queue that survives kill -9: imports titles, looks each up once, continues where it stopped.
local books = {}
for title in (... or "Sabriel,Dune"):gmatch("[^,]+") do books[#books + 1] = { title = title } end
mix.library.import(books, { source = "list" })
mix.jobs.enqueue({ status = "pending" })
local client = mix.http.client({ base = "https://openlibrary.org", name = "openlibrary", rate = "1/s", ttl = "30d" })
local summary = mix.jobs.run(nil, { concurrency = 3 }, function(item)
  local answer, err = client:get("/search.json", { query = { title = item.work.title, limit = 1 } })
  if not answer then return nil, err end
  local book = mix.json.decode(answer.body).docs[1]
  if not book then return { status = "not_found" } end
  return { status = "enriched", source = "openlibrary", fields = { year = book.first_publish_year } }
end)
print(summary.state, summary.enriched .. " found", summary.not_found .. " not found")
if summary.reason then mix.ui.problem(summary.reason) end
