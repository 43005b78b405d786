-- The provider under the rules for all (lib/spec/contract.lua).

require("lib.spec.contract").check("tmdb", { search_for = false, files = { "list", "movie" } })
