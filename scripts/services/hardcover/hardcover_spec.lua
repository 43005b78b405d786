-- mixhost test scripts/services/hardcover: the provider against the answers of Hardcover.

require("lib.spec.answers").hold("hardcover")
