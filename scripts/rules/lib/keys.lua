-- Finds musical keys in titles, in five languages: "in C-Sharp Minor", "cis-Moll", "en ut dièse
-- mineur", "in mi bemolle maggiore". Input is folded.

local modes = {
  major = "major", dur = "major", majeur = "major", maggiore = "major", mayor = "major",
  minor = "minor", moll = "minor", mineur = "minor", minore = "minor", menor = "minor",
}
local german = { dur = true, moll = true }

local notes = {
  c = "c", d = "d", e = "e", f = "f", g = "g", a = "a", b = "b", h = "b",
  cis = "c sharp", dis = "d sharp", fis = "f sharp", gis = "g sharp", ais = "a sharp",
  des = "d flat", es = "e flat", ges = "g flat", as = "a flat",
  ["do"] = "c", ut = "c", re = "d", mi = "e", fa = "f", sol = "g", la = "a", si = "b",
}
local signs = {
  sharp = " sharp", diese = " sharp", diesis = " sharp", sostenido = " sharp",
  flat = " flat", bemol = " flat", bemolle = " flat",
}

local function note_at(tokens, index)
  local sign = signs[tokens[index]]
  local word = tokens[sign and index - 1 or index]
  if not word then return nil end
  local letter, mark = word:match("^([a-h])([^%w]+)$")
  if mark == "♭" then return letter .. " flat" end
  if mark == "♯" or mark == "#" then return letter .. " sharp" end
  return notes[word] and notes[word] .. (sign or "")
end

local keys = {}

-- Whether a text can contain a key at all; most titles do not.
local function may_hold(s) return s:find("m[aeio][jgynl]") or s:find("dur", 1, true) end

--- Returns the note and the mode of a text, "c sharp" and "minor". The mode is nil in "Concerto in
--- D, Op. 77"; both are nil without a key.
function keys.of(s)
  if may_hold(s) then
    local tokens = {}
    for token in s:gmatch("[^%s,:;%.%-%(%)%[%]\"/]+") do tokens[#tokens + 1] = token end
    for index = 2, #tokens do
      local mode = modes[tokens[index]]
      local note = mode and tokens[index - 1]:find("^%a") and note_at(tokens, index - 1)
      if note then
        -- In German, B is B flat, and H is B.
        if german[tokens[index]] and tokens[index - 1] == "b" then note = "b flat" end
        return note, mode
      end
    end
  end
  local letter, sign = s:match("%f[%w]in ([a-h])[%- ]?(%a*)%f[,:%z]")
  if letter and (sign == "" or signs[sign]) then return letter .. (signs[sign] or ""), nil end
  return nil, nil
end

--- Returns the words of a text without those that name a key.
function keys.without(s)
  local kept = {}
  for word in s:gmatch("%S+") do
    if modes[word] and #kept > 0 then
      if signs[kept[#kept]] then kept[#kept] = nil end
      if #kept > 0 and (notes[kept[#kept]]) then kept[#kept] = nil end
      if kept[#kept] == "in" or kept[#kept] == "en" then kept[#kept] = nil end
    else
      kept[#kept + 1] = word
    end
  end
  -- Removes the note of "Concerto in D" or "in E flat".
  local last, before = #kept, #kept - 1
  if signs[kept[last]] then last, before = last - 1, before - 1 end
  if before > 0 and kept[before] == "in" and notes[kept[last]] and #kept[last] == 1 then
    for index = #kept, before, -1 do kept[index] = nil end
  end
  return kept
end

return keys
