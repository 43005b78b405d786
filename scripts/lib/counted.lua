-- Returns a number with its noun: "1 book", "3 books". `plural`: of a noun that takes more than s.

return function(number, noun, plural)
  return ("%d %s"):format(number, number == 1 and noun or plural or noun .. "s")
end
