-- Films and series: a grid of posters, filtered and searched, each with its trailers.

local last_result = require("lib.last_result")
local live_titles = require("programs.trailers.lib.live_titles")
local title_nodes = require("programs.trailers.lib.title_nodes")
local tmdb = require("services.tmdb.provider")
local words = require("programs.trailers.lib.words")

local again = { { label = "Ask again", action = "again" } }

local function is_loading(browser)
  local state = browser.model.grid:state()
  return state == "idle" or state == "loadingInitial" or state == "loadingNextPage"
end

-- TMDB wants fewer requests: until when nothing is asked.
local function pause(browser)
  local _, ends_at = browser.service:waiting()
  if not ends_at then return false end
  return { "message", "TMDB wants fewer requests; it is asked again automatically",
    tone = "warning", ends_at = ends_at }
end

local function found_problem(browser)
  return not is_loading(browser)
    and (browser.model:problem() or browser.model:without_genres()) or nil
end

-- The form of a first visit: TMDB gives everybody a token, but wants to know whose it is.
local function token_form(browser)
  local found = found_problem(browser)
  if not found or found.kind ~= "token" then return false end
  return { "form", title = "Films and series come from TMDB, with a token of your own",
    submit = "set_token", label = "Save and show them", fields = {
      { name = "token", type = "password", required = true, label = "TMDB token",
        help = "The read access token, or the API key, of your account; it costs nothing" },
    } }
end

local function problem(browser)
  local found = found_problem(browser)
  if not found then return false end
  if found.kind == "token" then
    -- How to set it in a terminal comes behind the semicolon.
    return { "message", found.message:match("^[^;]*") .. ".", tone = "warning" }
  end
  local text = browser.model:problem() and found.message or "No genres: " .. found.message
  return { "message", text, tone = "error", ends_at = found["until"], actions = again }
end

-- The old ones among the visible titles, and their age.
local function age(browser)
  local run = mix.host.run()
  local kept = #browser.model.grid:items() == 0 and browser.kept
  if kept then
    local of = ("titles from %s ago"):format(last_result.age(kept.age))
    if run.offline then return "Offline: " .. of end
    return is_loading(browser) and ("Asking TMDB; until it answers, these are %s"):format(of)
      or "TMDB did not answer: " .. of
  end
  if run.offline then
    return browser.model.grid:count() > 0 and "Offline: this is what TMDB said before" or nil
  end
  return browser.model:is_stale() and "TMDB did not answer every request; some of this is old"
    or nil
end

local function count(browser, items)
  local total = browser.model:total()
  local text = words.count(#items, "title")
  if total and total > #items then text = ("%s of %d"):format(text, total) end
  if browser.model.grid:state() ~= "exhausted" then return text end
  return browser.model:is_capped() and text .. ", the most that TMDB gives of a list"
    or "All of " .. words.count(#items, "title")
end

local function notes(browser)
  local list = {}
  if browser.text then
    list[1] = "A search goes over all titles: of the choices, only the type counts."
  end
  return table.move(browser.remarks, 1, #browser.remarks, #list + 1, list)
end

local function is_narrowed(browser)
  return browser.text ~= nil or not browser.state:equals(browser.filter:initial())
end

-- The title that is open, with what is known of it so far.
local function open_title(browser)
  local detail = browser.detail:value()
  if not detail then return false end
  return title_nodes.detail(detail, browser.trailers, browser.detail:state(),
    browser.detail:failure())
end

local function page(state)
  local browser = state.browser
  local items = live_titles.items(browser)
  local grid_state = browser.model.grid:state()
  local old = age(browser)
  return { "page", title = "Trailers",
    { "message", state.message, tone = "warning", seconds = 5 },
    pause(browser),
    problem(browser),
    token_form(browser),
    token_form(browser) and { "link", "Get a token",
      href = "https://www.themoviedb.org/settings/api" },
    { "message", old, tone = "warning",
      actions = not is_loading(browser) and not browser.model:problem() and again or nil },
    is_loading(browser) and { "progress",
      grid_state == "loadingNextPage" and "Loading more titles" or "Loading titles", done = 0 },
    open_title(browser),
    { "filters", fields = live_titles.fields(browser), on_change = "filter",
      notes = notes(browser) },
    is_narrowed(browser) and { "link", "Show all", action = "all" },
    { "text", #items > 0 and count(browser, items), style = "muted" },
    title_nodes.cards(items, grid_state == "loaded" and "more" or nil,
      grid_state == "empty" and "Nothing fits." or "No titles.", is_loading(browser)),
    { "text", tmdb.attribution, style = "muted" },
  }
end

local function begin(state)
  state.browser = state.browser or live_titles.open({ service = state.service })
end

local function show(state, filter_state, text, update)
  local browser = state.browser
  browser.text, state.message = text, nil
  live_titles.show(browser, filter_state, update)
end

return {
  watch = { "refresher:grids" },
  on_open = function(state, update)
    begin(state)
    -- A user who comes back finds the titles as they were.
    if state.browser.model.grid:count() > 0 then return end
    show(state, state.browser.state, state.browser.text, update)
  end,
  view = function(state)
    begin(state)
    return page(state)
  end,
  actions = {
    filter = function(state, values, update)
      local chosen, text = live_titles.chosen(state.browser, values)
      if not chosen then
        state.message = text
        return
      end
      show(state, chosen, text, update)
    end,
    all = function(state, _, update) show(state, state.browser.filter:initial(), nil, update) end,
    more = function(state, _, update) live_titles.more(state.browser, update) end,
    set_token = function(state, values, update)
      local ok, err = mix.env.set("tmdb.token", values.token)
      if not ok then
        state.message = err.message
        return
      end
      state.browser = nil
      begin(state)
      show(state, state.browser.state, nil, update)
    end,
    again = function(state, _, update) live_titles.again(state.browser, update) end,
    open = function(state, key, update)
      local known, message = live_titles.open_title(state.browser, key, update)
      if not known then state.message = message end
    end,
    ask_title = function(state, _, update)
      live_titles.open_title(state.browser, state.browser.detail:value().key, update)
    end,
    close = function(state) state.browser.detail:close() end,
  },
}
