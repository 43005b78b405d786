-- Finds the parts of a page with a grid to browse.

local parts = {}

--- Returns the parts among a page's children: {cards, detail, filters, progress, messages, texts}.
function parts.of(tree)
  local found = { messages = {}, texts = {} }
  for _, node in ipairs(tree.children) do
    if node.kind == "message" then
      found.messages[#found.messages + 1] = node
    elseif node.kind == "text" then
      found.texts[#found.texts + 1] = node.text
    else
      found[node.kind] = found[node.kind] or node
    end
  end
  return found
end

--- Returns a message with its countdown in seconds; `again`: how to run its action.
function parts.message_text(message, again)
  local seconds = message.ends_at and math.max(0, math.ceil(message.ends_at - mix.time.now()))
  local text = seconds and ("%s (in %d s)"):format(message.text, seconds) or message.text
  -- Reasons are long and may be cut off; the action must not be.
  return message.actions and ("%s; %s"):format(again, text) or text
end

return parts
