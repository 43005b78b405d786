-- Words that programs and spreadsheets write in a cell without a value.

local absent_words = {}

-- Those that no title is, the faults of spreadsheets among them.
local never = {}
for word in ([[
  NULL (null) NaN nan #N/A <NA> \N #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #ERROR! #SPILL! #NV
  #BEZUG! #WERT! #VALEUR! #NOM? #NOMBRE? #VALOR!
]]):gmatch("%S+") do
  never[word] = true
end
local other = { null = true, ["N/A"] = true, ["n/a"] = true }

--- Whether a cell's text stands for nothing, whatever its column holds.
function absent_words.is_never(text) return never[text] == true end

--- Whether a cell's text stands for nothing, unless it is a title.
function absent_words.is_absent(text) return never[text] or other[text] or false end

return absent_words
