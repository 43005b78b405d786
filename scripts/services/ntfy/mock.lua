-- Imitates ntfy: takes messages for any topic but `refused`, which wants a token, and `limited`,
-- whose day is used up.

local function failed(status, code, words)
  return { status = status, json = { code = code, http = status, error = words,
    link = "https://ntfy.sh/docs/publish/" } }
end

local function publish(request, state)
  local message = mix.json.decode(request.body)
  if type(message) ~= "table" then
    return failed(400, 40024, "invalid request: request body must be valid JSON")
  end
  local topic = message.topic
  if type(topic) ~= "string" or not topic:find("^[%w_-]+$") or #topic > 64 then
    return failed(400, 40009, "invalid request: topic invalid")
  end
  if topic == "refused" and not request.headers.authorization then
    return failed(403, 40301, "forbidden")
  end
  if topic == "limited" then
    return failed(429, 42908, "limit reached: daily message quota reached")
  end
  state.count = state.count + 1
  local time, id = mix.mock.now(), ("m%011d"):format(state.count)
  return { json = {
    id = id, sequence_id = message.sequence_id or id, time = time, expires = time + 43200,
    event = "message", topic = topic, title = message.title, message = message.message,
    priority = message.priority, click = message.click,
  } }
end

return {
  routes = { ["POST /ntfy/"] = publish },
  state = function() return { count = 0 } end,
}
