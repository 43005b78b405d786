-- Cells of users' files as records, and images as covers.

local covers = require("programs.books.lib.covers")
local failure = require("lib.failure")
local formats = require("programs.books.lib.formats")
local isbn = require("programs.books.lib.isbn")
local record = require("programs.books.lib.record")

describe("an ISBN", function()
  it("is read through what files wrap around it", function()
    for _, text in ipairs({ "0306406152", '="0306406152"', "[0306406152]", "0-306-40615-2",
      " 978-0-306-40615-7 " }) do
      assert.are.same({ "9780306406157", "0306406152" }, { isbn.read(text) })
    end
    assert.are.same({ "9791003992256" }, { isbn.read("979-1003992256") })
  end)

  it("is told apart from other texts", function()
    assert.matches("check digit", select(2, isbn.read("0306406153")), 1, true)
    assert.matches("is not an ISBN", select(2, isbn.read("12345")), 1, true)
    assert.are.same({}, { isbn.read('=""') })
  end)
end)

describe("a record", function()
  local making

  before_each(function() making = record.new(2) end)

  it("keeps the numbers of other editions, and malformed ones", function()
    record.take_isbn(making, { "", "123", "0306406152", "9780306406157", "9781003992257" })
    assert.are.same({ isbn13 = "9780306406157", isbn10 = "0306406152" }, making.fields.identifiers)
    assert.are.same({ isbn = "123", other_isbns = "9781003992257" }, making.fields.extra)
    assert.equal(1, #making.remarks)
  end)

  it("takes the pages as catalogues write them, and names on lines", function()
    for text, pages in pairs({ ["412 pages"] = 412, ["1.002"] = 1002, ["xii + 300 p."] = 300,
      ["736 S."] = 736, ["12-30"] = false, ["1,5"] = false }) do
      making = record.new(2)
      record.take_pages(making, "Pages", text)
      assert.are.same({ pages or nil, not pages and text or nil },
        { making.fields.pages, making.fields.extra.pages }, text)
    end
    assert.are.same({ "Ada Lune", "Bo Mar" }, record.names("Ada Lune\r\nBo Mar"))
  end)

  it("keeps the names of columns in all scripts", function()
    assert.are.same({ "出版社", "год_изд", "column" },
      { record.key("出版社"), record.key("Год (изд.)"), record.key("#") })
  end)

  it("takes a year, and keeps a text that says more or something else", function()
    for text, year in pairs({ ["1999"] = 1999, ["-380"] = -380, ["2003-05-01"] = 2003 }) do
      making = record.new(2)
      record.take_year(making, "Date", text)
      assert.equal(year, making.fields.year)
      assert.equal(#text > 4 and text or nil, making.fields.extra.date)
    end
    for _, text in ipairs({ "0", "20255", "soon" }) do
      making = record.new(2)
      record.take_year(making, "Date", text)
      assert.is_nil(making.fields.year)
      assert.equal(text, making.fields.extra.date)
      assert.matches("is not a year", making.remarks[1], 1, true)
    end
  end)

  it("costs time by the length of its cells", function()
    local start = os.clock()
    for _, sign in ipairs({ "0", " ", ",", "a" }) do
      local text = "1" .. sign:rep(30000) .. "!"
      making.fields.title, making.fields.series = "Ebb", text
      record.take_series(making)
      record.take_position(making, "Volume", text)
      record.take_year(making, "Date", text)
      local calibre = assert(formats.open({ "title", "authors", "author_sort", "identifiers" },
        "calibre"))
      assert.equal("Ebb", calibre:read({ "Ebb", "Ada Lune", "", text, row = 2 }).title)
    end
    assert.is_true(os.clock() - start < 2)
  end)

  it("keeps a place without a series, and languages that are not known", function()
    record.take_position(making, "series_index", "1.0")
    record.take_language(making, "languages", "qaa")
    assert.are.same({ series_index = "1.0", languages = "qaa" }, making.fields.extra)
    record.take_position(making, "Volume", nil)
    assert.is_nil(making.fields.series_position)
    for text, volume in pairs({ ["3"] = 3, ["Vol. 4"] = 4, III = 3, ["1.5"] = 1.5,
      ["2,5"] = 2.5 }) do
      record.take_position(making, "Volume", text)
      assert.equal(volume, making.fields.series_position, text)
    end
    making.fields.series = "Tides"
    record.take_position(making, "series_index", "2.5")
    assert.equal(2.5, making.fields.series_position)
  end)
end)

describe("a cover", function()
  local function png(width, height)
    return "\x89PNG\r\n\x1A\n\0\0\0\rIHDR" .. string.pack(">I4I4", width, height)
  end

  it("has a size", function()
    assert.are.same({ 60, 90 }, { covers.size(png(60, 90)) })
    assert.are.same({ 3, 4 }, { covers.size("GIF89a" .. string.pack("<I2I2", 3, 4)) })
    local jpeg = "\xFF\xD8\xFF\xE0" .. string.pack(">I2", 4) .. "ab\xFF\xC0"
      .. string.pack(">I2BI2I2", 11, 8, 90, 60) .. "rest"
    assert.are.same({ 60, 90 }, { covers.size(jpeg) })
    for _, none in ipairs({ "", "<html>", "\xFF\xD8\xFF", "\x89PNG\r\n\x1A\n" }) do
      assert.are.same({ 0, 0 }, { covers.size(none) })
    end
  end)

  it("that is a point, or not there, is none", function()
    local address = "https://example.com/c.png"
    for place, case in ipairs({ { png(60, 90), true }, { png(1, 1), false } }) do
      mix.test.mock_http({ ["GET " .. address .. place] = { body = case[1] } })
      assert.equal(case[2], covers.look(address .. place).shown)
    end
    mix.test.mock_http({ ["GET " .. address] = { status = 404 } })
    assert.is_false(covers.look(address).shown)
    local webp = "RIFF\0\0\0\0WEBPVP8L" .. ("\0"):rep(30)
    mix.test.mock_http({ ["GET " .. address] = { body = webp } })
    assert.is_true(covers.look(address, true).shown)
    for _, other in ipairs({ "file:///etc/passwd", "https://hub.mixhost.invalid/x", "" }) do
      local look, err = covers.look(other)
      assert.are.same({ nil, "denied" }, { look, err.kind })
    end
  end)

  it("is not known where a refusal, a fault or a page comes, kept or not", function()
    local address = "https://example.com/c.jpg"
    local page = { body = "<html>Log in</html>", headers = { ["content-type"] = "text/html" } }
    for kind, answer in pairs({ forbidden = { status = 403 }, rate = { status = 429 },
      server = { status = 503 }, portal = page }) do
      mix.test.mock_http({ ["GET " .. address] = answer })
      local look, err = covers.look(address)
      assert.are.same({ "nil", kind }, { tostring(look), err.kind })
      assert.is_true(err.kind == "rate" or failure.class(err) == "passing")
    end
    mix.test.mock_http({ ["GET " .. address] = { body = png(60, 90) } })
    assert.is_true(covers.look(address).shown)
  end)
end)
