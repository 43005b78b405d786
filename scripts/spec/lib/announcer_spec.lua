-- Changes are announced once they have settled.

local announcer = require("lib.program_screen.announcer")

it("says the last of several changes, half a second after it", function()
  local clock = mix.test.clock()
  local said = {}
  mix.task.scope(function(scope)
    local speaker = announcer.open(scope, function(text) said[#said + 1] = text end)
    for number = 1, 3 do
      speaker:say(function() return "change " .. number end)
      clock:advance("200ms")
    end
    assert.are.same({}, said)
    clock:advance("290ms")
    assert.are.same({}, said)
    clock:advance("20ms")
    assert.are.same({ "change 3" }, said)
    clock:advance("10s")
    assert.are.same({ "change 3" }, said)
  end)
end)

it("says at once what is still to be said, and says it once", function()
  mix.test.clock()
  local said = {}
  mix.task.scope(function(scope)
    local speaker = announcer.open(scope, function(text) said[#said + 1] = text end)
    speaker:say(function() return "last words" end)
    speaker:flush()
    assert.are.same({ "last words" }, said)
  end)
  assert.are.same({ "last words" }, said)
end)
