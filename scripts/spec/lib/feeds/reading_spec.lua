-- Feeds of all kinds, as the web has them.

local reading = require("lib.feeds.reading")

local address = "https://example.org/blog/feed.xml"

local function read(body, kind) return reading.feed(body, address, kind) end

local function rss(items, head, attributes)
  return ('<rss version="2.0"%s><channel><title>Harbour</title><link>https://example.org/</link>'
    .. "%s%s</channel></rss>"):format(attributes or "", head or "", items)
end

local function first(...) return read(rss(...)).entries[1] end

describe("RSS", function()
  it("says what an item is", function()
    local entry = first("<item><title>A &amp;amp; &lt;b&gt;B&lt;/b&gt;</title><link>/p/1</link>"
      .. '<guid isPermaLink="false">g1</guid><pubDate>Thu, 20 Nov 2025 10:00:00 EST</pubDate>'
      .. "<description><![CDATA[<p>One</p><p>Two &eacute;</p>]]></description>"
      .. "<author>x@example.org (Ann)</author></item>")
    assert.are.same({
      guid = "g1", name = "g1", title = "A & B", link = "https://example.org/p/1",
      published = 1763650800, about = "One Two é", author = "Ann",
    }, entry)
  end)

  it("has episodes with files, lengths and pictures", function()
    local entry = first('<item><title>E</title><enclosure url="https://cdn.example/e.mp3?x=1&y=2" '
      .. 'type="audio/mpeg" length="1"/><itunes:duration>1:02:03</itunes:duration>'
      .. '<itunes:image href="//cdn.example/e.jpg"/></item>', "",
      ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"')
    assert.are.same({ "https://cdn.example/e.mp3?x=1&y=2", "audio/mpeg", "audio", 3723,
      "https://cdn.example/e.jpg", entry.file },
      { entry.file, entry.file_type, entry.file_kind, entry.duration, entry.picture, entry.link })
  end)

  it("has no type of a file where that is blank", function()
    local entry = first('<item><title>E</title><enclosure url="https://cdn.example/e.mp3" type=""/>'
      .. "</item>")
    assert.are.same({ "audio" }, { entry.file_kind, entry.file_type })
  end)

  it("names no file and no picture by a blank address", function()
    local entry = first('<item><title>E</title><enclosure url=" " length="0"/>'
      .. '<media:thumbnail url=""/></item>', "", ' xmlns:media="http://search.yahoo.com/mrss/"')
    assert.are.same({}, { entry.file, entry.picture, entry.link })
  end)

  it("may be RDF, with its items beside the channel", function()
    local feed = read('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
      .. 'xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/" '
      .. 'xmlns:s="http://purl.org/rss/1.0/modules/syndication/"><channel rdf:about="x">'
      .. "<title>R</title><link>https://example.org/</link><s:updatePeriod>daily</s:updatePeriod>"
      .. '<s:updateFrequency>4</s:updateFrequency></channel><item rdf:about="urn:1"><title>I'
      .. "</title><link>https://example.org/1</link><d:date>2025-11-20</d:date></item></rdf:RDF>")
    assert.are.same({ "R", 21600, "urn:1", 1763596800 },
      { feed.title, feed.pause, feed.entries[1].guid, feed.entries[1].published })
  end)

  it("asks to be left alone", function()
    assert.equal(5400, read(rss("", "<ttl>90</ttl>")).pause)
    assert.is_nil(read(rss("", "<ttl>soon</ttl>")).pause)
  end)

  it("may lack guids, dates and titles, or have guids twice", function()
    local feed = read(rss("<item><link>http://example.org/1</link><title>A</title></item>"
      .. "<item><description>A post without a title, that has more words than a title would have,"
      .. " so that it is cut</description></item>"
      .. "<item><guid>0</guid><link>/2</link><title>B</title></item>"
      .. "<item><guid>0</guid><link>/3</link><title>C</title></item>"))
    assert.equal("example.org/1", feed.entries[1].name)
    assert.equal("A post without a title, that has more words than a title would have, so that it…",
      feed.entries[2].title)
    assert.are_not.equal(feed.entries[3].name, feed.entries[4].name)
  end)

  it("may have relative addresses, by its own base", function()
    local entry = first("<item><title>A</title><link>p/1</link></item>", "",
      ' xml:base="https://other.example/dir/"')
    assert.equal("https://other.example/dir/p/1", entry.link)
    assert.equal("https://example.org/p/1", first("<item><link>../p/./1</link></item>").link)
    assert.is_nil(first("<item><title>A</title><link>javascript:x()</link></item>").link)
  end)

  it("keeps the signs of a title that do not belong to markup", function()
    assert.equal("if a<b then 3 > 2", first("<item><title>if a&lt;b then 3 &gt; 2</title></item>")
      .title)
  end)
end)

describe("feeds with faults", function()
  it("are mended where the meaning is plain", function()
    for name, body in pairs({
      ["a bare sign"] = rss("<item><title>Café</title></item>", "<docs>a & b &nbsp; c</docs>"),
      ["a control character"] = rss("<item><title>Ca\8fé</title></item>"),
      ["blank lines and a mark"] = "\n\n" .. '<?xml version="1.0"?>'
        .. rss("<item><title>Café</title></item>"),
      ["words before it"] = "<br />\n<b>Warning</b>: x\n"
        .. rss("<item><title>Café</title></item>"),
      ["words behind it"] = rss("<item><title>Café</title></item>") .. "<script></script>",
      ["Latin-1"] = '<?xml version="1.0" encoding="ISO-8859-1"?>'
        .. rss("<item><title>Caf\xE9</title></item>"),
      ["open tags"] = rss("<item><title>Café</title><description><p>x<br>y</description></item>"),
      ["a prefix that is not declared"] = rss("<item><x:y>z</x:y><title>Café</title></item>"),
      ["attributes twice, without quotes"] = rss('<item a=1 a="2" b><title>Café</title></item>'),
      ["a document type"] = '<!DOCTYPE rss [<!ENTITY x "y">]>'
        .. rss("<item><title>Café</title></item>"),
      ["other capitals"] = "<RSS><CHANNEL><ITEM><TITLE>Café</TITLE></ITEM></CHANNEL></RSS>",
      ["items beside the channel"] = "<rss><channel/><item><title>Café</title></item></rss>",
    }) do
      local feed, problem = read(body)
      assert.is_nil(problem, name)
      assert.equal("Café", feed.entries[1].title, name)
    end
    assert.equal("Jóga", read(rss("<item><title>J\xF3ga</title></item>"),
      "text/xml; charset=windows-1252").entries[1].title)
  end)

  it("keep all their entries where end tags are missing", function()
    for name, items in pairs({
      ["a category"] = '<category text="x"><item><title>A</title></item><item><title>B</title>'
        .. "</item>",
      ["a picture"] = "<item><title>A</title></item><image><item><title>B</title></item>",
      ["an item"] = "<item><title>A</title><item><title>B</title></item>",
    }) do
      local feed = read(rss(items))
      assert.are.same({ "A", "B" }, { feed.entries[1].title, feed.entries[2].title }, name)
    end
    assert.equal(1, #read('<Channel xmlns="http://purl.org/net/rss1.1#"><items><item><title>A'
      .. "</title></item></items></Channel>").entries)
  end)

  it("have the signs that a program wrote as controls", function()
    local quoted = "<item><title>\x93Don\x92t\x94</title></item>"
    for _, body in ipairs({ '<?xml version="1.0" encoding="ISO-8859-1"?>' .. rss(quoted),
      rss((quoted:gsub("[\x80-\xFF]", "\xC2%0"))) }) do
      assert.equal("“Don’t”", read(body).entries[1].title)
    end
  end)

  it("have the letters that a program wrote twice", function()
    assert.equal("L’été à “Köln”", read(rss("<item><title>Lâ€™Ã©tÃ© Ã\u{A0} â€œKÃ¶lnâ€\u{9D}"
      .. "</title></item>")).entries[1].title)
    assert.equal("SÃO PAULO À VENDA", read(rss("<item><title>SÃO PAULO À VENDA</title></item>"))
      .entries[1].title)
  end)

  it("that are cut give what is whole", function()
    local body = rss("<item><title>A</title></item><item><title>B</title></item>")
    local feed = read(body:sub(1, (body:find("B</title>", 1, true))))
    assert.are.same({ 1, true, "A" }, { #feed.entries, feed.is_cut, feed.entries[1].title })
    assert.equal("no feed: it ends before its first entry does",
      select(2, read(body:sub(1, (body:find("A</title>", 1, true))))))
  end)

  it("that are long, or full of signs, are read up to a limit", function()
    local feed = read(rss(("<item><title>A</title></item>"):rep(1000)))
    assert.are.same({ 300 }, { #feed.entries, feed.is_cut })
    assert.equal("<<<<", read(rss("<item><title><<<<</title></item>")).entries[1].title)
    local deep = read(rss("<item><title>A</title></item>" .. ("<a>"):rep(100000)))
    assert.equal("A", deep.entries[1].title)
  end)

  it("are none where something else came", function()
    for body, reason in pairs({
      ["<!DOCTYPE html><html><body/></html>"] = "a web page (HTML) came where a feed belongs",
      ["<!-- x --><HTML></HTML>"] = "a web page (HTML) came where a feed belongs",
      ["  \n"] = "no feed: the answer is empty", ["words"] = "no feed, but other text",
      ["\x1F\x8B\8x"] = "no feed: the answer is compressed (gzip) and does not say so: look at the "
        .. "proxy in front",
      ["<opml/>"] = "no feed, but <opml>", ['{"a":1}'] = "no feed, but other JSON",
    }) do
      local feed, why = read(body)
      assert.are.same({ false, reason }, { feed ~= nil, why })
    end
  end)
end)

describe("Atom", function()
  local function atom(entry)
    return read('<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &amp;amp; B</title>'
      .. '<link rel="self" href="https://example.org/self"/><link href="https://example.org/"/>'
      .. ("<entry>%s</entry></feed>"):format(entry))
  end

  it("has titles by their types, and the address of the page", function()
    for title, text in pairs({
      ["<title>a &lt;b&gt; c</title>"] = "a <b> c",
      ['<title type="html">a &lt;b&gt;c&lt;/b&gt;</title>'] = "a c",
      ['<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>c</b> d</div></title>']
        = "a c d",
    }) do
      assert.equal(text, atom(title).entries[1].title, title)
    end
    local feed = atom('<id>urn:1</id><title>T</title><link rel="enclosure" type="video/mp4" '
      .. 'href="/v.mp4"/><link rel="related" href="/r"/><link href="/p"/><author><name>Ann</name>'
      .. "</author><updated>2025-11-20T10:00:00+01:00</updated><summary>S</summary>")
    assert.are.same({ "A & B", "https://example.org/" }, { feed.title, feed.page })
    assert.are.same({
      guid = "urn:1", name = "urn:1", title = "T", link = "https://example.org/p", author = "Ann",
      published = 1763629200, about = "S", file = "https://example.org/v.mp4",
      file_type = "video/mp4", file_kind = "video",
    }, feed.entries[1])
  end)

  it("has texts without a type that are HTML", function()
    local function about(content)
      return read('<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><content>'
        .. content .. "</content></entry></feed>").entries[1].about
    end
    assert.equal("One Two", about("<![CDATA[<div><p>One</p><p>Two</p></div>]]>"))
    assert.equal("if a<b then", about("if a&lt;b then"))
  end)

  it("reads a long author in time of its length", function()
    for _, text in ipairs({ ("(@"):rep(2000), "x" .. (" "):rep(20000) .. "y" }) do
      local start = os.clock()
      read(('<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><id>1</id>'
        .. "<author><name>%s</name></author></entry></feed>"):format(text))
      assert.is_true(os.clock() - start < 2)
    end
  end)

  it("names all authors, the feed's where an entry has none, and pages by ids", function()
    local feed = read('<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ann</name></author>'
      .. '<link href="https://other.example/"/>'
      .. "<entry><id>https://example.org/1</id><title>A</title></entry>"
      .. "<entry><title>B</title><author><name>Bo</name></author><author><name>Cy</name></author>"
      .. '<link href="b"/></entry></feed>')
    assert.are.same({ "Ann", "https://example.org/1", "Bo, Cy", "https://other.example/b" },
      { feed.entries[1].author, feed.entries[1].link, feed.entries[2].author,
        feed.entries[2].link })
  end)

  it("may have any prefix", function()
    local feed = read('<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry>'
      .. "<a:title>E</a:title></a:entry></a:feed>")
    assert.are.same({ "T", "E" }, { feed.title, feed.entries[1].title })
  end)
end)

it("JSON Feed says the same", function()
  local feed = read(mix.json.encode({
    version = "https://jsonfeed.org/version/1.1", title = "J",
    home_page_url = "https://example.org/",
    items = { {
      id = 7, url = "/7", title = "T", content_html = "<p>x</p>", image = "/i.png",
      date_published = "2025-11-20T10:00:00Z", authors = { { name = "Ann" } },
      attachments = { { url = "/7.mp3", mime_type = "audio/mpeg", duration_in_seconds = 60 } },
    } },
  }))
  assert.are.same({ "J", "https://example.org/" }, { feed.title, feed.page })
  assert.are.same({
    guid = "7", name = "7", title = "T", link = "https://example.org/7", about = "x",
    author = "Ann", published = 1763632800, picture = "https://example.org/i.png",
    file = "https://example.org/7.mp3", file_type = "audio/mpeg", file_kind = "audio",
    duration = 60,
  }, feed.entries[1])
  assert.is_true(read('{"version":"https://jsonfeed.org/version/1","title":"J","expired":true}')
    .is_gone)
  assert.equal("a b", read('{"version":"https://jsonfeed.org/version/1","title":"J","items":['
    .. '{"id":"1","title":"a\nb",},]}').entries[1].title)
  local _, reason = read('{"version":"https://jsonfeed.org/version/1","title":"J","items":[{"id"')
  assert.equal("no feed: its JSON is cut or broken", reason)
end)

describe("a web page", function()
  it("names its feeds", function()
    local found = reading.alternates('<html><head><base href="/sub/"><link rel="alternate" '
      .. 'type="application/rss+xml" title="Posts &amp; more" href="feed"><LINK REL=Alternate '
      .. "TYPE='application/atom+xml' HREF='https://other.example/atom'><link rel=\"stylesheet\" "
      .. 'href="x.css"><link rel="alternate" type="application/json" href="/wp-json/x"><link '
      .. 'rel="alternate" hreflang="de" href="/de"></head></html>', "https://example.org/a")
    assert.are.same({
      { address = "https://example.org/sub/feed", title = "Posts & more" },
      { address = "https://other.example/atom" },
    }, found)
  end)

  it("names them by other types, and in its answer's header", function()
    for _, kind in ipairs({ "text/xml", "application/xml", "text/rss+xml", "application/rss",
      "application/x.atom+xml" }) do
      local page = ('<link rel="alternate" type="%s" href="/f">'):format(kind)
      assert.equal(1, #reading.alternates(page, "https://example.org/"), kind)
    end
    assert.are.same({ { address = "https://example.org/f" } }, reading.alternates("<html>",
      "https://example.org/a", nil, '</s.css>; rel="stylesheet", </f>; rel="alternate"; '
        .. 'type="application/rss+xml"'))
    assert.are.same({}, reading.alternates(
      '<link rel="alternate" type="text/xml+oembed" href="/o">', "https://example.org/"))
  end)

  it("does not name them in remarks and programs, and those of comments last", function()
    local link = '<link rel="alternate" type="application/rss+xml" title="%s" href="%s">'
    local found = reading.alternates("<!-- " .. link:format("A", "/a") .. " --><script>x = '"
      .. link:format("B", "/b") .. "'</script>" .. link:format("C", "/comments/feed/")
      .. link:format("D &raquo; Comments", "/d") .. link:format("E", "/e"), "https://example.org/")
    local names = {}
    for place, entry in ipairs(found) do names[place] = entry.address:match("%w+/?$") end
    assert.are.same({ "e", "feed/", "d" }, names)
    local long = ("<script><!-- "):rep(200000)
    assert.are.same({}, reading.alternates(long, "https://example.org/"))
  end)
end)
