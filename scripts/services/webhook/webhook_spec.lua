-- mixhost test FOLDER: the provider against the answers of receivers.

require("services.webhook.provider").path = function() return "/hook" end

require("lib.spec.answers").hold("webhook")
