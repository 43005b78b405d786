-- Checks the form of keys and tokens and explains what a wrong text seems to be. No function shows
-- a key.

local key_forms = {}

--- Whether a text is a given number of hexadecimal digits.
function key_forms.is_hex(text, digits) return #text == digits and text:find("^%x+$") ~= nil end

--- Whether a text looks like a JSON Web Token (RFC 7519): three parts, the first a JSON object.
function key_forms.is_jwt(text) return text:find("^eyJ[%w_-]+%.[%w_-]+%.[%w_-]*$") ~= nil end

--- The fault of a text as a key of any service; nil without one.
function key_forms.flaw(text)
  if text:find("^[\"'].*[\"']$") then return "stands in quotation marks" end
  if text:find("^[Bb]earer%s") then return "begins with the word Bearer" end
  if text:find("%s") then return "holds a space or a line break" end
  if text:find("[^\33-\126]") then return "holds a character that no key has" end
  if text:find("^%*+$") or text:find("^[A-Z_]+$") then return "is a placeholder" end
  return nil
end

return key_forms
