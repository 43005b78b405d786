-- mixhost test FOLDER: the provider against the answers of a MeTube hub.

require("lib.spec.answers").hold("hub")
