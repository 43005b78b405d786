-- A helper for `mixhost books run --on-uncertain language_model`: asks a language model which of
-- the candidates a book is. Any service with the chat interface of OpenAI will do: Ollama,
-- llama.cpp or LM Studio on this machine, or a hosted one. It is only ever asked for a number.
--
--   MIXHOST_MODEL_URL   the interface's address (default http://127.0.0.1:11434/v1, Ollama's)
--   MIXHOST_MODEL       the model's name (default llama3.2)
--   MIXHOST_MODEL_KEY   the key of a hosted service
--
-- Each of them needs --allow-env NAME, and the service's host --allow-net HOST:PORT. A helper of
-- your own may set them: local helper = require("helpers.language_model"); helper.url = "…"

local work_fields = require("lib.work_fields")

local patience = 120

local instructions = [[
You match a reader's book with entries of library catalogues. You get the book and numbered
candidates. Answer with one JSON object and nothing else:
{"choice": N, "confidence": C, "why": "a few words"}.
N is the number of the candidate that is the same work (another edition or translation is the same
work; a summary, a workbook, another volume of the series is not), 0 when none is, null when you
cannot tell. C says how sure you are of N, from 0 (a guess) to 1 (certain).]]

--- An environment variable; one that is not granted counts as not set.
local function variable(name)
  local granted, value = pcall(mix.env.get, name)
  return granted and value ~= "" and value or nil
end

local helper = {
  name = "language_model",
  url = variable("MIXHOST_MODEL_URL") or "http://127.0.0.1:11434/v1",
  model = variable("MIXHOST_MODEL") or "llama3.2",
  key = variable("MIXHOST_MODEL_KEY"),
  variable = variable,
}

local function line(number, book)
  local words = {}
  local function add(label, value)
    if type(value) == "table" then value = table.concat(value, ", ") end
    if value and value ~= "" then words[#words + 1] = ("%s: %s"):format(label, value) end
  end
  for _, field in ipairs(work_fields.list) do
    if field.compared and field.kind ~= "isbn" then
      add(field.input, book[field.input] or book[field.name])
    end
  end
  return ("%s. %s"):format(number, table.concat(words, "; "))
end

local function question(query, candidates)
  local lines = { "Book: " .. line("Wanted", query), "Candidates:" }
  for place, candidate in ipairs(candidates) do
    lines[#lines + 1] = line(place, candidate.fields)
  end
  return table.concat(lines, "\n")
end

local function ask(query, candidates)
  local url = helper.url:gsub("/$", "") .. "/chat/completions"
  local response, err = mix.http.post(url, {
    headers = helper.key and { authorization = "Bearer " .. helper.key } or nil,
    timeout = patience, idle_timeout = patience, ttl = 0,
    json = {
      model = helper.model, temperature = 0, stream = false,
      messages = {
        { role = "system", content = instructions },
        { role = "user", content = question(query, candidates) },
      },
    },
  })
  if not response then error(err.message, 0) end
  if not response.ok then error(("HTTP status %d from %s"):format(response.status, url), 0) end
  local answer = mix.json.decode(response.body)
  local choice = type(answer) == "table" and type(answer.choices) == "table" and answer.choices[1]
  local message = type(choice) == "table" and type(choice.message) == "table" and choice.message
  if not message then error("the answer does not come from a chat interface", 0) end
  return message.content
end

-- Some models write percents. A confidence that is not said is none.
local function confidence_of(said)
  local value = type(said.confidence) == "number" and said.confidence or 0
  return value > 1 and value <= 100 and value / 100 or value
end

--- Reads what a model says: the number of a candidate, "none" or nil; why; and how sure it is, from
--- 0 to 1. Models like to put words or a fence around their object.
function helper.choice(text, candidates)
  local object = type(text) == "string" and text:match("%b{}")
  local said = object and mix.json.decode(object)
  if type(said) ~= "table" then return nil, "no choice in the model's answer" end
  local choice, why = math.tointeger(said.choice), said.why
  if choice == 0 then return "none", why, confidence_of(said) end
  -- A number out of range is not a choice either.
  if not choice or not candidates[choice] then return nil, why or "not sure" end
  return choice, why, confidence_of(said)
end

--- The number of a candidate, "none" or nil; why; and how sure the model is, from 0 to 1.
function helper.on_uncertain(query, candidates)
  return helper.choice(ask(query, candidates), candidates)
end

return helper
