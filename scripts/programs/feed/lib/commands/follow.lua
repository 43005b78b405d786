-- mixhost feed follow: adds channels.

local addresses = require("programs.feed.lib.addresses")
local archive = require("programs.feed.lib.archive")
local channels = require("programs.feed.lib.channels")
local commands = require("programs.feed.lib.commands")
local failure = require("lib.failure")
local resolving = require("programs.feed.lib.resolving")

local shown = 3

-- A word is a channel when it reads as one, else a file. Returns entries, and those of a file that
-- name no channel; nil and the reason.
local function read(word)
  local found = addresses.channel(word)
  if found then return { { id = found.id, page = found.page, said = word } }, {} end
  if word:find("^%a+://") then return nil, ("\"%s\" is no address of a channel"):format(word) end
  local text, err = mix.fs.read(word)
  if not text then return nil, failure.line(err) end
  local list, problem = channels.read(text)
  if not list then return nil, ("%s: no list of channels: %s"):format(word, problem) end
  if #list == 0 then
    return nil, ("%s: no channel is in it: an id (UC…), a handle (@…) or an address a line")
      :format(word)
  end
  return list, problem
end

-- All words, resolved. Returns the channels, what was left out with its reason, whether it failed.
local function gather(words)
  local list, rejected, failed = {}, mix.json.array({}), false
  for _, word in ipairs(words) do
    local entries, rest = read(word)
    if entries then
      local found, unknown = resolving.all(entries)
      table.move(found, 1, #found, #list + 1, list)
      table.move(rest, 1, #rest, #rejected + 1, rejected)
      table.move(unknown, 1, #unknown, #rejected + 1, rejected)
      -- Of a file the rest is taken; a channel that was asked for by itself must be there.
      if #found == 0 then
        failed = true
        for _, reason in ipairs(unknown) do mix.ui.problem(reason) end
      end
    else
      mix.ui.problem(rest)
      failed = true
    end
  end
  return list, rejected, failed
end

local function tell_rejected(rejected)
  if #rejected == 0 then return end
  mix.ui.problem(("skipped %s that %s no channel: %s%s"):format(
    #rejected == 1 and "1 entry" or #rejected .. " entries", #rejected == 1 and "names" or "name",
    table.concat(rejected, "; ", 1, math.min(#rejected, shown)),
    #rejected > shown and "; …" or ""))
end

return function()
  local args = commands.parse("follow", {
    summary = "Adds channels: handles, addresses, ids, or files (OPML, or a channel a line).",
    positional = { { "channel", type = "path", many = true, placeholder = "FILE|ID|@HANDLE",
      help = "@handle, youtube.com/@…, /c/…, /user/…, /channel/UC…, UC…, a video's address, or a "
        .. "file; - for standard input" } },
    examples = {
      "$0 follow subscriptions.opml",
      "$0 follow @GoogleDevelopers https://youtu.be/dQw4w9WgXcQ",
      "$0 follow UC_x5XG1OV2P6uZZ5FSM9Ttw",
    },
  })
  local owner = commands.account(args)
  local list, rejected, failed = gather(args.channel)
  local added = archive.follow(owner, list)
  -- Before the first channel nothing was asked: now there is something to ask for.
  if added > 0 and archive.channel_count(owner) == added then
    mix.policy.record("feed", true, { key = owner.key, idle = true })
  end
  if not failed then tell_rejected(rejected) end
  if args.json then
    print(mix.json.encode({ added = added, known = #list - added, rejected = rejected }))
  else
    print(("%s added, %d followed already"):format(commands.count(added, "channel"), #list - added))
  end
  if failed then os.exit(1) end
end
