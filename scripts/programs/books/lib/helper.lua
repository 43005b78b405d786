-- The helper for what the rules leave open: a user's function that may choose among the candidates,
-- or ask somebody who can. A file returns {name, on_uncertain = function(query, candidates)}. That
-- returns the number of a candidate, "none" for none of them, or nil for "not sure"; why; and how
-- sure it is, from 0 to 1, where it can say that.

local failure = require("lib.failure")
local near = require("lib.near")

local helper = {}

local folder = "helpers."
-- Those that come with mixhost.
local own = { "language_model", "mcp_tool" }

-- A file of the user, or one of `helpers` below the scripts or the user's rules.
local function load_file(wanted)
  if not wanted:find("%.lua$") then
    local ok, loaded = pcall(require, folder .. wanted)
    if ok then return loaded end
    local line = failure.line(loaded)
    if not line:find("^module 'helpers%.[^']*' was not found") then return nil, line end
    return nil, ("there is no such helper%s; %s come with mixhost, your own is a file .lua"):format(
      near(wanted, own), table.concat(own, ", "))
  end
  local text, err = mix.fs.read(wanted)
  if not text then return nil, err.message end
  local chunk, problem = load(text, "@" .. wanted, "t")
  if not chunk then return nil, problem end
  local ok, loaded = pcall(chunk)
  if ok then return loaded end
  return nil, failure.line(loaded)
end

--- Opens a helper by its name or its file, whose choices count from the confidence `least` on (0 to
--- 1). nil and the reason when it cannot be used.
function helper.open(wanted, least)
  local loaded, problem = load_file(wanted)
  if problem then return nil, ("--on-uncertain %s: %s"):format(wanted, problem) end
  if type(loaded) ~= "table" or type(loaded.on_uncertain) ~= "function" then
    return nil, ("--on-uncertain %s: it has to return {on_uncertain = function}"):format(wanted)
  end
  return { name = loaded.name or wanted, choose = loaded.on_uncertain, least = least }
end

local function is_choice(answer, candidates)
  return answer == nil or answer == "none"
    or math.type(answer) == "integer" and candidates[answer] ~= nil
end

-- The first failure is logged at once; each is in the note of its book.
local function failed(self, reason)
  if not self.is_told then
    self.is_told = true
    mix.log.warn(("%s: %s; such books are set aside"):format(self.name, reason))
  end
  return nil, ("%s: %s"):format(self.name, reason)
end

--- Asks about one book. Returns the number of a candidate, "none", or nil; and a note for the user.
-- An error of the helper leaves the book uncertain.
function helper.ask(self, query, candidates)
  local ok, answer, why, confidence = pcall(self.choose, query, candidates)
  if not ok then return failed(self, failure.line(answer)) end
  if not is_choice(answer, candidates) then
    return failed(self, ("it returned %s, and not a number of 1 to %d, \"none\" or nil"):format(
      tostring(answer), #candidates))
  end
  local note = type(why) == "string" and why:match("%S") and ": " .. failure.line(why) or ""
  if not answer then return nil, note ~= "" and self.name .. note or nil end
  local is_sure = type(confidence) ~= "number" or confidence >= (self.least or 0)
  if not is_sure then
    return nil, ("%s says %s, but is %.0f %% sure%s"):format(self.name,
      answer == "none" and "none of these" or "candidate " .. answer, 100 * confidence, note)
  end
  local said = answer == "none" and "none of these, says " or "chosen by "
  return answer, said .. self.name .. note
end

return helper
