-- The owner of a feed: a user at a hub, or, without a hub, this machine.

local hub = require("services.hub.provider")

local account = {}

-- Keys of records have 512 bytes at most: this and a video's id.
local longest_key = 400

-- As the setting feed.user takes it.
local function is_user(text)
  return #text <= 128 and text:find("^[%g]+$") and not text:find("[/?#%%\\]")
end

--- The account for a user (default: the setting's): {key, hub, user}; nil and what is missing.
function account.open(user)
  local address = mix.env.setting("upstream.hub")
  if not address or address == hub.base then return { key = "youtube" } end
  user = user or mix.env.setting("feed.user")
  if not user then
    return nil, "a hub needs a user: mixhost config set feed.user NAME, or --user NAME"
  end
  if not is_user(user) then
    return nil, ("the user \"%s\" is not allowed: 1 to 128 printable characters without / ? # %% \\"
      ):format(user)
  end
  local key = (mix.env.setting("feed.account") or address) .. " " .. user
  if #key > longest_key then
    return nil, ("the name of the account has %d bytes, more than %d: shorten feed.account"):format(
      #key, longest_key)
  end
  return { key = key, hub = address, user = user }
end

return account
