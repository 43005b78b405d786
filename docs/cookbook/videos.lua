-- The newest videos of a YouTube channel, from its feed: mixhost videos.lua UC_x5XG1OV2P6uZZ5FSM9Ttw
local channel = ... or "UC_x5XG1OV2P6uZZ5FSM9Ttw"
local answer = assert(mix.http.get("https://www.youtube.com/feeds/videos.xml", {
  query = { channel_id = channel }, ttl = "15m",
}))
if not answer.ok then mix.ui.fail(("YouTube answered %d"):format(answer.status)) end
local function child(node, name)
  for _, item in ipairs(node.children) do
    if item.name == name then return item.text end
  end
end
for _, entry in ipairs(assert(mix.xml.decode(answer.body)).children) do
  if entry.name == "entry" then print(child(entry, "published"):sub(1, 10), child(entry, "title")) end
end
