-- Whose feed it is: a user at a hub, or, without a hub, nobody's but this machine's.

local hub = require("providers.hub")

local account = {}

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
  local name = mix.env.setting("feed.account") or address
  return { key = name .. " " .. user, hub = address, user = user }
end

return account
