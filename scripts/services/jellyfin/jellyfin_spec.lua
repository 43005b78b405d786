-- The provider against the answers of its service.

require("lib.spec.answers").hold("jellyfin")
require("lib.spec.contract").check("jellyfin")
