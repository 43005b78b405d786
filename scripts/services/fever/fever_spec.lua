-- mixhost test FOLDER: the provider against the answers of Fever.

require("lib.spec.answers").hold("fever")
