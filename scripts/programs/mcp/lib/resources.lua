-- The resources of an assistant: documents of mixhost, and the rules that come with it.

local resources = {}

local documents = { "assistants", "books", "calendars", "connect", "feed", "feed-readers", "jobs",
  "linking", "matching", "notices", "privacy", "reconciliation", "rules", "sandbox", "services",
  "tutorial" }

-- All of them, as the protocol has them, with where their texts are by their addresses. The user's
-- own rules are not shown.
local function all()
  local list, texts = {}, {}
  local function add(uri, name, kind, description, text)
    list[#list + 1] = { uri = uri, name = name, mimeType = kind, description = description }
    texts[uri] = function() return text(), kind end
  end
  for _, name in ipairs(documents) do
    add("mixhost://docs/" .. name, name, "text/markdown", "A document of mixhost.",
      function() return mix.fs.bundled("docs/" .. name .. ".md") end)
  end
  for _, entry in ipairs(mix.rules.list()) do
    if not entry.own then
      add("mixhost://rules/" .. entry.name, entry.name, "text/x-lua", entry.doc,
        function() return mix.rules.text(entry.name) end)
    end
  end
  return list, texts
end

--- Returns the resources, as the protocol has them.
function resources.list() return (all()) end

--- Returns a resource's text and its type; nil for what is not in the list.
function resources.read(uri)
  local _, texts = all()
  if texts[uri] then return texts[uri]() end
end

return resources
