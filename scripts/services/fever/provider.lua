-- Readers with Fever's interface: the feeds that their user reads, and the groups of these.

local failure = require("lib.failure")
local reader_service = require("lib.reader_service")
local values = require("lib.json_values")
local words = require("lib.feeds.words")

local refused = "the reader does not accept the key: it is the MD5 of NAME:PASSWORD (fever.key, "
  .. "docs/services.md)"

-- Whether the key is right; nil for another service's answer.
local function auth_of(answer)
  if type(answer.auth) == "boolean" then return answer.auth end
  local number = math.tointeger(answer.auth)
  return number and number == 1
end

local doubt = "does upstream.fever end with /fever?"

local function no_answer(answer)
  return auth_of(answer) == nil and "the answer does not come from Fever's interface: " .. doubt
    or nil
end

-- Asks for a part of what the reader has; nil and the error. A refusal of the key has status 200.
local function ask(service, part)
  local answer, err = service:ask("/", { query = { api = "", [part] = "" }, form = {} }, no_answer)
  if not answer then return nil, err end
  if auth_of(answer) then return answer end
  return nil, failure.new(service.provider, "token", refused)
end

-- The numbers of a group's feeds: a text with commas between, a list, or a single number.
local function numbers_of(ids)
  if type(ids) == "table" then return values.each(ids, values.id) end
  local found = {}
  for number in (values.id(ids) or ""):gmatch("%d+") do found[#found + 1] = number end
  return found
end

-- The names of the groups, by the numbers of their feeds.
local function groups_of(answer)
  local names, found = {}, {}
  for _, group in ipairs(values.list(answer.groups)) do
    group = values.object(group)
    local number = values.id(group.id)
    if number then names[number] = words.title(values.text(group.title)) end
  end
  for _, entry in ipairs(values.list(answer.feeds_groups)) do
    entry = values.object(entry)
    local name = names[values.id(entry.group_id)]
    for _, number in ipairs(numbers_of(entry.feed_ids)) do found[number] = found[number] or name end
  end
  return found
end

local function read(service)
  local answer, err = ask(service, "feeds")
  if not answer then return nil, err end
  local groups
  groups, err = ask(service, "groups")
  if not groups then return nil, err end
  local folders = groups_of(groups)
  return values.each(answer.feeds, function(feed)
    feed = values.object(feed)
    local address, number = values.text(feed.url), values.id(feed.id)
    local folder = number and folders[number]
    return address and {
      address = address, title = words.html_title(values.text(feed.title)),
      page = values.text(feed.site_url), folder = folder and { folder } or nil,
    }
  end)
end

return reader_service.new({
  name = "fever", title = "Fever", setting = "fever.key", refused = refused,
  not_set = "Fever is not set up: set upstream.fever and fever.key (docs/services.md)",
  doubt = doubt, client = { bearer = "fever.key", key_parameter = "api_key" },
  read = read,
  question = function() return { path = "/", query = { api = "" } } end,
  check = function(answer) return no_answer(answer) or not auth_of(answer) and refused or nil end,
})
