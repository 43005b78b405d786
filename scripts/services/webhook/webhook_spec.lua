-- mixhost test FOLDER: the provider against the answers of receivers.

require("lib.spec.answers").hold("webhook")
