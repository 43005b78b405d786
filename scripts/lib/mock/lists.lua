-- Lists for the answers of mocks.

local lists = {}

--- Returns `form(item, place)` for the items of a list, without nil results, as a list of JSON.
function lists.each(items, form)
  local list = mix.json.array({})
  for place, item in ipairs(items) do list[#list + 1] = form(item, place) end
  return list
end

--- Returns `form(item, place)` for at most `limit` items after the first `skipped`.
function lists.page(items, skipped, limit, form)
  local list = mix.json.array({})
  for place = skipped + 1, math.min(#items, skipped + limit) do
    list[#list + 1] = form(items[place], place)
  end
  return list
end

--- Returns the whole numbers from `first` to `last`.
function lists.range(first, last)
  local list = {}
  for number = first, last do list[#list + 1] = number end
  return list
end

return lists
