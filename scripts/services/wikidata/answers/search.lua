-- Answers of Wikidata to wbsearchentities: own values in the form that its documents show.

local documents = "https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities"
local etiquette = "https://www.mediawiki.org/wiki/Manual:Maxlag_parameter"
local robots = "https://wikitech.wikimedia.org/wiki/Robot_policy"
local date = "2026-11-27"

local function hit(id, label, match)
  return {
    id = id, title = id, pageid = 190001, repository = "wikidata", label = label,
    url = "//www.wikidata.org/wiki/" .. id, description = "novel",
    concepturi = "http://www.wikidata.org/entity/" .. id,
    display = {
      label = { value = label, language = "en" },
      description = { value = "novel", language = "en" },
    },
    match = match or { type = "label", language = "en", text = label },
  }
end

local function refused(name, class, code, info, status)
  return {
    name = name, class = class, status = status, source = documents, date = date,
    json = { error = { code = code, info = info,
      ["*"] = "See https://www.wikidata.org/w/api.php for API usage." }, servedby = "mw-api-ext" },
  }
end

return {
  source = documents, date = date,
  url = "GET https://www.wikidata.org/w/api.php?action=wbsearchentities*",
  ask = { "find", "Dune" },
  mock = { path = "/wikidata/api.php", query = { action = "wbsearchentities",
    search = "The Weeknd", language = "en" } },
  explained = {
    ["search[].repository"] = "nothing reads it", ["search[].url"] = "the same",
    ["search[].concepturi"] = "the same", ["search[].description"] = "only some items have one",
    ["search-continue"] = "all on one page", ["search[].display.description"] = "the same",
    ["search[].aliases"] = "the mock has no aliases", ["search[].aliases[]"] = "the same",
  },
  answers = {
    { name = "items by label and by alias", class = "ok",
      odd = "what was found may be an alias in another language, and the label is not it",
      json = { searchinfo = { search = "Dune" }, success = 1, ["search-continue"] = 2, search = {
        hit("Q190192", "Dune"),
        (function()
          local found = hit("Q60834962", "Dune: Part One",
            { type = "alias", language = "de", text = "Dune" })
          found.aliases = { "Dune" }
          return found
        end)(),
      } },
      gives = { "Q190192", "Q60834962" } },
    { name = "hits that are not items", class = "ok", odd = "an item may have no label at all",
      json = { searchinfo = { search = "x" },
        success = 1, search = { hit("P57", "director"), { id = "Q7" }, { id = 8 }, "text" } },
      gives = { "Q7" } },
    { name = "nothing found", class = "empty",
      json = { searchinfo = { search = "x" }, search = mix.json.array({}), success = 1 } },
    { name = "copies of the database that are behind", class = "passing", source = etiquette,
      odd = "status 200, with the time to wait in Retry-After",
      headers = { ["Retry-After"] = "5", ["X-Database-Lag"] = "6" },
      json = { error = { code = "maxlag", info = "Waiting for wdqs1004: 6.2 seconds lagged.",
        host = "wdqs1004", lag = 6.2, type = "wikibase-queryservice" }, servedby = "mw-api-ext" }
    },
    refused("a database that cannot be written", "passing", "readonly",
      "The wiki is currently in read-only mode."),
    refused("a fault of the service", "passing", "internal_api_error_DBQueryError",
      "[a1b2] Caught exception of type Wikimedia\\Rdbms\\DBQueryError"),
    refused("a search that is busy", "passing", "cirrussearch-too-busy-error",
      "Search is currently too busy. Please try again later."),
    refused("a search that fails", "passing", "cirrussearch-backend-error",
      "We could not complete your search due to a temporary problem. Please try again later."),
    refused("a limit of its own", "limit", "ratelimited",
      "You've exceeded your rate limit. Please wait some time and try again."),
    { name = "a parameter that is missing", class = "refused", odd = "status 200",
      json = { error = { code = "missingparam",
        info = 'The "search" parameter must be set.' }, servedby = "mw-api-ext" },
      mock = { path = "/wikidata/api.php", query = { action = "wbsearchentities" } } },
    refused("a language that it does not know", "refused", "badvalue",
      'Unrecognized value for parameter "language": xx.'),
    refused("an address that is blocked", "lasting", "blocked", "You have been blocked."),
    { name = "a program that cannot be reached", class = "lasting", status = 403,
      type = "text/plain",
      body = "Please set a user-agent and respect our robot policy https://w.wiki/4wJS.",
      source = robots, says = "http.contact" },
    { name = "a page of its own for that", class = "lasting", status = 403, type = "text/html",
      body = "<!DOCTYPE html><title>Wikimedia Error</title><p>Please set a user-agent</p>",
      source = robots, says = "http.contact" },
    { name = "a page of another server in front", class = "lasting", status = 403,
      type = "text/html", body = "<html><h1>Blocked by your administrator</h1></html>",
      says = "the gateway in front of Wikidata refuses" },
    { name = "too many requests", class = "limit", status = 429, type = "text/plain",
      headers = { ["Retry-After"] = "7" }, source = robots,
      body = "You are making too many requests to the API gateway." },
    { name = "the gateway's page", class = "passing", status = 503, type = "text/html",
      body = "<html><h1>Wikimedia Error</h1></html>", source = robots },
    { name = "an answer of another form", class = "refused", json = { success = 1 } },
  },
}
