-- How the mocked Spotify behaves, by the mock's option `spotify`: `old`, `new+quota:30`,
-- `new+unlisted`.

-- `contract`: `old` is that of apps from before February 2026, `new` that of development-mode apps
-- since (other paths, no top tracks, smaller pages); `quota`: after N calls all further ones are
-- refused; `refusal`: why every call is, `unlisted` (the user is not on the app's list) or
-- `premium` (the app's owner has no Premium).
local behaviour = { contract = "new" }

local members = { old = "contract", new = "contract", unlisted = "refusal", premium = "refusal" }

local option = mix.mock.option("spotify")
for word in (option and option .. "+" or ""):gmatch("([^+]*)%+") do
  local calls = word:match("^quota:(%d+)$")
  if members[word] then
    behaviour[members[word]] = word
  elseif calls then
    behaviour.quota = math.tointeger(tonumber(calls))
  else
    behaviour.refused_option = { "spotify",
      ("takes old or new, unlisted, premium and quota:N with + between, not '%s'"):format(option) }
  end
end

return behaviour
