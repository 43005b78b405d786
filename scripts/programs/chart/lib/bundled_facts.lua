-- mixhost's own facts about the songs in the chart that comes with it, for runs without network.

local song_keys = require("programs.chart.lib.song_keys")

local bundled_facts = {}

local file = "docs/kworb_top10_facts.json"
local by_key = {}

--- Reads the facts; called once, before any is looked for.
function bundled_facts.load()
  local facts = {}
  local text = mix.fs.bundled(file)
  local document = text and mix.json.decode(text)
  for _, song in ipairs(document and document.songs or {}) do
    facts[song_keys.key(song, song_keys.default_country)] = {
      collection_name = song.collection_name, release_date = song.release_date,
    }
  end
  by_key = facts
end

--- {collection_name, release_date} of a chart entry; nil when it is not one of the ten.
function bundled_facts.find(entry)
  return by_key[song_keys.key(entry, song_keys.default_country)]
end

return bundled_facts
