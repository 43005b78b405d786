-- Certifications and videos of TMDB's records; what else is read of them is held against its
-- answers (services/tmdb/answers).

local documents = require("programs.trailers.lib.documents")
local title_nodes = require("programs.trailers.lib.title_nodes")
local titles = require("services.tmdb.titles")

describe("a film's details", function()
  local function rated(releases)
    local all = { { iso_3166_1 = "GB", release_dates = { { type = 3, certification = "15" } } },
      { iso_3166_1 = "US", release_dates = releases } }
    return titles.detail({ id = 7, title = "A", release_dates = { results = all } }, "movie")
      .certification
  end

  it("are rated as in US cinemas, or the nearest to it", function()
    assert.equal("PG",
      rated({ { type = 3, certification = "" }, { type = 4, certification = "PG" } }))
    assert.equal("R", rated({ { type = 1, certification = "G" }, { type = 3, certification = "R" },
      { type = 2, certification = "PG" } }))
    assert.equal("G",
      rated({ { type = 1, certification = "G" }, { type = 6, certification = "" } }))
    assert.equal("NR", rated({ { type = 3, certification = "" } }))
    assert.equal("NR", rated(mix.json.null))
  end)
end)

describe("videos", function()
  local null = mix.json.null
  local odd = {
    { key = "k", site = "YouTube", name = null, size = 1080.5, type = {}, official = "yes" },
    null, "text", { key = null, site = null, size = null }, { iso_3166_1 = "US", size = "720" },
  }

  it("keep what can be used of them", function()
    local detail = titles.detail({ id = 5, title = "A", videos = { results = odd } }, "movie")
    assert.are.same({
      { key = "k", site = "YouTube" }, {}, { iso_3166_1 = "US", size = 720 },
    }, detail.videos)
  end)

  it("of any kind can be ranked, printed and encoded", function()
    local detail = titles.detail({ id = 5, title = "A", videos = { results = odd } }, "movie")
    for _, rules in ipairs({ "classic", "standard" }) do
      local ranked = mix.rules.load("trailers/" .. rules):rank(detail.videos, { language = "en" })
      assert.equal(1, #ranked)
      local node = title_nodes.detail(detail, ranked, "loaded")
      assert.are.same({ "embed", service = "youtube", video = "k", title = "YouTube" }, node[#node])
      local document = mix.json.encode(documents.detail(detail, ranked, false))
      assert.equal("YouTube", mix.json.decode(document).trailers[1].label)
    end
    -- Rules of one's own may take videos that nobody can open.
    local node = title_nodes.detail(detail, { { video = detail.videos[2] } }, "loaded")
    assert.are.same({ "text", "Video" }, node[#node])
    assert.equal(null, documents.trailer({ video = detail.videos[2] }).url)
  end)
end)
