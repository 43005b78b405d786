-- The provider under the rules for all (lib/spec/contract.lua).

require("lib.spec.contract").check("deezer")
