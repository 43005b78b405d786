-- Dates as feeds write them.

local dates = require("lib.feeds.dates")

local function read(text)
  local time = dates.read(text)
  return time and mix.time.iso(time)
end

describe("dates of feeds", function()
  it("are those of RFC 822 in all spellings", function()
    for text, time in pairs({
      ["Thu, 01 Jan 2004 19:48:21 GMT"] = "2004-01-01T19:48:21Z",
      ["01 Jan 04 19:48 GMT"] = "2004-01-01T19:48:00Z",
      ["Thu,  5 Apr 2012 10:00:00 EST"] = "2012-04-05T15:00:00Z",
      ["Mon, 26 January 2004 16:31:00 PT"] = "2004-01-27T00:31:00Z",
      ["Wed, 19 Feb 2012 22:40:00 GMT-01:01"] = "2012-02-19T23:41:00Z",
      ["Mon, 13 Feb, 2012 06:28:00 +0530"] = "2012-02-13T00:58:00Z",
      ["Thu Aug 30 2012 17:26:16 +0200"] = "2012-08-30T15:26:16Z",
      ["Fri,24 Nov 2023 18:28:36 -0000"] = "2023-11-24T18:28:36Z",
      ["Sun Jan  4 16:29:06 2004"] = "2004-01-04T16:29:06Z",
      ["Sun Jul 15 01:16:00 +0000 2012"] = "2012-07-15T01:16:00Z",
      ["Thu, 30 Apr 2015 08:57:00 MEST"] = "2015-04-30T06:57:00Z",
      ["Thu, 01 Jan 2004"] = "2004-01-01T00:00:00Z",
      ["Sunday, December 28, 2008 2:21:52 pm"] = "2008-12-28T14:21:52Z",
      ["Mi, 12 Okt 2016 10:05:00 +0200"] = "2016-10-12T08:05:00Z",
      ["mar., 01 févr. 2022 12:00:00 +0100"] = "2022-02-01T11:00:00Z",
      ["pią, 22 września 2017 16:00:00 +0200"] = "2017-09-22T14:00:00Z",
      ["22 Ağustos 2017 Salı"] = "2017-08-22T00:00:00Z",
      ["2017. szeptember 22., péntek 16:00"] = "2017-09-22T16:00:00Z",
      ["Παρ, 22 Σεπ 2017 16:00:00 +0300"] = "2017-09-22T13:00:00Z",
      -- No zone is so far off.
      ["Fri, 22 Sep 2017 16:00:00 -9999"] = "2017-09-22T16:00:00Z",
    }) do
      assert.equal(time, read(text), text)
    end
  end)

  it("are those of ISO 8601, whole or in part", function()
    for text, time in pairs({
      ["2003-12-31T10:14:55Z"] = "2003-12-31T10:14:55Z",
      ["2003-12-31T10:14:55.1234-08:00"] = "2003-12-31T18:14:55Z",
      ["2004-07-08 23:56:58"] = "2004-07-08T23:56:58Z", ["20031231"] = "2003-12-31T00:00:00Z",
      ["20031231T101455Z"] = "2003-12-31T10:14:55Z", ["2003-335"] = "2003-12-01T00:00:00Z",
      ["2003-12"] = "2003-12-01T00:00:00Z", ["2003"] = "2003-01-01T00:00:00Z",
      ["2000-02-29T18:14:55-08:00"] = "2000-03-01T02:14:55Z",
      ["2004年05月28日  01:31:15"] = "2004-05-28T01:31:15Z",
    }) do
      assert.equal(time, read(text), text)
    end
  end)

  it("may be numbers alone", function()
    assert.equal("2006-09-15T12:19:53Z", read("Fri, 2006/09/15 08:19:53 EDT"))
    assert.equal("2016-10-12T00:00:00Z", read("12.10.2016"))
    assert.equal("2016-10-12T00:00:00Z", read("10/12/2016"))
    assert.equal("2016-10-13T00:00:00Z", read("13/10/2016"))
    assert.equal("2026-11-27T10:00:00Z", read("1795773600"))
    assert.equal("2026-11-27T10:00:00Z", read("1795773600000"))
    assert.equal("2025-03-03T07:00:00Z", read("Mon, 03 Mar 2025 08.00.00 +0100"))
    assert.equal("integer", math.type(dates.read("Mon, 03 Mar 2025 08:00:00 IST")))
  end)

  it("are nil for other texts", function()
    for _, text in ipairs({ "", "soon", "99 Jun 2009 12:00:00 GMT", "2003-13-01", "16 zzz 2012",
      "12:00", "Sun, 31 Dec" }) do
      assert.is_nil(dates.read(text), text)
    end
  end)
end)
