-- Decides which fields of audio files a plan may change. Copy this file with
-- `mixhost rules copy tags/standard` and change it. The names of fields are those of
-- `mixhost tags plan --fields`.

return {
  kind = "tags",
  doc = "Each field that the catalogue knows better; what is there is never known less afterwards.",
  -- Only missing ones are filled.
  keep = {},
  -- They get the catalogue's spelling of the same words, though it has fewer accents or signs.
  prefer = {},
  -- They stay as they are, or missing.
  never = {},
  -- The last word on each change: {field, old, new, why, service, format}.
  change = function() return true end,
}
