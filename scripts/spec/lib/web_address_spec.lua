-- Relative addresses (RFC 3986, 5.4).

local web_address = require("lib.web_address")

describe("a relative address", function()
  it("is resolved as the standard says", function()
    for text, resolved in pairs({
      ["g"] = "http://a/b/c/g", ["./g"] = "http://a/b/c/g", ["g/"] = "http://a/b/c/g/",
      ["/g"] = "http://a/g", ["//g"] = "http://g", ["?y"] = "http://a/b/c/d;p?y",
      ["g?y"] = "http://a/b/c/g?y", ["#s"] = "http://a/b/c/d;p?q#s", [""] = "http://a/b/c/d;p?q",
      ["."] = "http://a/b/c/", ["./"] = "http://a/b/c/", [".."] = "http://a/b/",
      ["../g"] = "http://a/b/g", ["../../g"] = "http://a/g", ["../../../g"] = "http://a/g",
      ["g;x=1/../y"] = "http://a/b/c/y", ["mailto:x"] = "mailto:x",
    }) do
      assert.equal(resolved, web_address.resolved(text, "http://a/b/c/d;p?q"), text)
    end
    assert.equal("https://x.example/g", web_address.resolved("g", "https://x.example"))
  end)

  it("is one of the web, or none", function()
    assert.equal("https://x.example/a%20b", web_address.of_web(" \nHTTPS://x.example/a b "))
    assert.is_nil(web_address.of_web("javascript:x", "https://x.example/"))
    assert.is_nil(web_address.of_web("g"))
    for _, host in ipairs({ "jellyfin.mixhost.invalid", "HUB.mixhost.INVALID.:443",
      "hub.mixhost.ｉnvalid", "hub.mixhost.𝐢nvalid", "hub。mixhost。invalid",
      "hub.mixhost.in\u{ad}valid", "hub.mixhost.inv\u{200b}alid", "hub.mixhost.inva\u{180b}lid",
    }) do
      assert.is_nil(web_address.of_web(("https://%s/x"):format(host)), host)
    end
    assert.is_nil(web_address.of_web(" ", "https://x.example/"))
    for _, host in ipairs({ "invalid.example", "notinvalid", "bücher.example", "пример.рф" }) do
      assert.equal(("https://%s/x"):format(host), web_address.of_web(("https://%s/x"):format(host)))
    end
  end)
end)
