-- mixhost test FOLDER: the provider against the answers of ntfy.

require("lib.spec.answers").hold("ntfy")
