-- Returns a number with its noun: "1 book", "3 books".

return function(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end
