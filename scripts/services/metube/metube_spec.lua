-- mixhost test FOLDER: the provider against the answers of MeTube.

require("lib.spec.answers").hold("metube")
