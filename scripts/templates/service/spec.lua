-- mixhost test FOLDER: the provider against the answers of NAME.

require("lib.spec.answers").hold("NAME")
