-- The tools `library_search` and `doubts`: the works of the user's library.

local answers = require("programs.mcp.lib.answers")

local function shown(work)
  return answers.record({
    work = work.id, kind = work.kind, status = work.status, title = work.title,
    creators = work.creators, year = work.year, identifiers = work.identifiers,
    score = work.score, note = work.error,
  })
end

local function search(arguments, context)
  local found = mix.library.find({
    text = arguments.text, title = arguments.title, creator = arguments.creator,
    isbn = arguments.isbn, kind = arguments.kind, status = arguments.status,
    limit = math.min(arguments.limit or 50, context.limits.rows),
  })
  local works = mix.json.array({})
  for place, work in ipairs(found) do works[place] = shown(work) end
  return { works = works }
end

local function doubts(arguments, context)
  local most = math.min(arguments.limit or 10, context.limits.rows)
  local list, next_after = mix.json.array({}), nil
  for work in mix.library.list({ status = "uncertain", kind = arguments.kind }) do
    if #list == most then
      next_after = list[most].work
      break
    elseif work.id > (arguments.after or 0) then
      local doubt = shown(work)
      doubt.candidates = mix.json.array({})
      for place, candidate in ipairs(work.candidates or {}) do
        doubt.candidates[place] = answers.record({ candidate = place, score = candidate.score,
          source = candidate.source, reason = candidate.reason, fields = candidate.fields })
      end
      list[#list + 1] = doubt
    end
  end
  return { doubts = list, next_after = next_after,
    total = mix.library.status({ kind = arguments.kind }).uncertain }
end

return function(limits)
  local text = { type = "string", maxLength = 400 }
  local kind = { type = "string", enum = { "book", "track", "film" } }
  local limit = { type = "integer", minimum = 1, maximum = limits.rows }
  return { {
    name = "library_search", title = "Search the library", run = search, list = "works",
    about = "Finds works of the user's library by words of title or creator (text), a title, a "
      .. "creator, an ISBN or a status.",
    input = { type = "object", properties = {
      text = text, title = text, creator = text, isbn = text, kind = kind, limit = limit,
      status = { type = "string",
        enum = { "pending", "queued", "enriched", "uncertain", "not_found", "failed" } },
    } },
  }, {
    name = "doubts", title = "Doubts that wait", run = doubts, list = "doubts",
    about = "Lists works that mixhost left uncertain, with their candidates by number.",
    input = { type = "object", properties = {
      kind = kind, limit = limit,
      after = { type = "integer", minimum = 0, maximum = math.maxinteger,
        description = "the number of the last work that was shown" },
    } },
  } }
end
