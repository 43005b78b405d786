-- How programs of tools/fuzz make objects: a recipe for every type of objects with methods.
-- tools/fuzz/run refuses to run when one is missing.
local recipes = {}

local feature = { name = "title", weight = 1 }
function feature.score(query, candidate) return query.title == candidate.title and 1 or 0 end
local locks, links = 0, 0

function recipes.CsvReader() return mix.csv.open("sample.csv") end
function recipes.Filter()
  return mix.filter.define {
    fields = {
      { name = "sort", values = { "new", "old" }, default = "new" }, { name = "q", open = true },
    },
    invariants = {
      { name = "i", when = function(s) return s.q == "x" end, set = { sort = "old" } },
    },
  }
end
function recipes.FilterState() return recipes.Filter():initial() end
function recipes.FsLock()
  locks = locks + 1
  return mix.fs.lock(("fuzz/%d.lock"):format(locks))
end
function recipes.FsWriter() return mix.fs.writer("written.txt") end
function recipes.LinkFile()
  links = links + 1
  return mix.link.open(mix.fs.data(("fuzz/%d.sqlite"):format(links)))
end
function recipes.RecordsSpace()
  return mix.records.space {
    columns = { { kind = "text" } },
    comparisons = { { measure = "words", column = 1, steps = { 0.5, 0.9 } } },
  }
end
function recipes.RecordsTable()
  return recipes.RecordsSpace():table({ { "one two" }, { "three" } }, { { "one two" }, { "four" } })
end
function recipes.RulesBlock() return mix.rules.load("block/generic") end
function recipes.Grid()
  return mix.grid.new(function(_, page) return { { id = page }, { id = page + 100 } }, page < 3 end)
end
function recipes.GridDetail() return mix.grid.detail(function(key) return { id = key } end) end
function recipes.HttpClient() return mix.http.client { base = recipes.base } end
function recipes.HttpResponse() return mix.http.get(recipes.base .. "/itunes/search?term=a") end
function recipes.MergeList()
  return mix.merge.sorted({ { { id = 1 }, { id = 3 } }, { { id = 2 } } }, { by = "id" })
end
function recipes.Random() return mix.random.new(1) end
function recipes.Rules()
  return mix.match.rules { features = { feature }, accept = 0.9, review = 0.5, margin = 0 }
end
function recipes.RulesNotify() return mix.rules.load("notify/standard") end
function recipes.RulesPlaylist() return mix.rules.load("playlist/standard") end
function recipes.RulesRefresh() return mix.rules.load("refresh/fixed") end
function recipes.RulesTags() return mix.rules.load("tags/standard") end
function recipes.RulesTrailers() return mix.rules.load("trailers/standard") end
function recipes.StoreCollection()
  local things = mix.store.open("things")
  things:put { { id = 1, a = 1, b = "x" }, { id = "k", a = 2, b = true } }
  return things
end
-- One frame of an MP3 file: 417 bytes with silence.
local frame = "\xFF\xFB\x90\x64" .. ("\0"):rep(413)
function recipes.TagsDraft()
  assert(mix.fs.write("sample.mp3", frame:rep(20)))
  return mix.tags.prepare("sample.mp3", { TITLE = "Ebb" })
end
function recipes.TaskChannel()
  local channel = mix.task.channel(2)
  channel:send(1)
  return channel
end
function recipes.TaskLatch() return mix.task.latch() end
function recipes.TaskScope()
  local scope
  mix.task.scope(function(s)
    scope = s
    s:spawn(mix.task.sleep, 0.01)
  end)
  return scope
end
function recipes.Task()
  local task
  mix.task.scope(function(s) task = s:spawn(mix.task.sleep, 0.01) end)
  return task
end
function recipes.TextSimilarities()
  return mix.text.similarities({ "Dune", "Emma" }, { "Dune Messiah", "emma", "\xff" })
end
function recipes.UiLive() return mix.ui.live({ { a = 1 }, { a = 2 } }, { columns = { "a" } }) end
function recipes.UiScreen() return mix.ui.screen() end
function recipes.UiProgress() return mix.ui.progress(10, "label") end
function recipes.Iterator() return mix.library.list() end

return recipes
