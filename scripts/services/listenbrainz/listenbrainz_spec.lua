-- The provider against the answers of its service, and what it asks for.

local listenbrainz = require("services.listenbrainz.provider")

require("lib.spec.answers").hold("listenbrainz")

local id = "5e550000-0000-4000-8000-000000000001"
local base = "GET https://api.listenbrainz.org/1"

local function playlist(name, number)
  return { playlist = { title = name, creator = "rob", date = "2026-11-20T08:00:00+00:00",
    identifier = "https://listenbrainz.org/playlist/" .. id:gsub("1$", tostring(number or 1)),
    track = mix.json.array({}) } }
end

local function page(list, total)
  return { json = { playlists = mix.json.array(list), playlist_count = total or #list } }
end

describe("ListenBrainz", function()
  local service

  before_each(function()
    mix.test.clock()
    service = listenbrainz.open()
  end)

  it("lists a user's playlists, page by page", function()
    mix.test.mock_http({
      [base .. "/user/rob%20z/playlists?count=100&offset=0"] = page({ playlist("A") }, 3),
      [base .. "/user/rob%20z/playlists?count=100&offset=1"] = page({ playlist("B", 2), {} }, 3),
    })
    local list = assert(service:playlists("rob z"))
    assert.are.same({ "A", "B" }, { list[1].name, list[2].name })
    assert.equal(id, list[1].id)
    assert.is_nil(list[3])
  end)

  -- The names of a user's playlists, and how often the service was asked.
  local function listed(pages)
    mix.test.mock_http({ [base .. "/user/rob/playlists*"] = pages })
    local names = {}
    for place, one in ipairs(assert(service:playlists("rob"))) do names[place] = one.name end
    return table.concat(names, " "), #mix.test.requests()
  end

  it("lists each playlist once, whatever its pages say of their number", function()
    local a, b, c = playlist("A"), playlist("B", 2), playlist("C", 3)
    local function short(list) return { json = { playlists = mix.json.array(list), count = 2 } } end
    for place, case in ipairs({
      { { page({ a, b }, 3), page({ b, c }, 2) }, "A B C", 2 }, { { page({ a }, 500) }, "A", 3 },
      { { page({ a }, 250), page({}, 250), page({ c }, 102) }, "A C", 3 },
      { { short({ a, b }), short({ c }) }, "A B C", 2 },
    }) do
      assert.are.same({ case[2], case[3] }, { listed(case[1]) }, tostring(place))
      mix.test.clock():advance("1h")
    end
  end)

  it("asks for user names of any letters and signs", function()
    mix.test.mock_http({ [base .. "/*"] = page({}) })
    for name, segment in pairs({ ["Ünal"] = "%C3%9Cnal", ["../x"] = "..%2Fx",
      ["a?b#c"] = "a%3Fb%23c", ["50%"] = "50%25", ["日本"] = "%E6%97%A5%E6%9C%AC",
      ["https://listenbrainz.org/user/a%20b/?page=2"] = "a%20b",
      ["https://listenbrainz.org/user/a%2Fb"] = "a%2Fb", ["listenbrainz.org/user/ab/"] = "ab",
      ["http://www.listenbrainz.org/user/cd"] = "cd" }) do
      assert(service:playlists(name))
      local asked = mix.test.requests()
      assert.matches("/user/" .. segment .. "/playlists?", asked[#asked].url, 1, true)
    end
  end)

  it("refuses names that no user has", function()
    for _, name in ipairs({ "..", ".", " ", "a\nb", "https://listenbrainz.org/user/%2e%2E/x" }) do
      local list, err = service:playlists(name)
      assert.is_nil(list)
      assert.equal("invalid", err.kind)
    end
  end)

  it("reads identifiers out of addresses", function()
    assert.equal(id, listenbrainz.id_of("https://listenbrainz.org/playlist/" .. id .. "/"))
    assert.equal(id, listenbrainz.id_of(id))
    assert.is_nil(listenbrainz.id_of("Weekly"))
  end)
end)
