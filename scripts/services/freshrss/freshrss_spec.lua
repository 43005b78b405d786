-- mixhost test FOLDER: the provider against the answers of FreshRSS.

require("lib.spec.answers").hold("freshrss")
