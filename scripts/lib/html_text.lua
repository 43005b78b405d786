-- Reads text that a service escaped or marked up as HTML.

local html_text = {}

local named = { amp = "&", lt = "<", gt = ">", quot = '"', apos = "'", nbsp = "\u{a0}" }

local function character(reference)
  local digits, base = reference:match("^#(%d+)$"), 10
  if not digits then digits, base = reference:match("^#[xX](%x+)$"), 16 end
  local code = digits and #digits < 8 and tonumber(digits, base)
  -- Halves of a pair and control characters stand for nothing.
  if not code then return named[reference] end
  if code > 0x10FFFF or code >= 0xD800 and code < 0xE000 then return nil end
  return (code >= 32 or code == 9 or code == 10) and utf8.char(code) or nil
end

--- Returns a text with its references (`&amp;`, `&#x27;`) as the characters that they stand for.
--- Unknown ones stay.
function html_text.unescaped(text)
  return (text:gsub("&(#?%w+);", character))
end

local breaks = { br = true, p = true, div = true, li = true, tr = true, h1 = true, h2 = true,
  h3 = true, h4 = true, ul = true, ol = true, blockquote = true }

--- Returns the text of marked-up text: paragraphs and line breaks as lines, no elements, comments,
--- scripts and styles.
function html_text.plain(text)
  local marks = text:gsub("<!%-%-.-%-%->", "")
  for _, name in ipairs({ "script", "style" }) do
    marks = marks:gsub(("<%s[%%s>].-</%s>"):format(name, name), "")
  end
  marks = marks:gsub("</?(%a%w*)[^<>]*>", function(name)
    return breaks[name:lower()] and "\n" or ""
  end)
  local lines = {}
  for line in (html_text.unescaped(marks) .. "\n"):gmatch("(.-)\r?\n") do
    line = line:match("^%s*(.-)%s*$")
    if line ~= "" then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

return html_text
