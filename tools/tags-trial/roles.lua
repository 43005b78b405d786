-- Changes a role's people in each file of a state ({path, key, values}) and keeps the way back in
-- it, or a refusal; called again, it puts the files back.

local state = assert(mix.json.decode(assert(mix.fs.read(arg[1]))))

for _, file in ipairs(state) do
  if file.undo then
    assert(mix.tags.restore(file.path, file.undo))
  else
    local draft, err = mix.tags.prepare(file.path, { [file.key] = file.values })
    if draft then
      file.undo = draft:undo()
      assert(draft:finish())
      file.read = mix.tags.read(file.path).tags[file.key] or mix.json.array({})
    else
      file.refused = err.message
    end
  end
end

assert(mix.fs.write(arg[1], mix.json.encode(state)))
