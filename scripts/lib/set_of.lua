local function words_of(text)
  local words = {}
  for word in text:gmatch("%S+") do words[#words + 1] = word end
  return words
end

--- Returns the values of a list, or the words of a text, as a set, and how many there are.
return function(from)
  local set, count = {}, 0
  for _, item in ipairs(type(from) == "string" and words_of(from) or from) do
    if not set[item] then set[item], count = true, count + 1 end
  end
  return set, count
end
