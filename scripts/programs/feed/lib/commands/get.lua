-- mixhost feed get: has videos downloaded by MeTube, and shows its downloads.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local metube = require("services.metube.provider")
local view = require("programs.feed.lib.view")

local columns = {
  { key = "state", title = "State" }, { key = "percent", title = "%", align = "right", drop = 1 },
  { key = "title", title = "Title", least = 16, drop = 2 }, { key = "url", title = "Address" },
}

local function download_json(item)
  return {
    url = item.url, title = item.title, state = item.state, percent = item.percent or mix.json.null,
    message = item.message or mix.json.null,
  }
end

local function show_downloads(args)
  local found = commands.need(metube.history())
  if args.json then
    local list = mix.json.array({})
    for index, item in ipairs(found) do list[index] = download_json(item) end
    return print(mix.json.encode({ downloads = list }))
  end
  if #found == 0 then return mix.ui.note("MeTube has no downloads") end
  local rows = {}
  for index, item in ipairs(found) do
    rows[index] = {
      state = item.message and ("%s: %s"):format(item.state, item.message) or item.state,
      percent = item.percent and ("%d"):format(math.floor(item.percent)) or "",
      title = item.title, url = item.url,
    }
  end
  mix.ui.table(rows, { columns = columns })
end

local function add(owner, ids, args)
  local added, failed = mix.json.array({}), false
  for _, id in ipairs(ids) do
    local known = archive.video(owner, id)
    -- Of an episode its file is downloaded, of anything else what stands at its address.
    local address = known and known.file or view.address(known or { id = id })
    local ok, problem = metube.add(address, {
      quality = args.quality or mix.env.setting("metube.quality"),
      format = mix.env.setting("metube.format"), folder = mix.env.setting("metube.folder"),
    })
    if ok then
      added[#added + 1] = id
      mix.ui.note(("%s: MeTube downloads it"):format(known and known.title or id))
    else
      mix.ui.problem(("%s: %s"):format(known and known.title or id, problem.message))
      failed = true
    end
  end
  if args.json then print(mix.json.encode({ added = added })) end
  if failed then os.exit(1) end
end

return function()
  local args = commands.parse("get", {
    summary = "Has MeTube (the setting upstream.metube) download videos; without an id it shows "
      .. "what MeTube downloads.",
    options = { { "quality", placeholder = "Q",
      help = "best, 1080, 720, audio, … (default: the setting metube.quality)" } },
    positional = { { "video", many = true, optional = true, placeholder = "ID",
      help = "a video's id, or its address" } },
    examples = { "$0 get dQw4w9WgXcQ", "$0 get" },
  })
  local address = mix.env.setting("upstream.metube")
  if not address or address == metube.base then
    mix.ui.fail("no MeTube is set: mixhost config set upstream.metube http://HOST:8081", 2)
  end
  if #args.video == 0 then return show_downloads(args) end
  local owner = commands.account(args)
  add(owner, commands.videos(owner, args.video), args)
end
