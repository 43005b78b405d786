-- Google Books. It is used only with a key, because the quota without one is used up.

local answers = require("lib.book_answers")
local failure = require("lib.failure")
local identifiers = require("lib.identifiers")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local key_forms = require("lib.key_forms")
local languages = require("lib.languages")
local retry_after = require("lib.retry_after")
local service_words = require("lib.service_words")

local google_books = {}

local wanted = 10
local longest_page = 40
local key_setting = "google_books.key"
-- A system parameter that all of Google's services accept.
local key_header = "X-Goog-Api-Key"

google_books.name, google_books.title = "google_books", "Google Books"
google_books.upstream = "google_books"
google_books.kind = "book"
google_books.can = { book = { search = true } }

-- Google's reasons (error.errors[].reason), as far as they say more than the status.
local reasons = {
  rateLimitExceeded = "limit", userRateLimitExceeded = "limit", servingLimitExceeded = "limit",
  concurrentLimitExceeded = "limit", dailyLimitExceeded = "day", quotaExceeded = "day",
  limitExceeded = "day", variableTermLimitExceeded = "day", userRateLimitExceededUnreg = "limit",
  keyInvalid = "key", keyExpired = "key", authError = "key", required = "key",
  accessNotConfigured = "key", SERVICE_DISABLED = "key", ipRefererBlocked = "key",
  dailyLimitExceededUnreg = "key", forbiddenNonHttps = "key", BILLING_DISABLED = "key",
  unknownLocation = "country", countryBlocked = "country", invalidCountry = "country",
}
-- Seconds of a pause for a limit whose end the service does not say.
local short_pause = 60
-- Quotas of a day begin anew at midnight in California, which is 7:00 or 8:00 UTC.
local day_begins, day = 8 * 3600, 86400
-- Seconds before a question is repeated that met a short fault of the service.
local again_after = { 1, 2, 4 }

-- The meaning of a reason. Those of a key and of its project are many: a site that it is for, an
-- address, a suspension.
local function meaning_of(reason)
  local name = answers.text(reason) or ""
  return reasons[name] or (name:find("^API_KEY_") or name:find("^CONSUMER_")) and "key" or nil
end

local function reason_of(body)
  local err = type(body) == "table" and type(body.error) == "table" and body.error or {}
  local said = (answers.text(err.message) or ""):gsub("%.$", "")
  local lower = said:lower()
  local limit = lower:find("per day", 1, true) and "day" or "limit"
  for _, name in ipairs({ "errors", "details" }) do
    for _, entry in ipairs(answers.list(err[name])) do
      local reason = type(entry) == "table" and meaning_of(entry.reason)
      if reason then return reason == "limit" and limit or reason, said end
    end
  end
  if lower:find("api key", 1, true) then return "key", said end
  if lower:find("user location", 1, true) then return "country", said end
  return err.status == "RESOURCE_EXHAUSTED" and limit or nil, said
end

-- When a limit ends: as the service says, else soon, or with the day.
local function end_of(reason, response)
  local now = mix.time.now()
  local seconds = retry_after(response.headers)
  if seconds then return now + seconds end
  -- Rounded, so that the books of a run wait for one time.
  if reason == "limit" then return (now + short_pause) // 10 * 10 + 10 end
  return math.ceil(now + day - (now - day_begins) % day)
end

-- The error of a refusal, also of one that comes with a good status; nil where the answer is of no
-- use.
local function fault_of(response)
  if not response then return nil end
  local reason, said = reason_of(mix.json.decode(response.body))
  local status = response.status
  if response.ok and not reason then return nil end
  if reason == "key" then
    return failure.new(google_books, "token", ("Google Books refuses the key: %s (HTTP status %d); "
      .. "mixhost doctor checks google_books.key"):format(said, status), { status = status })
  elseif reason == "country" then
    return failure.new(google_books, "forbidden", ("Google Books: %s; name your country: mixhost "
      .. "config set google_books.country US"):format(said), { status = status })
  elseif reason then
    local text = ("limit of Google Books (HTTP status %d): %s"):format(status, said)
    return failure.new(google_books, "paused", text, {
      upstream = google_books.upstream, ["until"] = end_of(reason, response),
    })
  end
  return json_answers.gateway_refusal(google_books, response)
    or failure.of_status(google_books, status, said ~= "" and said or service_words(response))
end

local function numbers_of(list)
  local numbers = {}
  for _, item in ipairs(answers.list(list)) do
    local known = type(item) == "table" and (item.type == "ISBN_13" or item.type == "ISBN_10")
    if known then numbers[#numbers + 1] = json_values.id(item.identifier) end
  end
  return numbers
end

-- Some publishers' names stand in quotes: "O'Reilly Media, Inc.".
local function publisher(value)
  local name = answers.text(value)
  return name and answers.text(name:match('^"([^"]*)"$')) or name
end

-- Whether one of the numbers is an ISBN, which may have ten digits or thirteen.
local function has_isbn(numbers, isbn)
  local same = identifiers.isbn(isbn) or isbn
  for _, number in ipairs(numbers) do
    if (identifiers.isbn(number) or number) == same then return true end
  end
  return false
end

local function candidate(item)
  local info = type(item) == "table" and item.volumeInfo
  local id = type(item) == "table" and answers.text(item.id)
  local title = type(info) == "table" and answers.title(info.title)
  if not (id and title) then return nil end
  local links = type(info.imageLinks) == "table" and info.imageLinks or {}
  -- Links to covers use plain http, which mixhost would refuse.
  local cover = json_values.secure(links.thumbnail) or json_values.secure(links.smallThumbnail)
  return {
    source = google_books.name, key = id, title = title, subtitle = answers.title(info.subtitle),
    author = answers.texts(info.authors), year = answers.year(info.publishedDate),
    numbers = numbers_of(info.industryIdentifiers),
    pages = answers.pages(info.pageCount), language = languages.code(info.language),
    publishers = { publisher(info.publisher) }, description = answers.about(info.description),
    cover = cover, cover_check = cover,
  }
end

-- Quotes within a term would end it.
local function term(field, text)
  return text and ('%s:"%s"'):format(field, (text:gsub('"', " "))) or nil
end

local Service = {}
Service.__index = Service

-- Asks once more after a short fault: of the answers 503 most are followed by a good one, and the
-- queue would wait for half a minute.
local refusal = {
  is_search = true, fault = fault_of,
  is_nothing = function(answer) return #answers.list(answer.items) == 0 end,
  again = function(_, response, try) return response.status == 503 and again_after[try] end,
}

-- The member items is missing when nothing matches; an answer without any of these is another's.
local function no_volumes(answer)
  local wrong = answers.check("items")(answer)
  if wrong then return wrong end
  return not (answer.items or answer.totalItems or answer.kind) and "the answer has no volumes"
    or nil
end

-- Returns the table and {cached}; nil and the error.
local function ask(self, query)
  return json_answers.ask(google_books, self.client, "/volumes", answers.options(self, query),
    no_volumes, refusal)
end

--- Searches like openlibrary's Service:search.
function Service:search(step)
  local words = step.isbn and "isbn:" .. step.isbn
  if not words then
    local parts = { term("intitle", step.title) }
    parts[#parts + 1] = term("inauthor", step.author)
    words = table.concat(parts, " ")
  end
  local answer, info = ask(self, {
    q = words, maxResults = math.min(step.limit or wanted, longest_page), printType = "books",
    country = mix.env.setting("google_books.country"),
  })
  if not answer then return nil, info end
  local list = {}
  for _, item in ipairs(answers.list(answer.items)) do
    local found = candidate(item)
    local isbn = step.isbn or step.known_isbn
    -- It also finds other books by an ISBN; and leaves the numbers of some volumes out.
    local is_same = found and isbn and (has_isbn(found.numbers, isbn)
      or step.isbn and #found.numbers == 0)
    if is_same then found.isbn = isbn end
    if #list < (step.limit or wanted) then list[#list + 1] = found end
  end
  return list, info
end

-- The host adds the key to each request; this file never sees it.
local function client(options)
  return {
    upstream = google_books.upstream, concurrency = options and options.concurrency,
    secret_headers = { [key_header] = key_setting },
  }
end

--- Opens the provider; nil without a key. `reload`: bypasses the cache; `once`: repeats no request
--- but one that meets a short fault.
function google_books.open(options)
  if not mix.env.source(key_setting) then return nil end
  return setmetatable({
    name = google_books.name, client = mix.http.client(client(options)),
    reload = options and options.reload, once = options and options.once,
  }, Service)
end

local function judge_key(text)
  if key_forms.is_jwt(text) then
    return "is a token of another service (it begins with eyJ); needed is an API key of Google, "
      .. "which begins with AIza", "wrong"
  end
  if not text:find("^AIza[%w_-]+$") or #text ~= 39 then
    return "does not look like an API key of Google, which has 39 characters and begins with AIza",
      "warning"
  end
end

-- An unknown key is answered as a bad request.
local function is_refusal(response)
  return (response.status == 400 or response.status == 403)
    and reason_of(mix.json.decode(response.body)) == "key"
end

local function no_first(answer)
  local wrong = no_volumes(answer)
  if wrong then return wrong end
  local item = answers.list(answer.items)[1]
  if item ~= nil and not candidate(item) then return "the first of its items is not a volume" end
end

local unused = answers.unused(google_books)

--- The doctor's checks; see docs/doctor.md.
google_books.checks = {
  {
    title = google_books.title, upstream = "google_books", serves = { "books" },
    requires = { key_setting }, unused = unused,
    key = {
      setting = key_setting, judge = judge_key, is_refusal = is_refusal,
      get = "make one at https://console.cloud.google.com/apis/credentials, then: mixhost config "
        .. "set google_books.key KEY",
    },
    client = client,
    question = function()
      return { path = "/volumes", query = {
        q = term("intitle", "Dune"), maxResults = 1, printType = "books",
        country = mix.env.setting("google_books.country"),
      } }
    end,
    shape = function(response) return json_answers.flaw(response, no_first) end,
  },
  {
    title = "Covers of " .. google_books.title, upstream = "google_covers", serves = { "books" },
    requires = { key_setting }, unused = unused,
    client = function() return { upstream = "google_covers" } end,
  },
}

return google_books
