return {
  name = "tags",
  entry = "tags.lua",
  summary = "Tags of FLAC, MP3, M4A, Ogg, WAV and AIFF files, matched with music catalogues.",
  settings = {
    { "tags.catalogues", type = "list", choices = { "musicbrainz", "itunes" },
      default = "musicbrainz,itunes",
      help = "The catalogues that are asked about a file, one after another until one is sure." },
    { "tags.country", pattern = "[A-Za-z]{2}", default = "us",
      expected = "the two letters of a country, such as us",
      help = "The iTunes store that is searched." },
    { "tags.keep_time", type = "boolean", default = "false",
      help = "Whether a file keeps its time of change when its tags are written." },
  },
  services = { "musicbrainz", "itunes" },
  screens = { { "tags", title = "Tags" } },
  collections = {
    -- One for each folder that was planned; its files and albums; what was written; and what
    -- leads back.
    plans = { key = "id", indexes = { "planned" } },
    files = { key = "id", indexes = { "plan" } },
    albums = { key = "id", indexes = { "plan" } },
    runs = { key = "id", indexes = { "plan", "started" } },
    writes = { key = "id", indexes = { "run" } },
    undos = { key = "id", indexes = { "write" } },
  },
  store_version = 1,
  grants = { data = true },
}
