-- The newest films and series of TMDB in one list. Wants a token: mixhost config set tmdb.token TOKEN
local client = mix.http.client({
  base = "https://api.themoviedb.org/3", name = "tmdb", rate = "40/s", ttl = "1h",
  bearer = "tmdb.token", -- the host sends it; no script sees it
})

local function source(kind, date, title)
  return { name = kind, pages = function(page)
    local answer = assert(client:get("/discover/" .. kind, { query = { sort_by = date .. ".desc", page = page } }))
    local document = assert(mix.json.decode(answer.body))
    local items = {}
    for place, item in ipairs(document.results) do
      items[place] = { kind = kind, title = item[title], date = item.release_date or item.first_air_date }
    end
    return items, page < document.total_pages
  end }
end

local list = mix.merge.sorted({
  source("movie", "primary_release_date", "title"), source("tv", "first_air_date", "name"),
}, { by = "-date", cap = 8 })
mix.ui.table(assert(list:take(8)), { columns = { "date", "kind", "title" } })
