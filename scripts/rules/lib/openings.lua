-- Openings that many titles have and readers leave out: "The Adventures of", "The Tragedy of".
-- Input are keys without a leading article.

local patterns = {
  "^adventures of (.+)$", "^life and adventures of (.+)$", "^life and times of (.+)$",
  "^tragedy of (.+)$", "^tragical history of (.+)$", "^history of (.+)$", "^story of (.+)$",
  "^strange case of (.+)$", "^memoirs of (.+)$", "^autobiography of (.+)$", "^confessions of (.+)$",
  "^tale of (.+)$", "^legend of (.+)$", "^romance of (.+)$", "^chronicles of (.+)$",
}

local openings = {}

--- Returns the key without such an opening; nil when it has none or one short word would be left.
function openings.without(key)
  for _, pattern in ipairs(patterns) do
    local rest = key:match(pattern)
    if rest then
      rest = rest:match("^the (.+)$") or rest
      return #rest > 4 and rest or nil
    end
  end
  return nil
end

return openings
