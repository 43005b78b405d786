-- Reads the costly fields of a table later: a few others already decide most pairs.

--- Returns a metatable for tables whose missing fields `complete` fills in, all at once, when one
--- of them is first read.
return function(complete)
  return {
    __index = function(record, name)
      setmetatable(record, nil)
      complete(record)
      return record[name]
    end,
  }
end
