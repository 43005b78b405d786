-- Short tunes as WAV files: eight notes of a scale, different ones for each name.

local digest = require("lib.mock.digest")

local rate, notes, note_seconds = 11025, 8, 0.4
-- Steps of a pentatonic scale, in semitones: no two of them sound wrong together.
local scale = { 0, 2, 4, 7, 9, 12, 14, 16 }

local function add_note(samples, pitch)
  local length, turn = rate * note_seconds // 1, 2 * math.pi * pitch / rate
  for place = 0, length - 1 do
    local loudness = math.min(1, place / 200) * math.exp(-4 * place / length)
    local wave = math.sin(turn * place) + 0.3 * math.sin(2 * turn * place)
    local level = math.tointeger(math.floor(128 + 80 * loudness * wave))
    samples[#samples + 1] = string.char(math.max(0, math.min(255, level)))
  end
end

--- Returns the file of a name: 8 bits, one channel, 3.2 s.
return function(name)
  local stream, samples = digest.text(name), {}
  local base = 196 * 2 ^ (stream:below(7) / 12)
  for _ = 1, notes do add_note(samples, base * 2 ^ (stream:pick(scale) / 12)) end
  local text = table.concat(samples)
  return string.pack("<c4I4c4c4I4I2I2I4I4I2I2c4s4", "RIFF", #text + 36, "WAVE", "fmt ", 16, 1, 1,
    rate, rate, 1, 8, "data", text)
end
