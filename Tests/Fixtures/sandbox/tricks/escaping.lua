-- Getting out: what is not there, what cannot be changed, what cannot be reached.
return {
  { "binary chunk", { program = "attempt to load a binary chunk" },
    "error(select(2, load('\\27Lua')))" },
  { "binary chunk by mode", { program = "only text chunks can be loaded" },
    "error(select(2, load('\\27Lua', 'x', 'b')))" },
  { "binary chunk in pieces", { program = "attempt to load a binary chunk" }, [[
    local first = true
    error(select(2, load(function() if first then first = false return '\27Lua' end end)))]] },
  { "load in a rule", { rule = "nil value" }, "return load('return 1')" },
  { "string.dump", { both = "nil value" }, "return string.dump(function() end)" },
  { "dofile and loadfile", { both = "neither is there" }, [[
    return rawget(_G, 'dofile') == nil and rawget(_G, 'loadfile') == nil and 'neither is there']] },
  { "package", { both = "not there" },
    "return rawget(_G, 'package') == nil and 'not there'" },
  { "debug", { both = "traceback at most" }, [[
    local found = {}
    for name in pairs(rawget(_G, 'debug') or {}) do found[#found + 1] = name end
    table.sort(found)
    found = table.concat(found, ' ')
    for _, name in ipairs { 'sethook', 'getregistry', 'setmetatable', 'getupvalue', 'setupvalue',
      'getlocal', 'setlocal', 'upvaluejoin', 'setuservalue', 'debug', 'getmetatable' } do
      assert(not (' ' .. found .. ' '):find(' ' .. name .. ' ', 1, true), name)
    end
    return 'traceback at most']] },
  { "os", { both = "reads the clock" }, [[
    for _, name in ipairs { 'execute', 'remove', 'rename', 'tmpname', 'setlocale' } do
      assert(rawget(_G, 'os') == nil or rawget(os, name) == nil, name)
    end
    return 'reads the clock']] },
  { "io", { both = "standard streams" }, [[
    for _, name in ipairs { 'open', 'popen', 'tmpfile', 'input', 'output' } do
      assert(rawget(_G, 'io') == nil or rawget(io, name) == nil, name)
    end
    return 'standard streams']] },
  { "getenv of what is not granted", { program = "sees nothing" }, [[
    assert(os.getenv('PATH') == nil and os.getenv('SECRET_OF_THE_TEST') == nil)
    return 'sees nothing']] },
  { "require up the folders", { both = "is not allowed" },
    "return require('../../../../../../etc/passwd')" },
  { "require of a path", { both = "is not allowed" }, "return require('/etc/passwd')" },
  { "require with a zero byte", { both = "is not allowed" }, "return require('a\\0b')" },
  { "require of a dot", { both = "is not allowed" }, "return require('..x')" },
  { "require through a link", { both = "leads out of" }, "return require('link')" },
  { "reading outside the folder", { program = "denied" }, "return mix.fs.read('/etc/passwd')" },
  { "reading up the folders", { program = "denied" },
    "return mix.fs.read('../../../../../../../../etc/passwd')" },
  { "reading through a link", { program = "denied" }, "return mix.fs.read('link.lua')" },
  { "reading past a zero byte", { program = "zero byte" }, [[
    local text, e = mix.fs.read('sane.lua\0/../../etc/passwd')
    error(text and 'it was read' or e)]] },
  { "reading what is hidden", { program = "denied" }, "return mix.fs.read('.env')" },
  { "reading by an address of the server", { program = "denied" },
    "return mix.connected.make('reconcile', '/etc/passwd', 'x', { '/etc/passwd' })" },
  { "reading below a hidden folder", { program = "denied" },
    "return mix.fs.read('./.config/mixhost/auth/key')" },
  { "the process's own environment", { program = "denied" },
    "return mix.fs.read('/proc/self/environ')" },
  { "bundled files that are hidden", { program = "not below mixhost's own folder" },
    "return mix.fs.bundled('.git/config')" },
  { "a setting by a provider of its own", { program = "only services/NAME/sign_in.lua" }, [[
    return mix.auth.login({ name = 'x', device = 'https://a.example/d', token = 'https://a.example/t',
      client_id = 'a', client_secret_setting = 'tmdb.token' }, { way = 'device' })]] },
  { "writing outside the folder", { program = "denied" },
    "return mix.fs.write('/tmp/mixhost-escape', 'x')" },
  { "plain http", { program = "https" }, [[
    local r, e = mix.http.get('http://example.org/')
    error(e or 'it was asked')]] },
  { "private address", { program = "granted" }, [[
    local r, e = mix.http.get('https://127.0.0.1:1/')
    error(e or 'it was asked')]] },
  { "private address through a translator", { program = "NAT64 address" }, [[
    local r, e = mix.http.get('https://[64:ff9b:1::a00:1]/')
    error(e or 'it was asked')]] },
  { "private address through a tunnel", { program = "Teredo address" }, [[
    local r, e = mix.http.get('https://[2001::1]/')
    error(e or 'it was asked')]] },
  { "the network from a rule", { rule = "it asks the network" }, "return mix.http" },
  { "the network from a rule, by name", { rule = "it asks the network" },
    "return require('mix.http')" },
  { "files from a rule", { rule = "it reads and writes files" }, "return mix.fs.read('x')" },
  { "waiting in a rule", { rule = "it waits" }, "mix.task.sleep(1)" },
  { "the clock of mix in a rule", { rule = "it tells the time" }, "return mix.time.now()" },
  { "the clock behind a date in a rule", { rule = "which has no clock" },
    "return mix.time.iso()" },
  { "chance in a rule", { rule = "it gives something else each time" },
    "return mix.crypto.random_bytes(8)" },
  { "the modules of a rule, replaced", { rule = "mix is read-only" }, "mix.text = {}" },
  { "the modules of a rule, replaced raw", { both = "mix is read-only" },
    "rawset(mix, 'text', {})" },
  { "a module's function, replaced raw", { both = "mix.text is read-only" },
    "rawset(mix.text, 'fold', string.upper)" },
  { "the view of a module", { both = "protected" },
    "assert(getmetatable(mix.text) == false) setmetatable(mix.text, {})" },
  { "what is behind the modules of a rule", { rule = "only names" }, [[
    for name, module in pairs(mix) do
      assert(type(name) == 'string' and getmetatable(module) == false and next(module) == nil)
    end
    local index = getmetatable(_G).__index
    for _, name in ipairs { 'os', 'io', 'mix', 'load', 'print', 'coroutine' } do
      assert(index({}, name) == nil and index(nil, name) == nil, name)
    end
    assert(index({}, 'text') == mix.text and index({}, {}) == nil)
    return 'only names']] },
  { "a mark on an argument of a rule", { rule = "mark a copy" },
    "mix.json.array(query)" },
  { "the metatable of strings", { both = "cannot be reached" }, [[
    assert(getmetatable('') == false)
    assert(not pcall(function() getmetatable('').__index = {} end))
    return 'cannot be reached']] },
  { "the metatable of globals", { program = "cannot be changed" }, [[
    assert(not pcall(setmetatable, _G, {}))
    return 'cannot be changed']] },
  { "a new global", { program = "is not declared" }, "escaped = 1" },
  { "a function of mix", { program = "read-only" }, "mix.http = nil" },
  { "a function of a module", { program = "read-only" }, "mix.json.encode = print" },
  { "a module behind its view", { program = "unchanged" }, [[
    for key in pairs(mix.json) do assert(not pcall(function() mix.json[key] = 1 end)) end
    assert(getmetatable(mix.json) == false and getmetatable(mix) == false)
    assert(not pcall(setmetatable, mix.json, {}))
    return 'unchanged']] },
  { "the mark of arrays", { both = "locked" }, [[
    local list = rawget(_G, 'mix') and mix.json.array {} or text.tokens('a b')
    local m = getmetatable(list)
    assert(m == nil or type(m) ~= 'table')
    return 'locked']] },
  { "an object of the host", { program = "locked" }, [[
    local _, e = mix.json.decode('{')
    assert(getmetatable(e) == false)
    assert(not pcall(function() e.kind = 'x' end))
    return 'locked']] },
  { "a method on a foreign object", { program = "bad argument" }, [[
    local bar = mix.ui.progress(1)
    local _, e = mix.json.decode('{')
    bar.step(e)]] },
  { "a method without its object", { program = "bad argument" }, "mix.ui.progress(1).step()" },
  { "the libraries of a program, tampered with", { program = "rules do not see it" }, [[
    string.upper = function() return 'evil' end
    table.concat, string.format, math.floor = nil, nil, nil
    string.evil = print
    local rules = mix.rules.load('./sane.lua')
    assert(mix.match.best({ title = 'A b' }, { { title = 'a B' } }, rules).decision == 'matched')
    return 'rules do not see it']] },
  { "the libraries of a rule, tampered with", { rule = "gone with the rule" }, [[
    string.upper = function() return 'evil' end
    table.concat, string.format, math.floor = nil, nil, nil
    _G.pairs = nil
    return 'gone with the rule']] },
  { "an argument of a rule", { rule = "cannot be changed" }, "query.title = 'evil'" },
  { "an argument of a rule, raw", { rule = "cannot be changed" },
    "rawset(query, 'title', 'evil')" },
  { "another _ENV", { both = "only this function" }, [[
    local print, g = nil, _G
    do local _ENV = { } x = 1 end
    return rawget(g, 'x') == nil and 'only this function']] },
  { "_ENV of a loaded chunk", { program = "empty" },
    "return load('return mix == nil and os == nil', 'x', 't', {})() and 'empty'" },
  { "a task resumed by hand", { program = "cannot" }, [[
    local main = coroutine.running()
    local ok, e = coroutine.resume(main)
    mix.task.all { function() ok, e = coroutine.resume(main) end }
    error(ok and 'it ran' or e)]] },
  { "a task closed by hand", { program = "cannot close" }, [[
    local main = coroutine.running()
    mix.task.all { function() coroutine.close(main) end }]] },
  { "a coroutine that yields the host's token", { program = "outside a coroutine" },
    "coroutine.yield()" },
  { "random numbers in a rule", { rule = "nil value" }, "return math.random()" },
  { "the clock in a rule", { rule = "nil value" }, "return os.time()" },
  { "coroutines in a rule", { rule = "nil value" }, "return coroutine.create(print)" },
  { "printing from a rule", { rule = "nil value" }, "print('x')" },
}
