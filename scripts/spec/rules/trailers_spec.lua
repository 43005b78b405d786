-- Which video is shown as the trailer.

local function video(fields)
  local made = {
    site = "YouTube", key = "k", name = "Trailer", size = 1080, type = "Trailer", official = true,
    iso_639_1 = "en", id = "1", published_at = "2024-01-01T00:00:00.000Z",
  }
  for name, value in pairs(fields) do made[name] = value end
  for _, name in ipairs(fields.without or {}) do made[name] = nil end
  made.without = nil
  return made
end

-- The keys in the order that a rule gives them; every list is tried backwards as well.
local function order(rules, videos, wish)
  local function keys(list)
    local found = {}
    for place, entry in ipairs(mix.rules.load("trailers/" .. rules):rank(list, wish or {})) do
      found[place] = entry.video.key
    end
    return table.concat(found, " ")
  end
  local backwards = {}
  for place = #videos, 1, -1 do backwards[#backwards + 1] = videos[place] end
  local found = keys(videos)
  assert.equal(found, keys(backwards))
  return found
end

for _, rules in ipairs({ "classic", "standard" }) do
  describe("trailers/" .. rules, function()
    it("takes the latest of several official ones that are alike", function()
      assert.equal("latest early promo fan", order(rules, {
        video({ key = "promo", type = "Teaser", name = "Own it TODAY",
          published_at = "2015-03-20T21:10:51.000Z" }),
        video({ key = "fan", name = "The Movie - Official Trailer 3", official = false,
          published_at = "2014-10-01T21:37:54.000Z" }),
        video({ key = "latest", name = "Trailer 4 - Official Studio",
          published_at = "2014-10-01T19:00:20.000Z" }),
        video({ key = "early", name = "Trailer 3 - Official Studio",
          published_at = "2014-07-31T23:00:27.000Z" }),
      }))
    end)

    it("takes the one that is called official trailer before later ones", function()
      assert.equal("first second clip", order(rules, {
        video({ key = "second", name = "Trailer #2", size = 2160,
          published_at = "2023-10-12T16:00:44.000Z" }),
        video({ key = "clip", name = "They Call Me Lofty", type = "Clip" }),
        video({ key = "first", name = "Official Trailer", size = 2160,
          published_at = "2023-07-11T16:00:39.000Z" }),
      }))
    end)

    it("compares type, size, date and identifier in turn", function()
      assert.equal("trailer teaser clip featurette behind other", order(rules, {
        video({ key = "other", type = "Bloopers" }),
        video({ key = "behind", type = "Behind the Scenes" }),
        video({ key = "featurette", type = "FEATURETTE" }), video({ key = "clip", type = "Clip" }),
        video({ key = "teaser", type = "teaser" }), video({ key = "trailer" }),
      }))
      assert.equal("large dated second undated", order(rules, {
        video({ key = "undated", without = { "published_at" } }),
        video({ key = "second", id = "2" }), video({ key = "dated", id = "1" }),
        video({ key = "large", size = 2160, without = { "published_at" } }),
      }))
    end)

    it("leaves out what is not on YouTube, and bears anything", function()
      assert.equal("ok", order(rules, {
        video({ key = "vimeo", site = "Vimeo" }), video({ key = "" }), video({ key = 7 }),
        video({ key = "ok", site = "YOUTUBE", name = 3, size = "1080", type = mix.json.null }),
        {}, { site = "YouTube" },
      }))
      assert.equal("", order(rules, {}))
      assert.equal("", order(rules, { "text", 3 }))
    end)
  end)
end

describe("a list of the old form, without official", function()
  local old = {
    video({ key = "one", name = "Official Trailer #1", without = { "official", "published_at" } }),
    video({ key = "two", name = "Official Trailer #2", size = 2160,
      without = { "official", "published_at" } }),
    video({ key = "clip", name = "Moon Rover", type = "Clip",
      without = { "official", "published_at" } }),
  }

  it("is ordered by name and size", function()
    assert.equal("two one clip", order("classic", old))
    assert.equal("two one clip", order("standard", old))
  end)

  it("is ordered by names that say official and the right type", function()
    local list = {
      video({ key = "plain", without = { "official" }, size = 2160 }),
      video({ key = "teaser", name = "Official Teaser", type = "Teaser",
        without = { "official" } }),
      video({ key = "cut", name = "Official Teaser", type = "Clip", without = { "official" } }),
    }
    assert.equal("plain teaser cut", order("classic", list))
    assert.equal("teaser plain cut", order("standard", list))
  end)
end)

describe("the user's language", function()
  local list = {
    video({ key = "english" }), video({ key = "german", iso_639_1 = "de", official = false }),
    video({ key = "korean", iso_639_1 = "ko", id = "2" }),
  }

  it("comes first in standard, then the original one", function()
    local wish = { language = "de", original_language = "ko" }
    assert.equal("german korean english", order("standard", list, wish))
  end)

  it("is nothing to classic", function()
    assert.equal("german", order("classic", list, { language = "de" }):match("%S+$"))
  end)
end)

it("says what decided", function()
  local ranked = mix.rules.load("trailers/standard"):rank({
    video({ key = "b", type = "Clip" }), video({ key = "a" }), video({ key = "c", type = "Clip" }),
  }, {})
  local keys = { ranked[1].video.key, ranked[2].video.key, ranked[3].video.key }
  assert.are.same({ "a", "b", "c" }, keys)
  assert.are.same({ 2, 1, 3 }, { ranked[1].index, ranked[2].index, ranked[3].index })
  assert.are.same({ "type" }, { ranked[1].decided_by, ranked[2].decided_by })
end)

for _, rules in ipairs({ "classic", "standard" }) do
  it("trailers/" .. rules .. " skips unknown keys", function()
    assert.equal("A-b_9", order(rules, {
      video({ key = "A-b_9" }), video({ key = "a&list=x" }), video({ key = "" }),
      video({ key = "a b" }), video({ key = mix.json.null }), video({ key = 5 }),
      video({ key = "\27[2J" }), video({ without = { "key" } }),
    }))
  end)
end
