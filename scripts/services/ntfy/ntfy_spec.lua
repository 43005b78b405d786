-- mixhost test FOLDER: the provider against the answers of ntfy.

require("services.ntfy.provider").topic = function() return "news" end

require("lib.spec.answers").hold("ntfy")
