-- The screens of a program that the server shows: open screens by the server's number, which is a
-- text like all arguments of scripts.

local copied = require("lib.program_screen.copied")
local program_screen = require("lib.program_screen")

local served = {}

-- Seconds between two updates of a running action.
local rest = 0.1
local open = {}


--- Opens a screen under a number. Returns its title and the topics that it watches.
function served.open(number, name)
  local screen = program_screen.open(name)
  screen.rest = rest
  screen.check = function(view, options)
    return mix.served.tree(math.tointeger(number), view, options)
  end
  -- `mix.served.tree` passes trees to the server.
  screen.on_update = function() end
  open[number] = screen
  -- Nobody should take these for the real ones, on whichever screen.
  local title = mix.host.run().mock and screen.title .. " (made up)" or screen.title
  return title, mix.json.array(screen.watch)
end

--- Runs a screen's on_open. Returns whether it has one.
function served.begin(number)
  local screen = open[number]
  return screen ~= nil and screen:begin()
end

--- Forgets a screen; running actions continue to their end.
function served.close(number) open[number] = nil end

-- A text that is equal for equal states; nil for a state that cannot be encoded.
local function words_of(state)
  local is_plain, text = pcall(mix.json.encode, state)
  return is_plain and text or nil
end

--- Groups the numbered screens that show the same, because their states are equal: lists of
--- numbers.
function served.groups(...)
  local groups, by_words = mix.json.array({}), {}
  for _, number in ipairs({ ... }) do
    local screen = open[number]
    local words = screen and words_of(screen.state)
    local key = words and screen.name .. "\0" .. words
    if key and by_words[key] then
      table.insert(by_words[key], number)
    elseif screen then
      local group = mix.json.array({ number })
      groups[#groups + 1] = group
      if key then by_words[key] = group end
    end
  end
  return groups
end

-- Gives a screen the state of another one, whose state was equal before its view changed it.
local function follow(screen, state)
  for name in pairs(screen.state) do screen.state[name] = nil end
  for name, value in pairs(state) do screen.state[name] = copied(value) end
end

--- Draws a screen, and uses the tree for others of its group. Returns the numbers of those that
--- must be drawn separately, because their states have changed meanwhile.
function served.draw(number, ...)
  local screen, others = open[number], mix.json.array({ ... })
  if not screen then return others end
  local before = #others > 0 and words_of(screen.state)
  local tree = screen:tree()
  local apart = mix.json.array({})
  if #others == 0 then return apart end
  local after = words_of(screen.state)
  for _, number_of_other in ipairs(others) do
    local other = open[number_of_other]
    local words = other and words_of(other.state)
    if other and after and words == before then
      -- Its view would have made the same change.
      if after ~= before then follow(other, screen.state) end
      other.shown = tree
    elseif other then
      apart[#apart + 1] = number_of_other
    end
  end
  return apart
end

--- Runs an offered action of a screen. `args`: JSON, or empty for none. Returns why it is not
--- offered.
function served.act(number, action, args)
  local screen = open[number]
  if not screen then return "the screen was closed" end
  local given
  if args ~= "" then given = mix.json.decode(args, { null = "nil" }) end
  local offer, reason = screen:offered(action, given)
  if not offer then return reason end
  screen:perform(action, given)
end

return served
