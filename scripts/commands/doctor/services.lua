-- The services that programs ask, in the order in which they are shown. Each says in its own file
-- what it needs and how it is tried (`checks`, see docs/doctor.md).

local services = {}

local modules = {
  "programs.chart.lib.chart_sources", "providers.apple_charts", "providers.itunes",
  "providers.musicbrainz",
  "providers.openlibrary", "providers.google_books", "providers.tmdb", "providers.hub",
  "providers.youtube_atom", "providers.metube", "providers.spotify", "providers.deezer",
  "providers.subsonic", "providers.jellyfin",
}

--- All checks.
function services.list()
  local list = {}
  for _, name in ipairs(modules) do
    for _, check in ipairs(require(name).checks) do list[#list + 1] = check end
  end
  return list
end

return services
