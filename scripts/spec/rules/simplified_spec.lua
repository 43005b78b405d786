-- Traditional characters in titles and names.

local simplified = require("rules.lib.simplified")

it("traditional characters are simplified, other signs stay", function()
  for given, wanted in pairs({
    ["三體"] = "三体", ["斷背山"] = "断背山", ["凱旋門"] = "凯旋门", ["職場"] = "职场",
    ["測量員與龍捲風"] = "测量员与龙卷风", ["断背山"] = "断背山", ["瀋陽"] = simplified("沈阳"), ["ねこ Café"] = "ねこ Café",
  }) do
    assert.equal(wanted, simplified(given))
  end
end)
