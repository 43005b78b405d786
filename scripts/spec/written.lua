-- Writes a file for a spec, below spec/ in the data folder, and returns its path.
return function(name, text)
  local path = mix.fs.data("spec/" .. name)
  assert(mix.fs.write(path, text))
  return path
end
