-- Descriptions as services write them, as plain text.

local languages = require("lib.languages")
local plain_text = require("lib.plain_text")
local service_words = require("lib.service_words")

describe("plain text", function()
  it("of HTML has its lines, and no markup", function()
    for html, text in pairs({
      ["<p>Boats <b>and</b>\n lamps&#8230;<br><br>Tales &amp; songs</p>"] =
        "Boats and lamps…\n\nTales & songs",
      ["<ul><li>one</li><li>two</li></ul>"] = "• one\n• two",
      ["a < b\nand &eacute;&nbsp;&#x2014;&#151;&unknown;"] = "a < b\nand é ——&unknown;",
      ["<script>x()</script>A<!-- b --><span class='c'>d</span>"] = "Ad",
      ["&lt;i&gt; is a tag"] = "<i> is a tag", ["&#55357;&#0;x"] = "x",
      ["&#55357;&#56832;&#xD83C;&#xDF0A;"] = "😀🌊",
      ["&#128;5 &#x8A;&#154; &#140;&#159;&#133;&#147;"] = "€5 Šš ŒŸ…“",
    }) do
      assert.equal(text, plain_text.html(html), html)
    end
  end)

  it("of a title has no marks of a page", function()
    for marked, title in pairs({
      ["The <i>Iliad</i><br/> of <a href='x'>Homer</a>"] = "The Iliad  of Homer",
      ["I <3 U, <Bo> & a<b"] = "I <3 U, <Bo> & a<b",
    }) do
      assert.equal(title, plain_text.unmarked(marked), marked)
      assert.equal(title, plain_text.title(marked), marked)
    end
    assert.equal("<img src=x>", plain_text.title("<img src=x>"))
    assert.equal("Der Hafen", plain_text.title("<<Der>> Hafen"))
    assert.equal("Der Hafen", plain_text.unescaped("&#152;Der&#156; Hafen"))
  end)

  it("of Markdown has its words, and no marks", function()
    for marked, text in pairs({
      ["**Boats** and *lamps*, _soft_"] = "Boats and lamps, soft",
      ["See [this](https://x.org/a_b) or [that][1].\r\n\r\n[1]: https://x.org"] =
        "See this or that.",
      ["# Tides\n\n> quoted\n\n----------\n* one\n* two"] = "Tides\n\nquoted\n\n• one\n• two",
      ["5 * 3 * 2, snake_case_x, \\*kept\\*"] = "5 * 3 * 2, snake_case_x, *kept*",
      ["A<br>B &amp; `C`"] = "A\nB & C", ["\u{1}999\u{2}"] = "999",
    }) do
      assert.equal(text, plain_text.markdown(marked), marked)
    end
  end)
end)

it("languages are those of ISO 639, by code, tag or name", function()
  for text, code in pairs({
    ro = "ro", rum = "ro", ron = "ro", RO = "ro", ["pt-BR"] = "pt", en_US = "en", ger = "de",
    Romanian = "ro", ["Português (Brasil)"] = "pt", fil = "fil", grc = "grc", iw = "he",
    ["eng;fre"] = "en", scr = "hr",
  }) do
    assert.equal(code, languages.code(text), text)
  end
  for _, text in ipairs({ "", "my book", "mul", "und", "klingonish", "x" }) do
    assert.is_nil(languages.code(text), text)
  end
  assert.are.same({ "ron", "deu", "fil" },
    { languages.long_code("ro"), languages.long_code("de"), languages.long_code("fil") })
end)

it("the words of a service are found in JSON and in text, not in pages", function()
  for body, said in pairs({
    ['{"message":"Slow down"}'] = "Slow down",
    ['{"msg":"\\u001b[0;31mERROR:\\u001b[0m Private video"}'] = "ERROR: Private video",
    ['{"error":{"message":"No"}}'] = "No",
    ['{"title":"Bad","detail":"The id is odd"}'] = "The id is odd",
    ["400: quality must be one of x\nmore"] = "quality must be one of x", ['"plain"'] = "plain",
    ['{"errors":["query must be given"]}'] = "query must be given",
    ['{"fault":{"faultstring":"Too many","detail":{"errorcode":"q"}}}'] = "Too many",
    ['{"ok":false,"error_code":400,"description":"Chat not found"}'] = "Chat not found",
    ['{"Message":"No such thing"}'] = "No such thing",
    ['{"title":"Errors occurred.","errors":{"channelIds":["x is none"]}}'] = "x is none",
    ['{"error":"invalid_grant","error_description":"Revoked"}'] = "Revoked",
    ['{"detail":[{"loc":["q"],"msg":"Too short"}]}'] = "Too short",
    ['{"subsonic-response":{"status":"failed","error":{"code":0,"message":"No"}}}'] = "No",
    ['<?xml version="1.0"?>\n<Error><Code>7</Code><Message>No &amp; no</Message></Error>']
      = "No & no",
    ['<lfm status="failed"><error code="10">Invalid API key</error></lfm>'] = "Invalid API key",
    ['<?xml version="1.0"?><subsonic-response status="failed"><error code="40" message="Wrong"/>'
      .. "</subsonic-response>"] = "Wrong",
  }) do
    assert.equal(said, service_words({ body = body }), body)
  end
  for _, body in ipairs({ "", "<html>x</html>", "<?xml version='1.0'?><html><p>x</p></html>",
    "{}", "[]", '{"id":"x7"}', "5", "\xFF" }) do
    assert.is_nil(service_words({ body = body }), body)
  end
end)
