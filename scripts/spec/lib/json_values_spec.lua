-- Values of services' answers in the forms in which they come, and JSON with small faults.

local json_answers = require("lib.json_answers")
local loose_json = require("lib.loose_json")
local values = require("lib.json_values")

local null = mix.json.null

it("a text has no blanks around it, and is none without a sign", function()
  for value, text in pairs({
    [" Paper Boats \n"] = "Paper Boats", ["a  b"] = "a  b",
    ["Don\u{92}t"] = "Don’t", ["CafÃ©"] = "Café", ["\u{98}Der\u{9C} Hafen"] = "Der Hafen",
    ["Ada\0Bo"] = "Ada Bo", ["\27[0;31mEbb\27[0m tide\0"] = "Ebb tide", ["a\nb"] = "a\nb" }) do
    assert.equal(text, values.text(value))
  end
  for _, value in ipairs({ "", " \t", "\0", 5, true, null, {} }) do
    assert.is_nil(values.text(value))
  end
end)

it("a list may come as its only entry, or as an object of numbers", function()
  local one = { id = 1 }
  assert.are.same({ one }, values.list({ one }))
  assert.are.same({ one }, values.list(one))
  assert.are.same({ "a", "b", "c" }, values.list({ ["0"] = "a", ["2"] = "b", ["10"] = "c" }))
  for _, value in ipairs({ "x", 5, null, {}, mix.json.array({}) }) do
    assert.are.same({}, values.list(value))
  end
  assert.are.same({ "a" }, values.texts(" a "))
  assert.are.same({ "a", "b" }, values.texts({ "a", null, 5, "", "b" }))
end)

it("an object may be the only one of a list", function()
  local one = { id = 1 }
  assert.equal(one, values.object({ one }))
  assert.are.same({}, values.object({ one, one }))
  assert.are.same({}, values.object({ { one } }))
end)

it("a number may be a text", function()
  assert.are.same({ 203.5, 203, 7, 7 }, { values.number("203.5"), values.number(203),
    values.positive("7"), values.positive(7.0) })
  for _, value in ipairs({ "", "x", "1e999", null, {}, true }) do
    assert.is_nil(values.number(value))
  end
  for _, value in ipairs({ 0, -1, 7.5, "7.5" }) do assert.is_nil(values.positive(value)) end
end)

it("a length, a number of tracks and an address are such as there are", function()
  assert.are.same({ 203.5, 203 }, { values.seconds(203500, 1000), values.seconds("203") })
  assert.are.same({ 3, 1 }, { values.count("3"), values.count(1.0) })
  for _, value in ipairs({ 0, -5, 1e300, math.maxinteger, "x", null }) do
    assert.is_nil(values.seconds(value))
    assert.is_nil(values.count(value))
  end
  for _, address in ipairs({ "https://a.example/x.jpg", "http://a.example/x.jpg",
    "//a.example/x.jpg", " HTTPS://a.example/x.jpg" }) do
    assert.equal("https://a.example/x.jpg", values.secure(address))
  end
  for _, address in ipairs({ "javascript:alert(1)", "/x.jpg", "x.jpg", "https:///x", "", 5 }) do
    assert.is_nil(values.secure(address))
  end
end)

it("a moment is of 1971 or later", function()
  local moment = "2022-05-20T14:10:29Z"
  assert.equal(moment, values.moment(moment))
  for _, other in ipairs({ "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2022-13-45", "x" }) do
    assert.is_nil(values.moment(other))
  end
end)

it("a date is as precise as it is, and a day that no calendar has is none", function()
  local found = {
    ["2010"] = "2010", ["2010-05"] = "2010-05", ["2010-05-01"] = "2010-05-01",
    ["2010-05-01T23:30:00-07:00"] = "2010-05-01", ["2010-05-01 07:00:00 Etc/GMT"] = "2010-05-01",
    ["2010-00-00"] = "2010", ["2010-05-00"] = "2010-05", ["2010-??-05"] = "2010",
  }
  for text, date in pairs(found) do assert.equal(date, values.date(text), text) end
  assert.equal("2010", values.date(2010))
  for _, text in ipairs({ "", "0000-00-00", "0000", "0101-01-01", "2010-13-01", "2010-02-30",
    "199?", "2010-5", "20100501", "undefined", null, 12345, -2010 }) do
    assert.is_nil(values.date(text), tostring(text))
  end
  assert.are.same({ "2010-05-01" }, { values.day("2010-05-01"), values.day("2010-05") })
end)

describe("JSON of services", function()
  local function read(body, kind) return loose_json.answer(body, kind) end

  it("is read with commas too many, NaN, and signs that it should escape", function()
    for _, body in ipairs({ '{"a":"b",}', '{"a":"b","c":[1,],"d":NaN}', '{"a":"b","c":"x\ty\1"}',
      '{"a":"b","c":"it\\\'s"}', '{"a":"b"}\0', '{"a":"b"}\n<!-- 12 ms -->', 'call({"a":"b"});',
      ")]}'\n{\"a\":\"b\"}", "while(1);{\"a\":\"b\"}", "\u{FEFF}{\"a\":\"b\"}",
      '<br />\n<b>Warning</b>: each() [function.each] in x.php<br />\n{"a":"b"}' }) do
      assert.equal("b", (read(body) or {}).a, body)
    end
    assert.equal("it's, \\d \"", read('{"a":"it\\\'s, \\\\d \\"\1"}').a:sub(1, -2))
  end)

  it("is read in another encoding; one wrong byte spoils its text alone", function()
    assert.equal("é", read('{"a":"\xE9"}', "application/json; charset=iso-8859-1").a)
    assert.equal("b", read("\xFF\xFE" .. ('{"a":"b"}'):gsub(".", "%0\0")).a)
    assert.are.same({ "Bj\u{FFFD}", "Jörg" }, read('["Bj\xC3","Jörg"]'))
  end)

  it("is not read out of a page, of other words, or where its end is missing", function()
    for _, body in ipairs({ "<html><script>var a = {\"a\":1}</script></html>", "[]x", '{"a":1',
      '{"a":{"b":1}', "text", "{\"a\":1}{\"a\":2}", "", "see [1]" }) do
      local found, err = read(body)
      assert.is_nil(found, body)
      assert.matches("invalid JSON", err.message, 1, true)
    end
  end)
end)

it("an error with a good status says the service's words", function()
  local function said(json)
    local response = { headers = {}, body = mix.json.encode(json) }
    return select(2, json_answers.read(response, json_answers.has("results"))).message
  end
  assert.equal("the answer has no results; it says: Too busy", said({ error = "Too busy" }))
  assert.equal("the answer has no results", said({ title = "x" }))
  local function of(body)
    return select(2, json_answers.read({ headers = {}, body = body })).message
  end
  assert.matches("; it says: Down until noon$", of("Down until noon"))
  assert.matches("; it says: No$", of('<?xml version="1.0"?><Error><Message>No</Message></Error>'))
  assert.equal("the answer is empty", of(" "))
  assert.matches("compressed %(gzip%) and does not say so", of("\x1F\x8B\8"))
  assert.is_nil(of('{"a":'):find("it says", 1, true))
end)
