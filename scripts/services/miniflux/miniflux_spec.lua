-- mixhost test FOLDER: the provider against the answers of Miniflux.

require("lib.spec.answers").hold("miniflux")
