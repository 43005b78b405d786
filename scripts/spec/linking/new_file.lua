-- Opens a link file of a name that has nothing in it.
return function(name)
  local path = mix.fs.data(("spec/%s.sqlite"):format(name))
  assert(mix.link.open(path)):remove()
  return assert(mix.link.open(path))
end
