-- The identifiers of MusicBrainz: those of the catalogue's things say which they stand for, those
-- of types and of areas are the service's own.

local ids = {}

-- The first group of the identifiers of a kind; the last group holds the number.
local kinds = {
  recording = 0x6d620001, release = 0x6d620002, release_group = 0x6d620003, work = 0x6d620004,
  artist = 0x6d620005, track = 0x6d620006, genre = 0x6d620007, medium = 0x6d620008,
  credit = 0x6d620009, label = 0x6d62000a, city = 0x6d62000b,
}

ids.types = {
  Person = "b6e035f4-3ce9-331c-97df-83397230b0df", Group = "e431f5f6-b5d2-343d-8b36-72607fffb74b",
  female = "93452b5a-a947-30c8-934f-6a4056b151c2", male = "36d3d30a-839d-3eda-8cb3-29be4384e4a9",
  ["Artist name"] = "894afba6-2816-3c24-8072-eadb66bd04bc",
  Country = "06dd0ae4-8c74-30bb-b43d-95dcedf961de", City = "6fd8f29a-3d0a-32fc-980d-ea697b69da78",
  Official = "4e304316-386d-3409-af2e-78857eec5cfe", Album = "f529b476-6e62-324f-b0aa-1f3e33d313fc",
  EP = "6d0c5bf6-7a33-3420-a519-44fc63eedebf", Compilation = "dd2a21e1-0c00-3729-a7a0-de60b84eb5d1",
  ["Digital Media"] = "907a28d9-b3b2-3ef6-89a8-7b18d91d4794",
  None = "119eba76-b343-3e02-a292-f0f00644bb9b", Song = "f061270a-2fd6-32f1-a641-f0f8676d14e6",
  ["Work name"] = "5d81fc72-598a-3a9d-a85a-a471c6ba84dc",
  composer = "d59d99ea-23d4-4a80-b066-edca32ee158f",
  performance = "a3005666-a872-32c3-ad06-98af558e99b0",
}
ids.various = "89ad4ac3-39f7-470e-963a-56509c546377"
ids.worldwide = "525d4e18-3d00-31b9-a58b-a146a916de8f"
ids.kingdom = "8a754a16-0027-3a29-b6d7-2b40ea0481ed"

--- Returns the identifier of a number, 0 up to 2^48.
function ids.text(kind, number) return ("%08x-7361-4b69-8d78-%012x"):format(kinds[kind], number) end

--- Returns the number of an identifier; nil for one of another kind.
function ids.number(kind, id)
  local number = tonumber(id:sub(-12), 16)
  return number and ids.text(kind, number) == id:lower() and number or nil
end

return ids
