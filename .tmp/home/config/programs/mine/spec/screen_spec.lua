-- The screen as a person sees it, without a browser.

local search = "GET https://itunes.apple.com/search?entity=song&limit=10&media=music&term="

it("searches for what was typed", function()
  mix.test.mock_http({
    [search .. "blinding%20lights"] = { json = { results = {} } },
    [search .. "stay"] = { json = { results = {
      { trackId = 1, trackName = "Stay", artistName = "Ada Lune" },
    } } },
  })
  local screen = mix.test.screen("mine/mine")
  assert.are.same({}, screen:tree().children[2].rows)
  local tree = screen:act("search", { term = "stay" })
  assert.are.equal("Stay", tree.children[2].rows[1].title)
end)
