-- The resources of an assistant: documents of mixhost, and the rules that come with it.

local resources = {}

local documents = { "books", "connect", "feed", "jobs", "linking", "matching", "privacy", "rules",
  "sandbox", "services", "tutorial" }

local docs, rules = "mixhost://docs/", "mixhost://rules/"
-- The user's own rules are not shown.
local function shown_rules()
  local list = {}
  for _, entry in ipairs(mix.rules.list()) do
    if not entry.own then list[#list + 1] = entry end
  end
  return list
end

--- Returns the resources, as the protocol has them.
function resources.list()
  local list = {}
  for _, name in ipairs(documents) do
    list[#list + 1] = { uri = docs .. name, name = name, mimeType = "text/markdown",
      description = "A document of mixhost." }
  end
  for _, entry in ipairs(shown_rules()) do
    list[#list + 1] = { uri = rules .. entry.name, name = entry.name, mimeType = "text/x-lua",
      description = entry.doc }
  end
  return list
end

--- Returns a resource's text and its type; nil for what is not in the list.
function resources.read(uri)
  for _, name in ipairs(documents) do
    if uri == docs .. name then return mix.fs.bundled("docs/" .. name .. ".md"), "text/markdown" end
  end
  for _, entry in ipairs(shown_rules()) do
    if uri == rules .. entry.name then return mix.rules.text(entry.name), "text/x-lua" end
  end
end

return resources
