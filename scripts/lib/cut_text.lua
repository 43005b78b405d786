--- Returns the beginning of a text in UTF-8 that fits a number of bytes, in whole characters: names
--- of files have a limit in bytes.
return function(text, most)
  if #text <= most then return text end
  local stop = most
  while stop > 0 and text:find("^[\x80-\xBF]", stop + 1) do stop = stop - 1 end
  return text:sub(1, stop)
end
