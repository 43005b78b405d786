-- Refusals of one question of many, and text that was marked up.

local html_text = require("lib.html_text")
local refusals = require("lib.refusals")

it("tells a refusal of one question from what would meet all", function()
  for _, kind in ipairs({ "invalid", "not_found", "gone", "http", "answer" }) do
    assert.is_true(refusals.is_of_question({ kind = kind }))
  end
  for _, kind in ipairs({ "token", "forbidden", "rate", "paused", "server", "timeout", "dns" }) do
    assert.is_false(refusals.is_of_question({ kind = kind }))
  end
end)

it("says how many rows were refused, each reason once", function()
  local function err(message) return { message = message } end
  assert.is_nil(refusals.line({}, 4))
  assert.equal("1 of 4 rows was refused: A", refusals.line({ err("A") }, 4))
  assert.equal("3 of 4 rows were refused: A; B", refusals.line({ err("A"), err("B"), err("A") }, 4))
  assert.equal("4 of 9 rows were refused: A; B; C; …",
    refusals.line({ err("A"), err("B"), err("C"), err("D") }, 9))
end)

it("reads escaped and marked-up text", function()
  assert.equal("Rock 'n' Roll & tea <3 \u{1F3B5}",
    html_text.unescaped("Rock &#x27;n&#39; Roll &amp; tea &lt;3 &#x1F3B5;"))
  -- Once, and what stands for nothing stays.
  assert.equal("&amp; & &odd; &#xD800; &#0; &#99999999;",
    html_text.unescaped("&amp;amp; & &odd; &#xD800; &#0; &#99999999;"))
  assert.equal("One & two\nthree\nfour", html_text.plain(
    "<p>One &amp; <b>two</b></p>\n\n<p>three<br/>four<!-- no --></p><script>x < y</script>"))
  assert.equal("1 < 2 & 3", html_text.plain("1 < 2 & 3"))
end)
