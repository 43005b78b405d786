-- The settings in groups, each where people look for it: at its service, its program, or a part of
-- mixhost. Its place is that of its declaration; nothing here names one but the contact address.

local setting_fields = require("lib.setting_fields")

local setting_groups = {}

--- The group of the contact address.
setting_groups.contact = "contact"

local contact_setting = "http.contact"
-- Parts of mixhost whose settings begin with another word than people use.
local titles = { auth = "Log-ins", http = "Network", script = "Scripts" }

local function capitalised(word)
  local text = word:gsub("_", " ")
  return text:sub(1, 1):upper() .. text:sub(2)
end

-- The manifests of services, and the service of each address.
local function services()
  local manifests, owners = {}, {}
  for _, name in ipairs(mix.host.services()) do
    local ok, manifest = pcall(require, ("services.%s.service"):format(name))
    if ok and type(manifest) == "table" then
      manifests[name] = manifest
      for upstream in pairs(manifest.upstreams or {}) do owners[upstream] = name end
    end
  end
  return manifests, owners
end

-- The programs by name, and those that ask each service; those that may ask most are of no note.
local function programs(owners, most)
  local known, users = {}, {}
  for _, program in ipairs(mix.host.programs()) do
    known[program.name] = program
    for _, service in ipairs(program.upstreams) do
      local owner = owners[service.name] or program.name
      owners[service.name] = owner
      local list = users[owner] or {}
      if #program.upstreams < most and list[#list] ~= program.name then
        list[#list + 1] = program.name
      end
      users[owner] = list
    end
  end
  return known, users
end

-- Which group a setting belongs to.
local function key_of(entry, manifests, owners)
  if entry.name == contact_setting then return setting_groups.contact end
  local upstream = entry.name:match("^upstream%.(.+)$")
  if upstream then return owners[upstream] or upstream end
  local prefix = entry.name:match("^[^.]+")
  return manifests[prefix] and prefix or entry.program or prefix
end

-- Whether the user has to give something: a key, or the address of a server of their own.
local function wants(entry)
  return entry.secret or entry.default ~= nil and entry.default:find("%.invalid$") ~= nil
end

local function has(entry)
  return entry.value ~= nil and not (entry.value:find("%.invalid$") and entry.source == "default")
end

-- How many things only its user can give, and how many of them are there.
local function count(group)
  local wanted, given = 0, 0
  for _, entry in ipairs(group.entries) do
    if wants(entry) then
      wanted = wanted + 1
      if has(entry) then given = given + 1 end
    end
  end
  return wanted, given
end

-- Its title, what it is, and where it stands.
local function described(group, manifests, known, users)
  local key = group.key
  local manifest, program = manifests[key], known[key]
  group.manifest = manifest
  group.wanted, group.given = count(group)
  if key == setting_groups.contact then
    group.title, group.section = "Contact address", "yours"
  elseif manifest then
    group.title = manifest.title or capitalised(key)
    group.section = (group.wanted > 0 or group.provider) and "yours" or "services"
    group.subtitle = #(users[key] or {}) == 0 and "For lists that are matched"
      or "For " .. table.concat(users[key], ", ")
  elseif program then
    group.title, group.section = capitalised(key), "programs"
    group.subtitle = program.summary
  else
    group.title, group.section = titles[key] or capitalised(key), "mixhost"
  end
  return group
end

--- The groups by title: {key, title, subtitle, section, entries, manifest, provider, wanted,
--- given}. `section`: yours, programs, mixhost or services; `provider`: where people sign in.
function setting_groups.all()
  local manifests, owners = services()
  local known, users = programs(owners, #mix.host.services() / 2)
  local groups, list = {}, {}
  for _, entry in ipairs(mix.env.settings()) do
    local key = key_of(entry, manifests, owners)
    local group = groups[key]
    if not group then
      group = { key = key, entries = {} }
      groups[key], list[#list + 1] = group, group
    end
    table.insert(group.entries, entry)
  end
  for _, name in ipairs(mix.auth.providers()) do
    if groups[name] then groups[name].provider = name end
  end
  for _, group in ipairs(list) do described(group, manifests, known, users) end
  table.sort(list, function(a, b) return a.title:lower() < b.title:lower() end)
  return list
end

--- The group with a key; nil: there is none.
function setting_groups.find(key)
  for _, group in ipairs(setting_groups.all()) do
    if group.key == key then return group end
  end
end

--- The settings that have all of some words in name, title or description: a list of settings, and
--- labels by name that say the group, too.
function setting_groups.search(text)
  local found, labels = {}, {}
  for _, group in ipairs(setting_groups.all()) do
    for _, entry in ipairs(group.entries) do
      local label = ("%s: %s"):format(group.title, setting_fields.label(entry, group.key))
      local words = mix.text.fold(("%s %s %s"):format(label, entry.name, entry.doc))
      local fits = true
      for word in mix.text.fold(text):gmatch("%S+") do
        fits = fits and words:find(word, 1, true) ~= nil
      end
      if fits then
        found[#found + 1], labels[entry.name] = entry, label
      end
    end
  end
  return found, labels
end

return setting_groups
