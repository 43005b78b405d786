-- How people get the key of a service: the words of its manifest that fit a page, and its links.

local plain_text = require("lib.plain_text")

local key_steps = {}

-- Words of docs and of the terminal have no place on a page.
local function is_elsewhere(sentence)
  return sentence:find("%.md") ~= nil or sentence:find("%-%-%l") ~= nil
    or sentence:find("`mixhost ", 1, true) ~= nil or sentence:find("`%u+_[%u_]+`") ~= nil
end

local function host_of(address) return address:match("^https://([^/]+)"):gsub("^www%.", "") end

--- The steps in words; nil without any. `text`: `about.sign_up` of a service's manifest.
function key_steps.words(text)
  local kept = {}
  for sentence in ((text or "") .. " "):gmatch("(.-[.!?])%s") do
    if not is_elsewhere(sentence) then
      -- Its field has it.
      kept[#kept + 1] = sentence:gsub("<(https://[^>]+)>", host_of)
        :gsub("`https?://[^`]+`", "below")
    end
  end
  return #kept > 0 and plain_text.markdown(table.concat(kept, " ")) or nil
end

--- The pages that the steps name, as nodes.
function key_steps.links(text)
  local links = {}
  for label, address in (text or ""):gsub("<(https://[^>]+)>", "[](%1)")
    :gmatch("%[([^%]]*)%]%((https://[^)]+)%)") do
    local words = label ~= "" and label:sub(1, 1):upper() .. label:sub(2)
    links[#links + 1] = { "link", words or "Open " .. host_of(address), href = address }
  end
  return links
end

return key_steps
