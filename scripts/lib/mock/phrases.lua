-- The names that books and films share (`phrases.book_titles`, `phrases.book_authors`): lists that
-- are made when they are first used.

return setmetatable({}, {
  __index = function(lists, name)
    local list = mix.catalogue.phrases(name)
    rawset(lists, name, list)
    return list
  end,
})
