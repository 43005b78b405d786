-- All settings on one page: keys and sign-ins with the pages that give them, programs, mixhost.

local key_steps = require("programs.host.lib.key_steps")
local setting_fields = require("lib.setting_fields")
local setting_groups = require("programs.host.lib.setting_groups")
local signing_in = require("lib.signing_in")

local sections = {
  { "yours", "Keys and sign-ins" }, { "programs", "Programs" }, { "mixhost", "mixhost itself" },
  { "services", "Services without a key" },
}

local function account_of(group)
  if not group.provider then return nil end
  local ok, status = pcall(mix.auth.status, group.provider)
  return ok and status or nil
end

-- Where it stands with what only its user can give.
local function badge(group)
  local status = account_of(group)
  if status and status.signed_in then return "signed in", "success" end
  if group.key == setting_groups.contact then
    if group.entries[1].value then return "set", "success" end
  elseif group.wanted == 0 or group.given == 0 then
    return nil
  else
    return group.given == group.wanted and "set" or "partly set",
      group.given == group.wanted and "success" or "warning"
  end
end

local function items_of(groups, section)
  local items = {}
  for _, group in ipairs(groups) do
    if group.section == section then
      local found, tone = badge(group)
      local item = { key = group.key, title = group.title, subtitle = group.subtitle,
        badge = found, tone = tone }
      -- Every service wants this one.
      table.insert(items, group.key == setting_groups.contact and 1 or #items + 1, item)
    end
  end
  return items
end

local function add_account(node, group)
  local status = account_of(group)
  if not status then return end
  node[#node + 1] = { "text", signing_in.line(status) }
  node[#node + 1] = signing_in.link(group.provider, status, group.provider)
  if status.signed_in then
    node[#node + 1] = { "link", "Sign out", action = "sign_out", args = group.provider,
      confirm = ("Sign out of %s?"):format(group.title) }
  end
end

-- The group that is open.
local function open_group(state)
  local group = state.open and setting_groups.find(state.open)
  if not group then return false end
  local steps = group.manifest and group.manifest.about and group.manifest.about.sign_up
  local node = { "detail", title = group.title, subtitle = group.subtitle, on_close = "close",
    { "text", group.section == "yours" and key_steps.words(steps) },
  }
  for _, link in ipairs(key_steps.links(steps)) do node[#node + 1] = link end
  add_account(node, group)
  setting_fields.add_form(node, group.entries, state.wrong, group.key)
  return node
end

-- The settings that have the words of the search.
local function add_found(page, state)
  local entries, labels = setting_groups.search(state.text)
  if #entries == 0 then
    page[#page + 1] = { "text", "No setting is like that.", style = "muted" }
    return
  end
  local found = {}
  setting_fields.add_form(found, entries, state.wrong)
  for _, field in ipairs(found[1].fields) do field.label = labels[field.name] end
  table.move(found, 1, #found, #page + 1, page)
end

-- The sign-ins that wait, whichever screen began them.
local function add_waiting(page)
  for _, name in ipairs(mix.auth.providers()) do
    local ok, status = pcall(mix.auth.status, name)
    page[#page + 1] = ok and status and signing_in.work(name, status, name) or false
  end
end

local function add_sections(page)
  local groups = setting_groups.all()
  for _, section in ipairs(sections) do
    local items = items_of(groups, section[1])
    if #items > 0 then
      page[#page + 1] = { "text", section[2], style = "heading" }
      page[#page + 1] = { "list", id = section[1], items = items, on_select = "open" }
    end
  end
end

-- The settings that the form has.
local function entries_of(state)
  local group = state.open and setting_groups.find(state.open)
  return group and group.entries or state.text and setting_groups.search(state.text) or {}
end

local function say(state, text, tone)
  state.message = text and { text = text, tone = tone, seconds = tone == "success" and 5 or nil }
end

local actions = setting_fields.actions(entries_of)

function actions.filter(state, values)
  state.text, state.wrong, state.message = values.text, nil, nil
end

function actions.sign_in(state, name, update) say(state, signing_in.begin(name, update)) end

function actions.stop_sign_in(_, name) signing_in.stop(name) end

function actions.sign_out(state, name) say(state, signing_in.out(name)) end

return {
  watch = { "topic:signing_in" },
  view = function(state)
    local found = state.message or {}
    local page = { "page", title = "Settings",
      { "message", found.text, tone = found.tone, seconds = found.seconds },
    }
    add_waiting(page)
    table.move({
      open_group(state),
      { "filters", on_change = "filter", fields = {
        { name = "text", label = "Search", value = state.text, help = "words of a setting" },
      } },
    }, 1, 2, #page + 1, page)
    -- One form at a time: both would ask for the same settings.
    if state.text and not state.open then add_found(page, state) else add_sections(page) end
    return page
  end,
  actions = actions,
}
