import Foundation
import MixCore
import Testing

@testable import Bindings

@Suite("program.lua")
struct ManifestTests {
  private static let plain = """
    return {
      name = "shop",
      entry = "shop.lua",
      summary = "A shop.",
      @
    }
    """

  /// The programs of a folder with one, made of a manifest's text.
  private func catalogue(_ text: String, name: String = "shop") throws -> ProgramCatalogue {
    let folder = try ProgramsFolder()
    try folder.add(name, text)
    return folder.catalogue()
  }

  @Test("All that is declared is there")
  func whole() throws {
    let catalogue = try catalogue(
      """
      return {
        name = "shop", entry = "shop.lua", summary = "A shop.",
        settings = {
          { "shop.limit", type = "integer", min = 1, max = 9, default = 3, help = "How many." },
          { "wares.key", secret = true, env = { "WARES_KEY", "MIXHOST_SHOP_KEY" }, help = "The key." },
          { "shop.every", type = "choice", choices = { "off", "1h" }, default = "off", help = "When." },
        },
        upstreams = {
          wares = { base = "https://api.example.org/v1", rate = "20/min", rate_limit_statuses = { 403 } },
          own = {},
        },
        refreshers = { shop = { doc = "wares", every = "shop.every", run = { "list" } } },
        grants = { data = true, read = { "/srv" }, rules = true, keys = { "tmdb", "https://nas.lan" } },
      }
      """)
    #expect(catalogue.problems == [])
    let shop = try #require(catalogue.program(command: "shop"))
    #expect(shop.settings.map(\.name) == ["shop.limit", "wares.key", "shop.every"])
    #expect(shop.settings[1].isSecret)
    // A variable that is not called after the program waits for the user's word.
    #expect(shop.settings[1].environment == ["MIXHOST_WARES_KEY", "MIXHOST_SHOP_KEY"])
    #expect(
      shop.wants.contains("read the environment variable WARES_KEY as the setting wares.key"))
    let wares = try #require(catalogue.upstream("wares"))
    #expect(wares.limits.rate == RateLimit(20, per: 60))
    #expect(catalogue.limits["api.example.org"]?.rateLimitStatuses == [403])
    #expect(catalogue.upstream("own")?.isOfUser == true)
    #expect(shop.grants.data && shop.grants.read == ["/srv"])
    #expect(shop.grants.lines.contains { $0.contains("your rules") })
    #expect(shop.wants.contains("use your tmdb key"))
    #expect(shop.wants.contains("use your log-in of https://nas.lan"))
    #expect(shop.refreshers.map(\.arguments) == [["list"]])
  }

  @Test(
    "Mistakes are named with file and line",
    arguments: [
      ("settings = { { \"shop.x\" } },", ":5: field 'settings[1].help' is missing"),
      ("colour = \"red\",", ":5: field 'colour' is not known"),
      ("upstream = {},", "did you mean 'upstreams'?"),
      ("upstreams = { a = { base = \"http://example.org\" } },", ":5: field 'upstreams.a.base'"),
      ("upstreams = { a = { base = \"https://127.0.0.1:8787\" } },", "its user alone names"),
      ("upstreams = { a = { base = \"https://localhost/x\" } },", "its user alone names"),
      ("upstreams = { a = { rate = \"often\" } },", ":5: field 'upstreams.a.rate'"),
      ("upstreams = { a = { rate_limit_statuses = { 1e300 } } },", "400 to 599"),
      ("upstreams = { a = { concurrency = -1 } },", "a number from 1 to 256"),
      ("settings = { { \"other.x\", help = \"h\" } },", "a setting begins with shop."),
      (
        "settings = { { \"http.contact\", help = \"h\" } },",
        ":5: field 'settings[1].1' is \"http.contact\": http is a family of mixhost's own settings"
      ),
      ("settings = { { \"upstream.tmdb\", help = \"h\" } },", "upstream is a family of mixhost's"),
      (
        "settings = { { \"shop.a_b\", help = \"h\" }, { \"shop.a__b\", help = \"h\" } },",
        "second time"
      ),
      (
        "upstreams = { wares = {}, wares_ = {} },", "field 'upstreams.wares_' differs from wares in"
      ),
      ("upstreams = { http = {} },", "field 'upstreams.http' is \"http\": http is a family"),
      ("sign_in = { \"auth\" },", "field 'sign_in' is \"auth\": auth is a family"),
      (
        "refreshers = { _cache = { doc = \"d\", every = \"shop.every\" } },",
        "is \"_cache\": cache is a family"
      ),
      ("grants = { settings = true },", "for programs that come with mixhost"),
      ("grants = { read = { \"notes\" } },", "which is not a whole path"),
      ("grants = { write = { \"~/../x\" } },", "which is not a whole path"),
      ("grants = { keys = { \"https://a/b\" } },", "neither the name of a service nor an origin"),
      ("grants = { data = true, records = { \"feed\" } },", "not a program's collection"),
      ("grants = { records = { \"feed.videos\" } },", "needs data = true"),
      (
        "settings = { { \"shop.n\", type = \"integer\", default = \"x\", help = \"h\" } },",
        "does not fit the setting's own type"
      ),
      (
        "settings = { { \"shop.n\", pattern = \"(\", expected = \"e\", help = \"h\" } },",
        "is not a pattern of at most 200 bytes"
      ),
      (
        "settings = { { \"shop.n\", pattern = \"(a{1,200}){1,200}\", expected = \"e\", help = \"h\" } },",
        "is not a pattern of at most 200 bytes"
      ),
      ("refreshers = { shop = { doc = \"d\" } },", "field 'refreshers.shop.every' is missing"),
      (
        "refreshers = { shop = { doc = \"d\", every = \"chart.every\" } },",
        "names the setting \"chart.every\", which the program does not have"
      ),
      ("grants = { net = { \"a b\" } },", "field 'grants.net'"),
      ("grants = { env = { \"A B\" } },", "not the name of an environment variable"),
      ("grants = { env = { \"1A\" } },", "not the name of an environment variable"),
      (
        "settings = { { \"shop.x\", env = { \"A=B\" }, help = \"h\" } },",
        "not the name of an environment variable"
      ),
      ("grants = { accounts = { \"spotify and more\" } },", "not the name of a service"),
      ("grants = { read = { \"/home\u{200B}\" } },", "holds a character that nobody sees"),
      ("grants = { read = { \"/home\u{200D}\" } },", "a path with a character that nobody sees"),
      ("command = \"shop\", sign_in = { \"\u{E0061}\" },", "holds a character that nobody sees"),
      (
        "upstreams = (function() local t = {} for i = 1, 33 do t[\"a\" .. i] = {} end return t end)(),",
        "field 'upstreams' has more than 32 entries"
      ),
      (
        """
        refreshers = (function() local t = {} for i = 1, 33 do t["a" .. i] = { doc = "d", every = "e" } end
          return t end)(),
        """, "field 'refreshers' has more than 32 entries"
      ),
      (
        """
        settings = (function() local t = {} for i = 1, 65 do
          t[i] = { "shop.a" .. i, env = { "A" .. i }, help = "h" } end return t end)(),
        """, "wants 65 things"
      ),
      (
        "settings = { { \"shop.n\", pattern = \"(((a{1,30}){1,5})|b){1,6}\", expected = \"e\", help = \"h\" } },",
        "is not a pattern of at most 200 bytes"
      ),
      (
        """
        settings = (function() local t = {} for i = 1, 60 do
          t[i] = { "shop.a" .. i, pattern = "(a{1,255})*", expected = "e", default = ("a"):rep(1000),
            help = "h" } end return t end)(),
        """, "takes too long to check"
      ),
      (
        "settings = { { \"shop.n\", pattern = \"a*\", expected = \"e\", default = (\"a\"):rep(1001), help = \"h\" } },",
        "takes too long to check"
      ),
      ("grants = { read = { \"a\\nread /\" } },", ":5: field 'grants.read[1]' holds a line break"),
      ("command = \"Shop!\",", ":5: field 'command'"),
      ("providers = math.floor,", "a manifest is plain data"),
      ("providers = { \"nosuch\" },", ":5: field 'providers' has \"nosuch\", but neither"),
      ("name = ", "shop/program.lua:"),
      ("settings = { [1e300] = 1 },", "shop/program.lua"),
      ("screens = { \"../x\" },", "is not a name"),
      ("screens = { { title = \"Shop\" } },", "is the screen's name"),
      ("screens = { { \"shop\", titel = \"Shop\" } },", "did you mean 'title'"),
      ("screens = { { \"shop\", title = 7 } },", "is a text, not a number"),
    ])
  func wrong(field: String, message: String) throws {
    let catalogue = try catalogue(Self.plain.replacing("@", with: field))
    #expect(catalogue.programs.isEmpty)
    let problem = try #require(catalogue.problems.first)
    #expect(problem.message.contains("/shop/program.lua"), "\(problem.message)")
    #expect(problem.message.contains(message), "\(problem.message)")
  }

  @Test("Code that never ends, and a table of itself, are problems of their manifest alone")
  func hostile() throws {
    let folder = try ProgramsFolder()
    try folder.add("loop", "while true do end")
    try folder.add("deep", "local t = {} t.name = t return t")
    // Few tables, one of them named many thousand times.
    try folder.add(
      "dag",
      """
      local t = {}
      for i = 1, 100000 do t[i] = t[1] or { "dag.x", help = "h" } end
      return { name = "dag", entry = "dag.lua", summary = "S", settings = t }
      """)
    try folder.add("long", "return { name = ('x'):rep(900000), entry = ('y'):rep(900000) }")
    try folder.add("huge", "local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end")
    try folder.add("shop", Self.plain.replacing("@", with: ""))
    let catalogue = folder.catalogue()
    #expect(catalogue.programs.map(\.name) == ["shop"])
    #expect(catalogue.problems.count == 5, "\(catalogue.problems)")
    let messages = catalogue.problems.map(\.message).joined(separator: "\n")
    #expect(
      messages.contains("the table holds more than 10000 values"), "\(messages)")
    #expect(messages.contains("field 'name' is longer than 1000 bytes"), "\(messages)")
  }

  @Test("Of two that claim a name the bundled one stays, and the other is named")
  func claims() throws {
    let folder = try ProgramsFolder()
    try folder.add("shop", Self.plain.replacing("@", with: "command = \"wares\","))
    try folder.add(
      "stall",
      "return { name = \"stall\", command = \"wares\", entry = \"stall.lua\", summary = \"S\" }")
    let catalogue = folder.catalogue(commands: ["test"])
    #expect(catalogue.programs.map(\.name) == ["shop"])
    #expect(
      catalogue.problems.first?.message.hasSuffix("'command' is \"wares\", which belongs to shop")
        == true)
    #expect(folder.catalogue(commands: ["wares"]).programs.isEmpty)
  }

  @Test(
    "No program takes a name, a family or an address of another, however it is spelled",
    arguments: [
      ("sho_p", "name = \"sho_p\"", nil),
      ("shop_", "name = \"shop_\"", "field 'name' is \"shop_\", which belongs to"),
      ("stall", "command = \"_shop\"", "field 'command' is \"_shop\", which belongs to shop"),
      ("stall", "upstreams = { _wares = {} }", "is another service in shop"),
      (
        "stall", "upstreams = { other = { base = \"https://API.example.org:443/v1/list\" } }",
        "is the service wares of shop"
      ),
      ("stall", "upstreams = { other = { base = \"https://api.example.org/v2\" } }", nil),
      ("stall", "upstreams = { shop = {} }", "shop is a family of settings of shop"),
      (
        "stall",
        "refreshers = { wares = { doc = \"d\", every = \"stall.every\" } }",
        "wares is a family of settings of shop"
      ),
      ("wares", "", "wares is a family of settings of shop"),
      (
        "stall", "sign_in = { \"wares\" }, settings = { { \"wares.token\", help = \"h\" } }",
        "wares is a family of settings of shop"
      ),
      (
        "shop_a", "settings = { { \"shop_a.b\", help = \"h\" } }",
        "is \"shop_a.b\", which belongs to shop"
      ),
    ])
  func families(name: String, more: String, message: String?) throws {
    let folder = try ProgramsFolder()
    try folder.add(
      "shop",
      Self.plain.replacing(
        "@",
        with: """
          upstreams = { wares = { base = "https://api.example.org/v1" } },
          settings = { { "shop.a_b", help = "h" }, { "wares.key", secret = true, help = "h" } },
          """))
    try folder.accept("shop")
    let every = "settings = { { \"stall.every\", help = \"h\" } },"
    try folder.add(
      name,
      "return { name = \"\(name)\", entry = \"\(name).lua\", summary = \"S\", "
        + (more.contains("stall.every") ? every : "")
        + more.replacing("name = \"\(name)\"", with: "")
        + " }")
    let catalogue = folder.catalogue()
    #expect(catalogue.program("shop") != nil)
    guard let message else {
      #expect(catalogue.problems == [])
      return
    }
    #expect(catalogue.problems.map(\.path) == ["\(folder.path)/\(name)/program.lua"])
    #expect(catalogue.problems.first?.message.contains(message) == true, "\(catalogue.problems)")
  }

  @Test(
    "An accepted program keeps its names from one that sorts before it; a variable counts once accepted"
  )
  func acceptance() throws {
    let folder = try ProgramsFolder()
    let setting = "settings = { { \"shop.a\", env = { \"AWS_KEY\" }, help = \"h\" } },"
    try folder.add("shop", Self.plain.replacing("@", with: setting))
    try folder.add(
      "aaa",
      """
      return { name = "aaa", entry = "aaa.lua", summary = "S", refreshers = {
        shop = { doc = "d", every = "aaa.every" } }, settings = { { "aaa.every", help = "h" } } }
      """)
    #expect(folder.catalogue().programs.map(\.name) == ["aaa"])
    try folder.write("use everything\n", to: ".shop.accepted")
    #expect(folder.catalogue().programs.map(\.name) == ["aaa"])
    // `aaa` waits beside it, so that `shop` can be read.
    let aaa = try folder.read("aaa/program.lua")
    try folder.write("return {}", to: "aaa/program.lua")
    var shop = try #require(folder.catalogue().programs.first)
    #expect(shop.name == "shop" && shop.settings[0].environment == ["MIXHOST_SHOP_A"])
    try ProgramAcceptance(shop).accept(shop)
    shop = try #require(folder.catalogue().programs.first)
    #expect(shop.settings[0].environment == ["MIXHOST_SHOP_A", "AWS_KEY"] && shop.isAccepted)
    // The order of their acceptance counts, not that of their names.
    try folder.write(aaa.replacing("shop = {", with: "other = {"), to: "aaa/program.lua")
    try folder.accept("aaa")
    #expect(folder.catalogue().programs.map(\.name) == ["aaa", "shop"])
    try folder.write(aaa, to: "aaa/program.lua")
    #expect(folder.catalogue().programs.map(\.name) == ["shop"])
  }

  @Test(
    "A manifest's claims are its names and wants, not its texts; accepted ones differ from changed ones"
  )
  func digest() throws {
    func read(_ more: String) throws -> ProgramManifest {
      try #require(try catalogue(Self.plain.replacing("@", with: more)).programs.first, "\(more)")
    }
    let first = try read("settings = { { \"shop.a\", help = \"h\", default = \"x\" } },")
    #expect(
      try read("settings = { { \"shop.a\", help = \"H\", default = \"y\" } },").claims
        == first.claims)
    for other in [
      "", "settings = { { \"shop.b\", help = \"h\" } },",
      "settings = { { \"shop.a\", secret = true, help = \"h\" } },",
      "settings = { { \"shop.a\", type = \"url\", help = \"h\" } },",
      "settings = { { \"shop.a\", env = { \"MIXHOST_SHOP_B\" }, help = \"h\" } },",
      "settings = { { \"shop.a\", help = \"h\" } }, upstreams = { shop = {} },",
      "settings = { { \"shop.a\", help = \"h\" } }, sign_in = { \"shop\" },",
      "settings = { { \"shop.a\", help = \"h\" } }, command = \"shops\",",
      """
      settings = { { "shop.a", help = "h" } },
      refreshers = { shop = { doc = "d", every = "shop.a" } },
      """,
    ] { #expect(try read(other).claims != first.claims, "\(other)") }
  }

  @Test("An entry that is not there, and a folder that is a link out of its place")
  func places() throws {
    let folder = try ProgramsFolder()
    try folder.add(
      "shop", Self.plain.replacing("@", with: "").replacing("shop.lua", with: "../x.lua"))
    let elsewhere = try ProgramsFolder()
    try elsewhere.add("far", Self.plain.replacing("@", with: "").replacing("shop", with: "far"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/far", withDestinationPath: elsewhere.path + "/far")
    let catalogue = folder.catalogue()
    #expect(catalogue.programs.isEmpty)
    let messages = catalogue.problems.map(\.message).joined(separator: "\n")
    #expect(messages.contains("field 'entry' is a .lua file"), "\(messages)")
    #expect(messages.contains("is a link to"), "\(messages)")
  }

  @Test("A provider is the program's own, a service one that has a folder")
  func providersAndServices() throws {
    let folder = try ProgramsFolder()
    try folder.add(
      "shop",
      Self.plain.replacing("@", with: "providers = { \"wares\" }, services = { \"itunes\" },"))
    func problem(scripts: String?) -> String? {
      folder.catalogue(scripts: scripts).problems.first?.message
    }
    #expect(problem(scripts: nil)?.contains("\"itunes\", which is not") == true)
    #expect(problem(scripts: Checkout.scripts)?.contains("\"wares\", but") == true)
    try folder.write("return {}", to: "shop/providers/wares.lua")
    let catalogue = folder.catalogue(scripts: Checkout.scripts)
    #expect(catalogue.problems == [])
    #expect(catalogue.programs[0].upstreams.contains { $0.name == "itunes" })
    // All services are for programs that come with mixhost.
    try folder.add("shop", Self.plain.replacing("@", with: "services = { \"*\" },"))
    #expect(folder.catalogue(scripts: Checkout.scripts).problems.count == 1)
  }

  @Test("The programs that come with mixhost are in order")
  func bundled() {
    let catalogue = TestHost.registry.catalogue
    #expect(catalogue.problems == [])
    let names = [
      "books", "chart", "connect", "dedupe", "feed", "host", "jellyfin", "link", "listenbrainz",
      "match", "mcp", "notify", "playlist", "reconcile", "subsonic", "tags", "trailers",
    ]
    #expect(catalogue.programs.map(\.name) == names)
  }
}

/// A folder of programs, removed with it.
private final class ProgramsFolder {
  let path = FileManager.default.temporaryDirectory.path + "/mixhost-programs-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func add(_ name: String, _ manifest: String) throws {
    try write(manifest, to: "\(name)/program.lua")
    try write("", to: "\(name)/\(name).lua")
  }

  func read(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  /// Accepts a program as it is now.
  func accept(_ name: String) throws {
    let program = try #require(catalogue().program(name))
    try ProgramAcceptance(program).accept(program)
  }

  func write(_ text: String, to file: String) throws {
    let file = URL(filePath: "\(path)/\(file)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func catalogue(commands: [String] = [], scripts: String? = nil) -> ProgramCatalogue {
    let found = ProgramPlace.list(path, isBundled: false, scripts: scripts)
    return ProgramFiles.load(found.places, commands: commands, problems: found.problems)
  }
}
