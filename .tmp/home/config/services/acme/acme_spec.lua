-- mixhost test FOLDER: the provider against the answers of acme.

require("lib.spec.answers").hold("acme")
