-- Answers of Jellyfin with its users, whom every list needs.

local parts = require("services.jellyfin.answers.parts")

local function user(number, name, fields)
  return parts.with({ Name = name, ServerId = parts.id(1), Id = parts.id(number),
    HasPassword = true, HasConfiguredPassword = true, HasConfiguredEasyPassword = false,
    EnableAutoLogin = false, LastLoginDate = "2026-03-26T22:27:46.1234567Z",
    LastActivityDate = "2026-03-26T22:27:46.1234567Z",
    Configuration = { PlayDefaultAudioTrack = true, SubtitleLanguagePreference = "",
      DisplayMissingEpisodes = false, SubtitleMode = "Default", HidePlayedInLatest = true },
    Policy = { IsAdministrator = false, IsHidden = true, IsDisabled = false,
      EnableAllFolders = true, EnableMediaPlayback = true, LoginAttemptsBeforeLockout = -1 } },
    fields)
end

local playlists = { ["GET " .. parts.base .. "Items*"] = { json = parts.page({}) } }

local answers = {
  { name = "three users, one of them the setting's in other letters", class = "empty",
    json = { user(3, "admin"), user(9, "JOE"), user(4, "Bo", { LastLoginDate = false,
      LastActivityDate = false, HasPassword = false }) },
    more = playlists, odd = "a user who never came has no dates" },
  { name = "no such user", class = "lasting", json = { user(3, "admin") },
    says = 'Jellyfin has no user "joe"' },
  { name = "no users", class = "lasting", json = mix.json.array({}),
    says = 'Jellyfin has no user "joe"' },
  { name = "a page of users, as another program has it", class = "refused",
    json = parts.page({ user(9, "joe") }), says = "not a list of users", apart = "Emby's",
    source = "https://dev.emby.media/reference/RestAPI/UserService.html" },
}
for _, refusal in ipairs(parts.refusals()) do answers[#answers + 1] = refusal end

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET " .. parts.base .. "Users*", open = { user = "joe" },
  ask = { "playlists" },
  mock = { path = "/jellyfin/Users", query = { ApiKey = parts.key } },
  answers = answers,
}
