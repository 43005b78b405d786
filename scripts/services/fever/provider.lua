-- Readers with Fever's interface: the feeds that their user reads, and the groups of these.

local failure = require("lib.failure")
local reader_service = require("lib.reader_service")
local values = require("lib.json_values")
local words = require("lib.feeds.words")

local refused = "the reader does not accept the key: it is the MD5 of NAME:PASSWORD (fever.key, "
  .. "docs/services.md)"

local function no_answer(answer)
  return math.tointeger(answer.auth) == nil and "the answer does not come from Fever's interface: "
    .. "does upstream.fever end with /fever?" or nil
end

-- Asks for a part of what the reader has; nil and the error. A refusal of the key has status 200.
local function ask(service, part)
  local answer, err = service:ask("/", { query = { api = "", [part] = "" }, form = {} }, no_answer)
  if not answer then return nil, err end
  if answer.auth == 1 then return answer end
  return nil, failure.new(service.provider, "token", refused)
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
    for number in tostring(entry.feed_ids or ""):gmatch("%d+") do
      found[number] = found[number] or name
    end
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
  client = { bearer = "fever.key", key_parameter = "api_key" },
  headers = function(key) return { ["X-Fever-Key"] = key } end,
  read = read,
  question = function() return { path = "/", query = { api = "" } } end,
  check = function(answer)
    return no_answer(answer) or answer.auth ~= 1 and refused or nil
  end,
})
