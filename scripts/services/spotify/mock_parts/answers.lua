-- Refusals and pages of Spotify's answers.

local lists = require("lib.mock.lists")
local behaviour = require("services.spotify.mock_parts.behaviour")
local objects = require("services.spotify.mock_parts.objects")

local answers = {}

--- Whether the mock keeps the contract of apps from before February 2026.
answers.is_old = behaviour.contract == "old"

local longest_page, usual_page = 50, 20

--- Returns an error in Spotify's form.
function answers.failed(status, message, reason)
  return { status = status, json = { error = {
    status = status, message = message, reason = reason,
  } } }
end

--- Returns the error for an identifier that stands for nothing.
function answers.not_found() return answers.failed(404, "Resource not found") end

--- Returns the error for a page that Spotify does not give.
function answers.bad_page() return answers.failed(400, "Invalid limit") end

--- Returns the page that a request asks for, {limit, offset}; nil where Spotify would refuse it.
function answers.page(request, longest, usual)
  local limit = request.query:number("limit", usual or usual_page, 1, longest or longest_page)
  local offset = request.query:number("offset", 0, 0, math.maxinteger)
  return limit and offset and { limit = limit, offset = offset }
end

--- Returns the page of a search or of albums, which is short in the new contract.
function answers.short_page(request)
  if answers.is_old then return answers.page(request) end
  return answers.page(request, 10, 5)
end

--- Returns the items of a page in the form of an answer; `form` gives nil for those that are left
--- out.
function answers.items(list, page, form) return lists.page(list, page.offset, page.limit, form) end

--- Returns a page of a list as Spotify sends it.
function answers.paged(list, page, path, form, query)
  return objects.page(answers.items(list, page, form), #list, page, path, query)
end

return answers
