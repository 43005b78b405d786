-- Words with which many titles open and which readers leave out: "The Adventures of", "The Tragedy
-- of". Input are keys without a leading article.

local patterns = {
  "^adventures of (.+)$", "^life and adventures of (.+)$", "^life and times of (.+)$",
  "^tragedy of (.+)$", "^tragical history of (.+)$", "^history of (.+)$", "^story of (.+)$",
  "^strange case of (.+)$", "^memoirs of (.+)$", "^autobiography of (.+)$", "^confessions of (.+)$",
  "^tale of (.+)$", "^legend of (.+)$", "^romance of (.+)$", "^chronicles of (.+)$",
}

local openings = {}

--- The key without such an opening; nil for one that has none, or leaves one short word.
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
