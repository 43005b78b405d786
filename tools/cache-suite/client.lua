-- The cache under test: sends each request that a line of standard input describes, and writes its
-- answer as a line. See tools/cache-tests.
local function answer(request)
  local response, err = mix.http.request(request.method, request.url, {
    headers = request.headers,
    body = request.body,
    redirect = request.redirect,
    retry = request.retry,
  })
  local line = { id = request.id }
  if response then
    line.status, line.headers, line.body = response.status, response.headers, response.body
  else
    line.error = tostring(err)
  end
  io.write(mix.json.encode(line), "\n")
  io.stdout:flush()
end

mix.task.scope(function(scope)
  for line in io.lines() do
    local request = assert(mix.json.decode(line))
    scope:spawn(function()
      answer(request)
    end)
  end
end)
