import Foundation
import Testing

/// A manifest's words decide nothing that its user has not accepted.
@Suite("Command: the word of a program", .ownThreads)
struct ProgramTrustTests {
  private static func manifest(_ name: String, _ more: String = "") -> String {
    "return { name = \"\(name)\", summary = \"S\", entry = \"main.lua\",\n\(more) }"
  }

  @Test(
    "A name of mixhost's own families is refused by check, by add and beside a script",
    arguments: [
      (
        "upstream", "settings = {\n{ \"upstream.tmdb\", type = \"url\", help = \"h\" } }",
        "upstream"
      ),
      ("http", "", "http"), ("shop", "settings = { { \"http.proxy\", help = \"h\" } }", "http"),
      ("store_", "", "store"), ("shop", "upstreams = { script = {} }", "script"),
      ("shop", "upstreams = { tmdb_ = {} }", "another service in trailers"),
      (
        "shop",
        "settings = { { \"shop.x\", env = { \"MIXHOST_SHOP_X\" }, help = \"h\" } },\n"
          + "sign_in = { \"spotify\" }, upstreams = { jellyfin = {} }",
        "another service in jellyfin"
      ),
      ("tmdb", "settings = { { \"tmdb.token\", help = \"h\" } }", "belongs to trailers"),
      ("google", "settings = { { \"google.books_key\", help = \"h\" } }", "belongs to books"),
      (
        "google",
        "settings = { { \"google.x\", env = { \"MIXHOST_GOOGLE_BOOKS_KEY\" }, help = \"h\" } }",
        "belongs to books"
      ),
      (
        "shop", "sign_in = { \"spotify\" }, settings = { { \"spotify.x\", help = \"h\" } }",
        "of playlist"
      ),
    ])
  func refused(name: String, more: String, message: String) throws {
    let program = try Program([
      "\(name)/program.lua": Self.manifest(name, more), "\(name)/main.lua": "print('ran')",
    ])
    for words in [
      ["programs", "check", name], ["programs", "add", "--yes", name], ["\(name)/main.lua"],
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 1, "\(words) \(outcome)")
      #expect(
        outcome.errors.contains(message) && !outcome.output.contains("ran"), "\(outcome.errors)")
    }
    #expect(
      !FileManager.default.fileExists(atPath: program.folder.path + "/home/config/programs/\(name)")
    )
  }

  @Test("A file program.lua that is not a manifest says nothing about the scripts beside it")
  func anotherFile() throws {
    let program = try Program([
      "program.lua": "local M = { name = 'x' } function M.run() end return M",
      "main.lua": "print(require('program').name)",
    ])
    #expect(try program.run("main.lua").output == "x\n")
    try program.write("program.lua", "print('a script')")
    #expect(try program.run("program.lua").output == "a script\n")
  }

  @Test("Words of a refresher grant nothing and are not options of mixhost")
  func refresher() throws {
    let main = """
      local a = mix.args.parse { name = "ref", summary = "S", options = {
        { "from", type = "path" }, { "record" } }, positional = { { "more", type = "path", optional = true } } }
      print(mix.json.encode({ said = tostring(select(2, pcall(mix.fs.read, a.from .. "/key"))), rec = a.record,
        typed = tostring(a.more and select(2, pcall(mix.fs.read, a.more))) }))
      """
    let program = try Program([
      "secret/key": "PRIVATE", "typed.txt": "by the user", "ref/main.lua": main,
    ])
    try program.write(
      "ref/program.lua",
      Self.manifest(
        "ref",
        """
        settings = { { "ref.every", type = "choice", choices = { "off", "1h" }, default = "off", help = "h" } },
        refreshers = { ref = { doc = "d", every = "ref.every", run = { "--from", "\(program.folder.path)/secret" },
          forced = { "--record", "\(program.folder.path)/made" } } }
        """))
    #expect(try program.run("programs", "add", "--yes", "ref").status == 0)
    let now = try program.run("refresh", "now", "ref", "typed.txt")
    #expect(now.status == 0 && !now.output.contains("PRIVATE"), "\(now)")
    #expect(now.output.contains("--allow-read") && now.output.contains("by the user"), "\(now)")
    // As the server starts it.
    let words = [
      "--from", program.folder.path + "/secret", "--record", program.folder.path + "/made",
    ]
    let served = try program.run(["--manifest-words", "\(words.count)", "ref"] + words)
    #expect(served.status == 0 && !served.output.contains("PRIVATE"), "\(served)")
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/made"))
    // Typed, they grant.
    #expect(try program.run("ref", "--from", "secret").output.contains("PRIVATE"))
  }

  @Test("A variable that is not called after the program counts once it was accepted, by name")
  func variables() throws {
    let files = [
      "spy/program.lua": Self.manifest(
        "spy",
        "settings = { { \"spy.a\", env = { \"CLOUD_KEY\", \"MIXHOST_SPY_OTHER\" }, help = \"h\" } }"
      ),
      "spy/main.lua": "print(mix.env.setting('spy.a'))",
      "spy/spec/x_spec.lua":
        "it('x', function() print('seen', mix.env.setting('spy.a'), os.getenv('MIXHOST_SPY_A')) end)",
      "other.lua": """
      print(pcall(mix.env.setting, 'spy.a'))
      print(mix.json.encode({ mix.env.settings(), mix.env.problems() }))
      """,
    ]
    let program = try Program(files)
    let variables = ["CLOUD_KEY": "very-secret"]
    for words in [["spy/main.lua"], ["--sandbox", "strict", "spy/main.lua"]] {
      #expect(try program.run(words, environment: variables).output == "nil\n")
    }
    #expect(
      try program.run("spy/main.lua", environment: ["MIXHOST_SPY_OTHER": "own"]).output == "own\n")
    let test = try program.run(
      ["test", "spy"], environment: ["CLOUD_KEY": "very-secret", "MIXHOST_SPY_A": "mine"])
    #expect(test.status == 0 && test.output.contains("seen\tnil\tnil"), "\(test)")
    let added = try program.run("programs", "add", "spy", "--yes")
    #expect(added.output.contains("read the environment variable CLOUD_KEY as the setting spy.a"))
    #expect(try program.run("spy", environment: variables).output == "very-secret\n")
    // Of another script it is another program's.
    let other = try program.run("other.lua", environment: variables)
    #expect(other.output.contains("--allow-env CLOUD_KEY") && !other.output.contains("very-secret"))
    try program.write("home/config/programs/.spy.accepted", "")
    #expect(try program.run("config", "get", "spy.a", environment: variables).status != 0)
    let wants = try program.run("programs", "wants", "spy")
    #expect(
      wants.status == 0 && wants.output.contains("as the setting spy.a   (not accepted)"),
      "\(wants)")
    #expect(try program.run("programs", "wants", "chart").status == 1)
  }

  @Test("The key of a service goes to a program that was accepted with it")
  func keys() throws {
    func files(_ grants: String) -> [String: String] {
      [
        "lab/program.lua": Self.manifest(
          "lab",
          """
          upstreams = { jellyfin = { concurrency = 4 }, wares = {} }, grants = { \(grants) },
          settings = { { "wares.key", secret = true, help = "h" } }
          """),
        "lab/main.lua": """
        for _, name in ipairs { "jellyfin.token", "wares.key" } do
          local ok, err = pcall(mix.http.client, { upstream = name:match("^%a+"), bearer = name })
          print(name, ok, ok or err.message)
        end
        print(pcall(mix.env.setting, "jellyfin.token"))
        """,
      ]
    }
    let program = try Program(files(""))
    #expect(
      try program.run("config", "set", "jellyfin.token", String(repeating: "a1", count: 16)).status
        == 0)
    let added = try program.run("programs", "add", "lab", "--yes")
    #expect(!added.output.contains("key"), "\(added)")
    let denied = try program.run("lab")
    #expect(
      denied.output.contains("jellyfin.token\tfalse\tdenied: the key of jellyfin is not"),
      "\(denied)")
    #expect(denied.output.contains("wares.key\ttrue"), "\(denied)")
    for (name, text) in files("keys = { \"jellyfin\" }, env = { \"MIXHOST_JELLYFIN_TOKEN\" }") {
      try program.write(name, text)
    }
    let asked = try program.run("programs", "add", "lab", "--yes")
    #expect(asked.output.contains("  use your jellyfin key   (new)"), "\(asked)")
    let granted = try program.run("lab")
    #expect(granted.output.contains("jellyfin.token\ttrue"), "\(granted)")
    // It was accepted with the variable, not with what the settings keep.
    #expect(
      granted.output.contains("secret; allow it with") && !granted.output.contains("a1a1"),
      "\(granted)")
  }

  @Test("The records of another program are read where they were granted, and never changed")
  func records() throws {
    let kept = "grants = { data = true }, collections = { things = { key = \"id\" } }"
    let main = """
      local ok, things = pcall(mix.store.open, "pods.things")
      if not ok then print(things.message) return end
      print(things:count(), things:get("a") and things:get("a").id)
      print(select(2, pcall(things.put, things, { id = "b" })))
      print(pcall(mix.store.open, "pods.other"))
      """
    func lab(_ records: String) -> [String: String] {
      [
        "lab/program.lua": Self.manifest("lab", "grants = { data = true, \(records) }"),
        "lab/main.lua": main,
      ]
    }
    let program = try Program(
      lab("").merging([
        "pods/program.lua": Self.manifest("pods", kept),
        "pods/main.lua": "mix.store.open('pods.things'):put { id = 'a' }",
      ]) { $1 })
    for name in ["pods", "lab"] {
      #expect(try program.run("programs", "add", name, "--yes").status == 0)
    }
    let denied = try program.run("lab")
    #expect(denied.output.contains("pods.things are not granted to lab"), "\(denied)")
    for (name, text) in lab("records = { \"pods.things\" }") { try program.write(name, text) }
    let asked = try program.run("programs", "add", "lab", "--yes")
    #expect(
      asked.output.contains("read the records pods.things, which another program keeps"),
      "\(asked)")
    #expect(try program.run("lab").output.hasPrefix("0\tnil\n"), "nothing is made by reading")
    #expect(try program.run("pods").status == 0)
    let read = try program.run("lab")
    #expect(read.output.hasPrefix("1\ta\n"), "\(read)")
    #expect(read.output.contains("which alone changes it"), "\(read)")
    #expect(read.output.contains("pods.other are not granted"), "\(read)")
  }

  @Test("Kept values of other programs are not its own")
  func keptValues() throws {
    func keeper(_ name: String, _ value: String) -> [String: String] {
      [
        "\(name)/program.lua": Self.manifest(name, "grants = { data = true }"),
        "\(name)/main.lua": """
        local place = { namespace = "playlist" }
        print(mix.cache.get("me", place))
        mix.cache.set("me", "\(value)", place)
        """,
      ]
    }
    let program = try Program(keeper("lab", "1").merging(keeper("pods", "2")) { $1 })
    for name in ["pods", "lab"] {
      #expect(try program.run("programs", "add", name, "--yes").status == 0)
    }
    for name in ["pods", "lab"] { #expect(try program.run(name).output.hasPrefix("nil")) }
    #expect(try program.run("pods").output.hasPrefix("2"))
    let own = try program.run("-e", "print(mix.cache.get('me', { namespace = 'playlist' }))")
    #expect(own.output.hasPrefix("nil"))
  }

  @Test("A folder of the same name as an added program is another one")
  func sameName() throws {
    let more = "grants = { data = true }, collections = { things = { key = \"id\" } }"
    let main = """
      local t = mix.store.open("things")
      if arg[1] then t:put { id = arg[1] } end
      print(t:count())
      """
    let program = try Program([
      "pods/program.lua": Self.manifest("pods", more), "pods/main.lua": main,
      "evil/pods/program.lua": Self.manifest("pods", more), "evil/pods/main.lua": main,
    ])
    #expect(try program.run("pods/main.lua", "a").output == "1\n")
    #expect(try program.run("evil/pods/main.lua").output == "0\n")
    #expect(try program.run("programs", "add", "pods", "--yes").status == 0)
    #expect(try program.run("pods", "b").output == "1\n")
    let evil = try program.run("evil/pods/main.lua")
    #expect(evil.status == 1 && evil.errors.contains("which belongs to"), "\(evil)")
    // An added program's new version is checked and added.
    #expect(try program.run("programs", "check", "pods").status == 0)
    #expect(try program.run("programs", "add", "pods", "--yes").status == 0)
    #expect(try program.run("pods").output == "1\n")
  }

  @Test("A program was accepted with folders, and none of them opens mixhost's own")
  func folders() throws {
    let program = try Program([
      "spy/main.lua": """
      for _, path in ipairs(arg) do print(pcall(mix.fs.read, path)) end
      """,
      "home/config/settings.json": "{\"http.contact\": \"me@example.org\"}", "notes.txt": "notes",
    ])
    let folder = program.folder.path
    try program.write(
      "spy/program.lua",
      Self.manifest("spy", "grants = { read = { \"\(folder)\", \"\(folder)/home/config\" } }"))
    #expect(try program.run("programs", "add", "spy", "--yes").status == 0)
    let read = try program.run("spy", "\(folder)/notes.txt", "\(folder)/home/config/settings.json")
    #expect(read.output.contains("true\tnotes") && !read.output.contains("example.org"), "\(read)")
  }

  @Test("No browser is opened at a host that was not granted, and a spec's is its world's")
  func browser() throws {
    let program = try Program([
      "bin/xdg-open": "#!/bin/sh\necho \"$1\" >> opened.log\n",
      "leak/program.lua": Self.manifest("leak", "grants = { accounts = { \"spotify\" } }"),
      "leak/main.lua": """
      print(pcall(mix.auth.login, { name = "spotify", authorize = "https://evil.example/?leak=abc",
        token = "https://evil.example/t", client_id = "x", redirect = "http://127.0.0.1/c" }, { timeout = 1 }))
      print(mix.ui.open("https://evil.example/?leak=abc"))
      """,
      "leak/spec/open_spec.lua": """
      it("opens", function()
        mix.test.mock_http { ["OPEN https://example.org/a"] = "" }
        assert.is_true(mix.ui.open("https://example.org/a"))
        assert.equal("OPEN", mix.test.requests()[1].method)
        assert.is_false((pcall(mix.ui.open, "https://example.org/b")))
        assert.is_nil((mix.auth.login({ name = "s", authorize = "https://example.org/", client_id = "x",
          token = "https://example.org/t" })))
      end)
      """,
    ])
    chmod(program.folder.path + "/bin/xdg-open", 0o755)
    let variables = ["DISPLAY": ":0", "PATH": program.folder.path + "/bin:/usr/bin:/bin"]
    #expect(try program.run("programs", "add", "leak", "--yes").status == 0)
    let outcome = try program.run("leak", environment: variables)
    #expect(outcome.output.contains("--allow-net evil.example"), "\(outcome)")
    let test = try program.run("test", "leak", environment: variables)
    #expect(test.status == 0, "\(test)")
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/opened.log"))
  }

  @Test(
    "A spec of an unknown folder reads that folder alone, and reaches what the command line allows")
  func specs() throws {
    let program = try Program([
      "outside.txt": "outside",
      "lib/spec/x_spec.lua": """
      it("reads its own", function()
        assert.equal("inside", mix.fs.read("lib/data.txt"))
        assert.has_error(function() assert(mix.fs.read("outside.txt")) end)
        mix.test.mock_http { ["GET https://example.org/a"] = "a" }
        assert.equal("a", mix.http.get("https://example.org/a").body)
      end)
      it("asks nobody else", function()
        local ok, err = pcall(mix.http.get, "https://example.org/b", { retry = false })
        assert.is_false(ok)
        assert.matches("example.org is not granted", err.message)
      end)
      """,
      "lib/data.txt": "inside",
    ])
    let test = try program.run("--allow-net", "127.0.0.1:9", "test", "lib")
    #expect(test.status == 0 && test.output.contains("2 passed"), "\(test)")
  }

  @Test("A manifest does not learn where it is read, and what it did not say before does not run")
  func twoFaces() throws {
    let program = try Program([
      "aaa/program.lua": """
      local _, where = pcall(function() error("x") end)
      local name = tostring(where):find("config/programs", 1, true) and "shop" or "aaa"
      return { name = "aaa", entry = "main.lua", summary = "S", upstreams = { [name] = {} } }
      """,
      "bbb/program.lua": """
      local keys, first = {}
      for place = 1, 64 do keys[("%p"):format({}) .. place] = true end
      return { name = "bbb", entry = "main.lua", summary = "S", upstreams = {
        ["b" .. next(keys):match("%x+$"):lower()] = {} } }
      """,
      "aaa/main.lua": "print('ran')", "bbb/main.lua": "print('ran')",
    ])
    // It does not learn where it is read.
    let plain = try program.run("programs", "add", "aaa", "--yes")
    #expect(plain.status == 0 && plain.output.contains("upstream.aaa"), "\(plain)")
    #expect(try program.run("aaa").output == "ran\n")
    // Chance is another matter: what it says next was never accepted.
    #expect(try program.run("programs", "add", "bbb", "--yes").output.contains("upstream.b"))
    let random = try program.run("bbb")
    #expect(random.status == 2 && !random.output.contains("ran"), "\(random)")
    // The name of chance may also be one that no program can have: then it is as good as not added.
    #expect(
      random.errors.contains("mixhost programs accept bbb")
        || random.errors.contains("mixhost programs add bbb"), "\(random)")
  }

  @Test("The copy is read before it takes its place: links that stayed behind are missed")
  func copied() throws {
    let program = try Program([
      "lab/program.lua": Self.manifest("lab", "providers = { \"wares\" }"),
      "lab/main.lua": "print('ran')", "far/wares.lua": "return {}",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/lab/providers",
      withDestinationPath: program.folder.path + "/far")
    #expect(try program.run("programs", "check", "lab").status == 0)
    let added = try program.run("programs", "add", "lab", "--yes")
    #expect(added.status == 1 && added.errors.contains("has a providers/wares.lua"), "\(added)")
    let folder = program.folder.path + "/home/config/programs"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("A program whose claims changed does not run before it was accepted again; texts are free")
  func changed() throws {
    let key = "settings = { { \"lab.key\", secret = true, help = \"h\" } }"
    let program = try Program([
      "lab/program.lua": Self.manifest("lab", key), "lab/main.lua": "print('ran')",
    ])
    #expect(try program.run("programs", "add", "lab", "--yes").status == 0)
    let file = "home/config/programs/lab/program.lua"
    try program.write(
      file, Self.manifest("lab", key.replacingOccurrences(of: "\"h\"", with: "\"help\"")))
    try program.write("home/config/programs/lab/main.lua", "print('edited')")
    #expect(try program.run("lab").output == "edited\n")
    try program.write(
      file, Self.manifest("lab", key.replacingOccurrences(of: "lab.key", with: "lab.token")))
    let refused = try program.run("lab")
    #expect(
      refused.status == 2
        && refused.errors.contains(
          "lab has changed since you accepted it: mixhost programs accept lab"),
      "\(refused)")
    #expect(try program.run("programs", "list").output.contains("yours, changed since"))
    #expect(try program.run("programs", "wants", "lab").output.contains("programs accept lab"))
    #expect(try program.run("programs", "accept", "lab", "--yes").status == 0)
    #expect(try program.run("lab").output == "edited\n")
    // As earlier versions wrote it.
    try program.write("home/config/programs/.lab.accepted", "")
    #expect(try program.run("lab").errors.contains("accepted with an earlier mixhost"))
  }

  @Test("An update of a program that wanted nothing shows what is new")
  func update() throws {
    let program = try Program([
      "lab/program.lua": Self.manifest("lab"), "lab/main.lua": "print('ran')",
    ])
    #expect(try program.run("programs", "add", "lab", "--yes").status == 0)
    try program.write(
      "lab/program.lua",
      Self.manifest("lab", "upstreams = { lab = {} }, grants = { write = { \"/srv\" } }"))
    let again = try program.run("programs", "add", "lab", "--yes")
    #expect(again.output.contains("It wants to\n  write /srv   (new)\n  ask the"), "\(again)")
  }

  @Test("A service of a program is asked at public addresses, elsewhere where the user set it")
  func privateUpstream() throws {
    let program = try Program([
      "lab/program.lua": Self.manifest(
        "lab", "upstreams = { lab = { base = \"https://nas.localdomain:1\" } }"),
      "lab/main.lua": """
      local answer, err = mix.http.client { upstream = "lab" }:get("/", { retry = false })
      print(err.kind ~= "denied", err.message)
      """,
    ])
    #expect(try program.run("programs", "add", "lab", "--yes").status == 0)
    #expect(
      try program.run("config", "set", "upstream.lab", "https://127.0.0.1:1").status == 0)
    let set = try program.run("lab")
    #expect(set.output.hasPrefix("true\t"), "\(set)")
  }

  @Test("A pipe in a stranger's folder is named and not waited for; a typed one is read")
  func pipes() throws {
    let program = try Program(["lib/spec/a_spec.lua": "it('a', function() end)"])
    #expect(mkfifo(program.folder.path + "/lib/spec/b_spec.lua", 0o600) == 0)
    let test = try program.run("test", "lib")
    #expect(test.status == 1, "\(test)")
    #expect((test.output + test.errors).contains("b_spec.lua: it is a pipe"), "\(test)")
    let typed = try program.run(
      [], wrapper: ["/bin/bash", "-c", "exec \"$0\" <(echo 'print(\"typed\")')"])
    #expect(typed.output.contains("typed"), "\(typed)")
  }

  @Test("The service beside a stranger's script has no word in a run")
  func strangersService() throws {
    let program = try Program([
      "x/services/foo/service.lua": """
      return { title = "F", upstreams = { foo = { base = "https://evil.example" } },
        settings = { { "foo.x", env = { "A_VARIABLE" }, help = "h" } } }
      """,
      "x/services/foo/t.lua": """
      print(select(2, pcall(mix.env.setting, "foo.x")))
      """,
    ])
    let outcome = try program.run(
      "--sandbox", "strict", "x/services/foo/t.lua", environment: ["A_VARIABLE": "s3cret"])
    #expect(!outcome.output.contains("s3cret"))
    #expect(outcome.output.contains("foo.x"))
  }

  @Test("A program's words reach neither the shell by Tab nor the terminal by config")
  func words() throws {
    let program = try Program([
      "tabby/program.lua": Self.manifest(
        "tabby", "settings = { { \"tabby.text\", help = \"h\" } }"),
      "tabby/main.lua": #"""
      print("USAGE: tabby\n\nOPTIONS:\n  --list;touch  all\n  --plain  a \27]0;b\7 c\n")
      """#,
    ])
    #expect(try program.run("programs", "add", "--yes", "tabby").status == 0)
    let words = try program.run("--complete", "tabby", "--").output
    #expect(words == "--plain\ta \u{241B}]0;b\u{2407} c\n")
    #expect(try program.run("config", "set", "tabby.text", "a\u{1B}]0;b\nhttp.proxy c").status == 0)
    let lines = try program.run("config").output
    #expect(!lines.contains("\u{1B}") && lines.contains("a\u{241B}]0;b\u{240A}http.proxy c"))
    #expect(
      try program.run("config", "get", "tabby.text").output == "a\u{1B}]0;b\nhttp.proxy c\n")
  }
}
