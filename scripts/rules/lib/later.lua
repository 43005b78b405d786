-- Postpones the dear fields of a table: most pairs are told apart by a few.

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
