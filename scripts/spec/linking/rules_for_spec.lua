-- The rules that a table's columns choose.

local rules_for = require("lib.linking.rules_for")

describe("the rules of a table", function()
  for kind, headers in pairs({
    tracks = { { "Title", "Artist" }, { "Artist", "Album", "Track" }, { "Track Name", "Album" } },
    books = { { "Title", "Author" }, { "Name", "ISBN" } },
    films = { { "Title", "Director" }, { "Title", "Year", "imdbID" }, { "Title", "tmdbID" },
      { "Date", "Name", "Year", "Letterboxd URI" } },
    releases = { { "Artist", "Album", "Year" }, { "Catalog#", "Artist", "Title", "release_id" } },
    people = { { "Name", "Born" } },
  }) do
    for _, header in ipairs(headers) do
      it(("are match/%s for %s"):format(kind, table.concat(header, ", ")), function()
        local rules = rules_for.table(header)
        assert.equal(kind, rules_for.kind(rules))
      end)
    end
  end
end)
