-- Names of music files, as rippers, shops and people write them.

local track_names = require("lib.track_names")

local function read(name, is_in_folder)
  local said = track_names.read(name, is_in_folder)
  return ("%s|%s|%s|%s"):format(said.artist or "", said.album or "", said.number or "", said.title)
end

local function check(cases, is_in_folder)
  for name, expected in pairs(cases) do assert.equal(expected, read(name, is_in_folder), name) end
end

describe("the name of a file", function()
  it("begins with a number in many forms", function()
    check({
      ["1-03 Ebb"] = "||3|Ebb", ["1.03 - Ebb"] = "||3|Ebb", ["CD1-03 Ebb"] = "||3|Ebb",
      ["[03] Ebb"] = "||3|Ebb", ["(03) Ebb"] = "||3|Ebb", ["03) Ebb"] = "||3|Ebb",
      ["#3 Ebb"] = "||3|Ebb", ["Track03 - Ebb"] = "||3|Ebb", ["03 \u{2013} Ebb"] = "||3|Ebb",
      ["03.Ebb.And.Flow"] = "||3|Ebb And Flow", ["03Ebb and Flow"] = "||3|Ebb and Flow",
      ["01. 1999"] = "||1|1999", ["03 - 7 Seconds"] = "||3|7 Seconds", ["103 - Ebb"] = "|||Ebb",
      ["01-12 - Ebb"] = "||12|Ebb", ["01-12 Ebb"] = "||12|Ebb",
      ["01-12-2020 - Ebb"] = "01-12-2020|||Ebb",
      ["A1. Ebb"] = "|||Ebb", ["B12) Ebb"] = "|||Ebb", ["06-10th_Street"] = "||6|10th Street",
      ["Disc 1 - 03 - Ebb"] = "||3|Ebb", ["d1t03 Ebb"] = "||3|Ebb", ["D1-03 Ebb"] = "||3|Ebb",
      ["03\u{FF0E}夜に駆ける"] = "||3|夜に駆ける",
    })
  end)

  it("has a number of its own", function()
    for _, name in ipairs({ "9-5", "0.5 Song", "2-4-6-8 Motorway", "1-800-273-8255", "5-1-5-0",
      "24K Magic", "3AM", "22", "99 Luftballons", "7 Seconds", "10,000 Hours", "100% Pure Love",
      "A1 Song", "R.E.M.", "(I Can't)" }) do
      assert.equal("|||" .. name, read(name), name)
    end
    assert.equal("A1||" .. "|Ebb", read("A1 - Ebb"))
  end)

  it("has other numbers in the folder of an album", function()
    check({ ["7 Kino"] = "||7|Kino", ["1-10 Ebb"] = "||10|Ebb", ["A1 - Ebb"] = "|||Ebb",
      ["50 Cent - Ebb"] = "50 Cent|||Ebb", ["3 Doors Down - Ebb"] = "3 Doors Down|||Ebb",
      ["30 Seconds to Mars - Ebb"] = "30 Seconds to Mars|||Ebb", ["12 Ada - Ebb"] = "Ada||12|Ebb",
      ["A2 Ada - Ebb"] = "Ada|||Ebb", ["2-4-6-8 Motorway"] = "|||2-4-6-8 Motorway" }, true)
  end)

  it("says the artist, and the album", function()
    check({
      ["Ada - Ebb"] = "Ada|||Ebb", ["Ada \u{2014} Ebb"] = "Ada|||Ebb",
      ["Ada_Lune-Ebb_Song"] = "Ada Lune|||Ebb Song", ["01-ada_lune-ebb"] = "ada lune||1|ebb",
      ["Ada - Tides - 03 Ebb"] = "Ada|Tides|3|Ebb", ["Ada - Tides - 03 - Ebb"] = "Ada|Tides|3|Ebb",
      ["Ada - 03 - Ebb"] = "Ada||3|Ebb", ["Ada - 03. Ebb"] = "Ada||3|Ebb",
      ["03 - Ada - Ebb - Live"] = "Ada||3|Ebb - Live", ["Prince - 1999"] = "Prince|||1999",
      ["Ada - 99 Problems"] = "Ada|||99 Problems", ["Ada - Ebb - Live"] = "Ada|||Ebb - Live",
    })
  end)

  it("loses the identifier of its video", function()
    check({ ["Ebb [dQw4w9WgXcQ]"] = "|||Ebb", ["Ebb [Remastering]"] = "|||Ebb [Remastering]",
      ["Ebb [Live]"] = "|||Ebb [Live]" })
  end)
end)
