-- mixhost auth: signs in to services, says who is signed in, hands out tokens, signs out.

local counted = require("lib.counted")
local prose = require("lib.prose")
local subcommands = require("lib.subcommands")

local summaries = {
  login = "Signs in to a service with your browser.",
  status = "Says at which services you are signed in, as whom, and until when.",
  logout = "Forgets a log-in.",
  token = "Prints an access token for another program.",
}

local commands

local function parse(name, options, optional)
  return commands.parse(name, {
    summary = summaries[name], options = options,
    positional = { { "provider", type = "choice", choices = mix.auth.providers(),
      help = "the service, such as spotify", optional = optional } },
    examples = { "$0 " .. name .. " spotify" },
  })
end

local function day(seconds) return os.date("%d %B %Y", math.floor(seconds)):gsub("^0", "") end

local function days(seconds) return counted(math.floor(seconds / 86400), "day") end

local function length(seconds)
  if seconds < 90 then return ("%.0f s"):format(math.max(0, seconds)) end
  if seconds < 5400 then return ("%.0f min"):format(seconds / 60) end
  return ("%.0f h"):format(seconds / 3600)
end

local function describe(account)
  local now = mix.time.now()
  if account.ended then
    return ("Signed out: the log-in has ended (%s); run mixhost auth login %s"):format(
      account.ended, account.provider)
  end
  if not account.signed_in then return "Not signed in" end
  local lines = { "Signed in" .. (account.account and " as " .. account.account or "") }
  if #account.scopes > 0 then
    lines[#lines + 1] = "  may: " .. table.concat(account.scopes, ", ")
  end
  -- A log-in without a way to renew its token ends with it.
  if account.expires_at and account.expires_at ~= account.ends_at then
    local left = account.expires_at - now
    lines[#lines + 1] = left > 0
      and ("  token: good for %s, then renewed automatically"):format(length(left))
      or "  token: will be renewed at its next use"
  end
  if account.ends_at then
    local left = account.ends_at - now
    lines[#lines + 1] = left > 0 and ("  log-in: ends in %s, on %s"):format(
        left < 86400 and length(left) or days(left), (day(account.ends_at)))
      or "  log-in: has probably ended; run mixhost auth login " .. account.provider
  end
  return table.concat(lines, "\n")
end

local run = {}

function run.login()
  local args = parse("login", {
    { "paste", type = "flag", help = "paste the answer yourself, where there is no browser" },
    { "device", type = "flag", help = "type a code on another device, where the service has that" },
    { "no-browser", type = "flag", help = "show the address and open nothing" },
    { "port", type = "integer", min = 0, max = 65535,
      help = "listen on another port than the redirect address's; 0: a free one" },
    { "wait", type = "duration", default = "5m", help = "how long to wait for the browser" },
  })
  if args.paste and args.device then
    mix.ui.fail("--paste and --device exclude each other: give one of them", 2)
  end
  local account, err = mix.auth.login(args.provider, {
    way = args.paste and "paste" or args.device and "device" or "browser",
    open = not args.no_browser, port = args.port, timeout = args.wait,
  })
  if not account then mix.ui.fail(err.message) end
  if args.json then return print(mix.json.encode(account)) end
  prose.print(account.title .. ": " .. describe(account))
end

function run.status()
  local args = parse("status", {}, true)
  local names = args.provider and { args.provider } or mix.auth.providers()
  local accounts, failed = mix.json.array({}), false
  for _, name in ipairs(names) do
    local account, err = mix.auth.status(name)
    if account then
      accounts[#accounts + 1] = account
      if not args.json then prose.print(account.title .. ": " .. describe(account)) end
    else
      failed = true
      mix.ui.problem(err.message)
    end
  end
  if args.json then print(mix.json.encode(accounts)) end
  if failed then os.exit(1) end
end

function run.logout()
  local args = parse("logout", {})
  local found, err = mix.auth.logout(args.provider)
  if err then mix.ui.fail(err.message) end
  if args.json then return print(mix.json.encode({ signed_out = found })) end
  print(found and "Signed out of " .. args.provider .. "." or "There was no log-in at "
    .. args.provider .. ".")
end

function run.token()
  local args = parse("token", {})
  local token, err = mix.auth.token(args.provider)
  if not token then mix.ui.fail(err.message) end
  if not args.quiet then
    io.stderr:write("mixhost: warning: whoever has this token can act for you at ", args.provider,
      " until it dies; do not show or store it\n")
  end
  if args.json then return print(mix.json.encode({ access_token = token })) end
  print(token)
end

commands = subcommands.new({
  script = "auth",
  summary = "Signs in to services (" .. table.concat(mix.auth.providers(), ", ")
    .. ") and out again.",
  commands = {
    { "login", summaries.login, run.login }, { "status", summaries.status, run.status },
    { "logout", summaries.logout, run.logout }, { "token", summaries.token, run.token },
  },
})
commands.run()
