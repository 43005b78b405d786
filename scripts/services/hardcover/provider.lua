-- Hardcover: books, in GraphQL. The user's token is the setting hardcover.token, which the host
-- sends only to Hardcover and no script sees.

local answers = require("lib.book_answers")
local books = require("services.hardcover.books")
local failure = require("lib.failure")
local has = require("lib.has")
local identifiers = require("lib.identifiers")
local json_answers = require("lib.json_answers")
local key_forms = require("lib.key_forms")
local retry_after = require("lib.retry_after")
local service_words = require("lib.service_words")
local values = require("lib.json_values")

local hardcover = {
  name = "hardcover", title = "Hardcover", upstream = "hardcover", kind = "book",
  can = { book = { search = true } },
}

local wanted, longest_page = 10, 50
local key_setting = "hardcover.token"
local how_to_get_a_token = "make an API key at https://hardcover.app/account/api and copy it "
  .. "without the word Bearer, then: mixhost config set hardcover.token TOKEN"
-- mix.http keeps no answer to a POST, so results are kept here; a book that is not there today may
-- be there tomorrow. The number before a key counts the forms in which they were kept.
local namespace, key_form, kept_empty = "hardcover", "3 %s", "1d"
-- Seconds before a question is repeated after a short fault; mix.http repeats no POST.
local again_after = { 1, 3 }
local is_short = { [500] = true, [502] = true, [503] = true, [504] = true }

--- The questions: with one member at the top, which is one request, and few levels, as deep ones
--- are to be refused.
hardcover.questions = {
  search = [[query Books($words: String!, $limit: Int!) {
    search(query: $words, query_type: "Book", per_page: $limit, page: 1) { error results } }]],
  editions = [[query Editions($isbn: String!, $typed: String!) {
    editions(where: {_or: [{isbn_13: {_eq: $isbn}}, {isbn_10: {_eq: $typed}}]}, limit: 10) {
      id title subtitle isbn_13 isbn_10 pages release_date publisher { name } language { code2 }
      book {
        id title subtitle slug description release_year cached_contributors cached_image } } }]],
}

-- Errors by their codes: kind, class, words, what to do. Others pass by themselves.
local token = { "token", "lasting", "does not accept the token", how_to_get_a_token }
local changed = { "invalid", "lasting", "does not take this question; look for a newer mixhost" }
local codes = {
  ["invalid-jwt"] = token, ["invalid-headers"] = token, ["access-denied"] = token,
  invalid_token = token, invalid_request = token, invalid_query = changed,
  ["validation-failed"] = changed, ["parse-failed"] = changed, unsupported_operation = changed,
  top_level_limit_exceeded = changed,
  insufficient_scope = { "forbidden", "lasting", "wants a token that may read books" },
  ["data-exception"] = { "invalid", "refused", "cannot use these words" },
}

-- The code and the words of a body's first error. Some errors are texts alone.
local function first_error(body)
  local first = values.list(body.errors)[1]
  if type(first) == "string" then return first, first end
  local err = values.object(first)
  return values.text(values.object(err.extensions).code), values.text(err.message)
end

-- The error of a refusal: {error, error_description}, a line of text, or errors with status 200.
local function refusal(response)
  local blocked = json_answers.gateway_refusal(hardcover, response)
  if blocked then return blocked end
  local status, decoded = response.status, mix.json.decode(response.body)
  local body = values.object(decoded)
  local code, said = first_error(body)
  code = values.text(body.error) or code
  said = values.text(body.error_description) or values.text(body.message) or said or code
  said = said or service_words(response)
  local known = status == 401 and token or status < 404 and codes[code]
  if known then
    local text = ("Hardcover %s%s%s"):format(known[3], said and ": " .. said or "",
      known[4] and "; " .. known[4] or "")
    return failure.new(hardcover, known[1], text, { status = status, class = known[2] })
  end
  local fault = "Hardcover: " .. (said or "an error without words")
  if response.ok then return failure.new(hardcover, "server", fault) end
  local err = failure.of_status(hardcover, status, said)
  local seconds = status == 429 and retry_after(response.headers)
  err["until"] = seconds and mix.time.now() + seconds or nil
  err.scope = status == 429 and "key" or nil
  return err
end

-- The member of an answer's data; nil and the error.
local function read(response, name)
  local answer, wrong = json_answers.read(response)
  local has_errors = answer ~= nil and values.list(answer.errors)[1] ~= nil
  if not response.ok or has_errors then return nil, refusal(response) end
  local member = answer and values.object(answer.data)[name]
  -- Editions are a list, the answer to a search is an object.
  local is_whole = type(member) == "table" and mix.json.is_array(member) == (name == "editions")
  if is_whole then return member end
  return nil, failure.new(hardcover, wrong and wrong.kind or "answer",
    "Hardcover: " .. (wrong and wrong.message or ("the answer has no %s"):format(name)))
end

local function ask(self, name, variables)
  local member, err
  for try = 0, #again_after do
    if try > 0 then mix.task.sleep(again_after[try]) end
    local response, no_answer = failure.caught(self.client.post, self.client, "/graphql", {
      json = { query = hardcover.questions[name], variables = variables }, timeout = self.patience,
    })
    if not response then return nil, failure.of_request(hardcover, no_answer) end
    member, err = read(response, name)
    if member or not is_short[err.status] then break end
  end
  return member, err
end

-- A search that the engine (Typesense) refuses has status 200, no errors, and null for results:
-- that is not the same as nothing found.
local function found_by_words(self, words, limit)
  local search, err = ask(self, "search", { words = words, limit = limit })
  if not search then return nil, err end
  local results = values.object(search.results)
  local hits, said = results.hits, values.text(search.error) or "it gave no results"
  if mix.json.is_array(hits) then
    if hits[1] or results.search_cutoff ~= true then return values.each(hits, books.of_hit) end
    said = "it timed out"
  end
  -- It gives a question two seconds.
  local is_late = said:lower():find("time%s?d? ?out") ~= nil
  return nil, failure.new(hardcover, is_late and "server" or "answer",
    "Hardcover's search refuses this question: " .. said)
end

local function found_by_number(self, number, typed)
  local variables = { isbn = number, typed = typed:upper():gsub("[^%dX]", "") }
  local editions, err = ask(self, "editions", variables)
  return editions and values.each(editions, books.of_edition), err
end

-- Returns what is kept under a key, else what `find` gives, and {cached}; nil and the error.
local function kept_or(self, key, find, ...)
  key = key_form:format(key)
  local kept = not self.reload and mix.cache.get(key, { namespace = namespace })
  if kept then return kept, { cached = true } end
  local list, err = find(self, ...)
  if not list then return nil, err end
  local ttl = list[1] and answers.ttl or kept_empty
  mix.cache.set(key, mix.json.array(list), { namespace = namespace, ttl = ttl })
  return list, { cached = false }
end

-- The engine takes a word behind a hyphen for one that must be absent, quotes for a phrase, and an
-- asterisk for everything.
local function plain(text)
  return ((" " .. text .. " "):gsub('[%c"*]', " "):gsub("(%s)%-+", "%1"):gsub("%s+", " "))
end

local Service = {}
Service.__index = Service

--- Searches by `step.isbn`, or by `step.title` and `step.author`; `step.known_title` as in
--- openlibrary. Returns books in the service's
--- order, at most `step.limit`, and {cached}; nil and the error.
function Service:search(step)
  local limit = math.min(step.limit or wanted, longest_page)
  local isbn = identifiers.isbn(step.isbn or step.known_isbn)
  local words = plain(("%s %s"):format(step.title or "", step.author or "")):match("^ (.+) $")
  local list, info
  if step.isbn then
    if not isbn then return {}, { cached = true } end
    list, info = kept_or(self, "isbn " .. isbn, found_by_number, isbn, step.isbn)
  else
    if not words then return {}, { cached = true } end
    list, info = kept_or(self, ("search %d %s"):format(limit, words), found_by_words, words, limit)
  end
  if not list then return nil, info end
  for _, book in ipairs(list) do
    if isbn and has(book.numbers, isbn) then book.isbn = step.isbn or step.known_isbn end
  end
  list = table.move(list, 1, math.min(#list, limit), 1, {})
  return answers.take_titles(list, step), info
end

local function client() return { upstream = hardcover.upstream, bearer = key_setting } end

--- Opens the service. `patience`: seconds that one request may take; `reload`: asks whatever is
--- kept.
function hardcover.open(options)
  local of = options or {}
  return setmetatable({ client = mix.http.client(client()), patience = of.patience,
    reload = of.reload }, Service)
end

--- How mixhost doctor tries it (docs/doctor.md).
hardcover.checks = { {
  title = hardcover.title, upstream = hardcover.upstream, serves = { "match" },
  requires = { key_setting }, client = client,
  key = {
    setting = key_setting, get = how_to_get_a_token,
    judge = function(text)
      local is_right = text:find("^hc_pat_") or key_forms.is_jwt(text)
      return not is_right and "begins with neither hc_pat_ nor eyJ", "warning"
    end,
  },
  question = function()
    return { path = "/graphql", json = {
      query = hardcover.questions.search, variables = { words = "Dune", limit = 1 },
    } }
  end,
  shape = function(response)
    local _, err = read(response, "search")
    return err and err.message
  end,
} }

return hardcover
