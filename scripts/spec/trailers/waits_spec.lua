-- How waits are told.

local waits = require("lib.trailers.waits")

local said, is_visible, teller

before_each(function()
  said, is_visible = {}, false
  teller = waits.teller({
    note = function(text) said[#said + 1] = text:match("again in (.+)$") end,
    progress = function(total)
      said[#said + 1] = is_visible and "line " .. total or nil
      return {
        visible = function() return is_visible end,
        step = function(_, count) said[#said + 1] = is_visible and "step " .. count or nil end,
        finish = function() said[#said + 1] = is_visible and "end" or nil end,
      }
    end,
  })
end)

it("each wait is told once, with its own length", function()
  teller:tell(nil, 0)
  teller:tell(1, 0)
  teller:tell(0.75, 0.25)
  teller:tell(nil, 1)
  teller:tell(2, 1.5)
  teller:tell(1, 2.5)
  -- The next one begins before anybody has looked again.
  teller:tell(30, 3.5)
  teller:tell(29.75, 3.75)
  assert.are.same({ "1 s", "2 s", "30 s" }, said)
end)

it("a shorter wait beside a longer one is not told", function()
  teller:tell(10, 0)
  teller:tell(9.8, 0.5)
  teller:tell(4, 6)
  assert.are.same({ "10 s" }, said)
end)

it("a line counts the seconds", function()
  is_visible = true
  teller:tell(3, 0)
  teller:tell(2.75, 0.25)
  teller:tell(0.9, 2.1)
  teller:tell(nil, 3)
  teller:tell(nil, 4)
  assert.are.same({ "line 3", "step 2", "end" }, said)
end)
