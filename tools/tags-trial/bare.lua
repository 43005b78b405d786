-- Writes an audio file without tags of each format into the folder that is named.

local audio = require("programs.tags.spec.audio")

local options = { bare = true, without_tags = true, frames = 20 }

for _, format in ipairs({ "flac", "mp3", "m4a", "ogg", "opus", "wav", "aiff" }) do
  assert(mix.fs.write(("%s/bare.%s"):format(arg[1], format), audio.make(format, {}, options)))
end
