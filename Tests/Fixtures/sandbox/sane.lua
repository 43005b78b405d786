-- luacheck: read globals text
-- A rule that uses what a trick may have tampered with.
return {
  kind = "match",
  doc = "The same words, whatever their case.",
  features = {
    { name = "title", weight = 1, score = function(query, candidate)
      local words = {}
      for word in query.title:gmatch("%a+") do words[#words + 1] = word:upper() end
      table.sort(words)
      local joined = ("%s"):format(table.concat(words, " "))
      assert(joined == ("A B"):rep(math.floor(1.5)))
      return text.fold(query.title) == text.fold(candidate.title) and 1 or 0
    end },
  },
  accept = 0.9,
  review = 0.5,
  margin = 0,
}
