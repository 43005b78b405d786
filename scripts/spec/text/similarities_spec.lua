-- mix.text.similarities: the numbers of mix.text.matrix, asked for one by one.

local queries = { "halo", "", "yesterday" }
local titles = { "hello", "halo", "yesterday (live)", "halo", "" }
local scorers = { "ratio", "partial_ratio", "token_sort_ratio", "token_set_ratio", "wratio",
  "jaro_winkler", "levenshtein_ratio", "damerau_ratio", "difflib_ratio" }

-- The message of a call that fails.
local function message(call)
  local ok, err = pcall(call)
  assert.is_false(ok)
  return tostring(err)
end

describe("mix.text.similarities", function()
  it("has the numbers of a matrix", function()
    for _, scorer in ipairs(scorers) do
      local options = { scorer = scorer, cutoff = 0.3 }
      local found = mix.text.similarities(queries, titles, options)
      for place, row in ipairs(mix.text.matrix(queries, titles, options)) do
        assert.are.same(row, found:row(place))
        for text, score in ipairs(row) do assert.are.equal(score, found:at(place, text)) end
      end
    end
  end)

  it("finds the best text of a query, the first of equals", function()
    local found = mix.text.similarities(queries, titles, { scorer = "ratio" })
    assert.are.same({ 1.0, 2 }, { found:best(1) })
    assert.are.same({ 3, 5 }, { found:size() })
    assert.are.equal("text.similarities: 3 × 5", tostring(found))
  end)

  it("may be of no texts", function()
    local found = mix.text.similarities({ "halo" }, {})
    assert.is_nil((found:best(1)))
    assert.are.equal("[]", mix.json.encode(found:row(1)))
    assert.are.same({ 0, 0 }, { mix.text.similarities({}, {}):size() })
  end)

  it("names a place that it does not have, and lists that are too long", function()
    local found = mix.text.similarities(queries, titles)
    assert.matches("'query'", message(function() return found:at(4, 1) end), 1, true)
    assert.matches("'text'", message(function() return found:at(1, 0) end), 1, true)
    assert.matches("there are 3, from 1 on",
      message(function() return found:row(math.mininteger) end), 1, true)
    local long = {}
    for place = 1, 3000 do long[place] = "x" end
    assert.matches("more than 8000000",
      message(function() return mix.text.similarities(long, long) end), 1, true)
  end)
end)
