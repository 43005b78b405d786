-- Refusals that concern one question of many: they cost that question's row, and the run goes on.

local refusals = {}

-- A wrong key, a limit and an outage would meet the next question, too.
local kinds = {
  invalid = true, not_found = true, gone = true, http = true, answer = true, refused = true,
  not_owned = true,
}

local longest_list = 3

--- Whether a provider's error concerns that one question, so that others may be answered.
function refusals.is_of_question(err)
  return kinds[err.kind] == true
end

--- Returns how many of the rows were refused, and why; nil when none was. `errors`: the errors of
--- the refused rows.
function refusals.line(errors, total)
  if #errors == 0 then return nil end
  local reasons, known = {}, {}
  for _, err in ipairs(errors) do
    if not known[err.message] then
      known[err.message] = true
      reasons[#reasons + 1] = err.message
    end
  end
  local shown = table.concat(reasons, "; ", 1, math.min(#reasons, longest_list))
  return ("%d of %d rows %s refused: %s%s"):format(#errors, total, #errors == 1 and "was" or "were",
    shown, #reasons > longest_list and "; …" or "")
end

return refusals
