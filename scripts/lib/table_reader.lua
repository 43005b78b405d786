-- Opens CSV files in any encoding that people's programs have, read piece by piece.

local multi_byte = require("lib.multi_byte")
local near = require("lib.near")
local odd_tables = require("lib.odd_tables")
local progress = require("lib.linking.progress")
local single_byte = require("lib.single_byte")

local table_reader = {}

-- Encodings that the host reads itself.
local own = { auto = true, ["utf-8"] = true, ["utf-16"] = true, ["iso-8859-1"] = true,
  ["windows-1252"] = true }
-- Rows that an encoding is guessed by.
local most_rows = 2000

local names = table.concat(single_byte.names, ", ") .. ", " .. table.concat(multi_byte.names, ", ")

--- The option of a command.
table_reader.option = { "encoding", placeholder = "NAME", default = "auto",
  help = "how the text is encoded: utf-8, utf-16, " .. names .. "; auto: UTF-16 by its mark, else "
    .. "UTF-8, and what is not UTF-8 by a guess, which is reported" }

--- Returns an encoding's name as it is here; nil and the reason for one that cannot be read.
function table_reader.encoding(text)
  local plain = text:lower():gsub("_", "-"):gsub("^utf(%d)", "utf-%1")
  if own[plain] then return plain end
  local name = single_byte.name(plain) or multi_byte.name(plain)
  if name then return name end
  local all = table.move(multi_byte.names, 1, #multi_byte.names, #single_byte.names + 1,
    table.move(single_byte.names, 1, #single_byte.names, 1, {}))
  table.move({ "utf-8", "utf-16" }, 1, 2, #all + 1, all)
  return nil, ("the encoding \"%s\" cannot be read%s; mixhost reads utf-8, utf-16, %s. Save the "
    .. "table as UTF-8 (iconv -f %s -t utf-8)"):format(text, near(plain, all), names, text)
end

--- Ends the script at an option --encoding that cannot be read.
function table_reader.check(text)
  local encoding, problem = table_reader.encoding(text or "auto")
  if not encoding then progress.fail("--encoding: " .. problem, 2) end
end

--- Returns a remark about an encoding that was guessed; nil for UTF-8 and UTF-16.
function table_reader.remark(encoding)
  if not (single_byte.name(encoding) or multi_byte.name(encoding)) then return nil end
  return ("its text is not UTF-8, and is taken for %s; where letters are wrong, say another by "
    .. "--encoding"):format(encoding)
end

-- The bytes of a text that was read as ISO-8859-1.
local function bytes_of(text)
  return (text:gsub("[\xC2\xC3][\x80-\xBF]", function(character)
    return string.char(utf8.codepoint(character))
  end))
end

-- The cells at the beginning of a file that are not UTF-8, read as ISO-8859-1.
local function foreign_cells(path, delimiter)
  local reader = mix.csv.open(path, { delimiter = delimiter, encoding = "iso-8859-1" })
  local cells = {}
  for _, row in ipairs(reader and reader:next(most_rows) or {}) do
    for _, cell in ipairs(row) do
      if cell:find("[\x80-\xFF]") and not utf8.len(bytes_of(cell)) then cells[#cells + 1] = cell end
    end
  end
  if reader then reader:close() end
  return cells
end

-- A text that was read as ISO-8859-1 as its bytes read in another encoding.
local function reread(text, encoding)
  if not multi_byte.name(encoding) then return single_byte.reread(text, encoding) end
  return multi_byte.decode(bytes_of(text), encoding)
end

local function guess(cells)
  local bytes = {}
  for place, cell in ipairs(cells) do bytes[place] = bytes_of(cell) end
  return multi_byte.guess(bytes) or single_byte.guess(cells)
end

local Reader = {}
Reader.__index = Reader

--- As the reader of mix.csv.open.
function Reader:next(count)
  local rows, rejected = self.reader:next(count)
  for _, row in ipairs(rows or {}) do
    for place, cell in ipairs(row) do
      if cell:find("[\x80-\xFF]") then
        local bytes = self.is_guess and bytes_of(cell)
        -- Old programs mix UTF-8 and their own encoding within a file.
        row[place] = bytes and utf8.len(bytes) and bytes or reread(cell, self.encoding)
      end
    end
  end
  return rows, rejected
end

function Reader:info()
  local info = self.reader:info()
  info.encoding = self.encoding
  return info
end

local function opened(path, options)
  local encoding, is_guess = options.encoding or "auto", false
  if encoding == "auto" then
    local cells = foreign_cells(path, options.delimiter)
    local guessed = #cells > 0 and guess(cells)
    if guessed and not own[guessed] then encoding, is_guess = guessed, true end
  end
  if own[encoding] then
    return mix.csv.open(path, { delimiter = options.delimiter, encoding = encoding })
  end
  local reader, err = mix.csv.open(path, { delimiter = options.delimiter, encoding = "iso-8859-1" })
  if not reader then return nil, err end
  return setmetatable({ reader = reader, encoding = encoding, is_guess = is_guess }, Reader)
end

--- As mix.csv.open, with any encoding of table_reader.encoding; without one, or with "auto", it is
--- guessed where the text is not UTF-8. Rows in the forms of lib.odd_tables are read, too.
function table_reader.open(path, options)
  local reader, err = opened(path, options)
  if not reader then return nil, err end
  return odd_tables.reader(reader, path ~= "-" and path or nil)
end

return table_reader
