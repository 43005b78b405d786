import Foundation
import Testing

/// Programs of the user that are wrong: each is named with file and line, and the others work.
@Suite("Command: programs in trouble", .ownThreads)
struct ProgramTroubleTests {
  private static let place = "home/config/programs"

  private static func manifest(_ name: String, _ more: String = "") -> String {
    "return { name = \"\(name)\", summary = \"S\", entry = \"\(name).lua\",\n\(more) }"
  }

  /// A program that was put into its place.
  private static func files(
    _ name: String, _ manifest: String, entry: String = "print('ran')"
  ) -> [String: String] {
    [
      "\(place)/\(name)/program.lua": manifest, "\(place)/\(name)/\(name).lua": entry,
    ]
  }

  @Test(
    "A damaged manifest",
    arguments: [
      ("return { name = \"odd\",\n entry = = 1 }", "odd/program.lua:2: "),
      (manifest("odd", "upstrems = {}"), ":2: field 'upstrems' is not known (did you mean 'up"),
      (
        manifest("odd", "command = \"books\""), ":2: field 'command' is \"books\", which belongs to"
      ),
      (
        manifest("odd", "command = \"cache\""), ":2: field 'command' is \"cache\", which belongs to"
      ),
      (
        manifest("odd", "settings = {\n{ \"chart.limit\", help = \"h\" } }"),
        ":3: field 'settings[1].1' is \"chart.limit\": a setting begins with odd."
      ),
      (
        manifest("odd", "upstreams = {\nshop = { base = \"http://example.org\" } }"),
        ":3: field 'upstreams.shop.base' is an address that begins with https://"
      ),
      (
        manifest("odd", "upstreams = {\nitunes = { base = \"https://example.org\" } }"),
        ":3: field 'upstreams.itunes' is another service in tags"
      ),
      (
        "return { name = \"odd\", summary = \"S\", refreshers = { odd = { doc = \"d\" } } }",
        ":1: field 'entry' is missing"
      ),
      (
        manifest("odd", "refreshers = {\nodd = { doc = \"d\", every = \"odd.evry\" } }"),
        ":3: field 'refreshers.odd.every' names the setting \"odd.evry\""
      ),
      (manifest("odd", "settings = { { \"odd.x\",\nhelp = print } }"), "settings[1].help"),
      (manifest("other"), "field 'name' is \"other\", but its folder is odd"),
    ])
  func manifests(_ manifest: String, _ part: String) throws {
    let program = try Program(
      Self.files("odd", manifest).merging(Self.files("good", Self.manifest("good"))) { $1 })
    #expect(try program.run("programs", "accept", "good", "--yes").status == 0)
    for words in [["odd"], ["programs", "check"], ["programs", "list"]] {
      let outcome = try program.run(words)
      #expect(outcome.status == 1, "\(words)")
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(
        outcome.errors.hasPrefix("mixhost: \(program.folder.path)/home/"), "\(outcome.errors)")
    }
    #expect(try program.run("good").output == "ran\n")
    #expect(try program.run("chart", "--help").status == 0)
    #expect(try program.run("-e", "print(1)").errors.isEmpty)
  }

  @Test("A name that comes with mixhost stays mixhost's")
  func taken() throws {
    let program = try Program(Self.files("chart", Self.manifest("chart")))
    let check = try program.run("programs", "check")
    #expect(
      check.errors.contains("chart/program.lua:1: field 'name' is \"chart\", which belongs to"))
    #expect(try program.run("chart", "--help").output.contains("Usage: mixhost chart"))
  }

  @Test("A folder that is a link out of its place, and one that leads nowhere")
  func links() throws {
    let program = try Program(Self.files("good", Self.manifest("good")))
    #expect(try program.run("programs", "accept", "good", "--yes").status == 0)
    try program.write("far/program.lua", Self.manifest("far"))
    try program.write("far/far.lua", "print('far')")
    for (name, target) in [("far", program.folder.path + "/far"), ("lost", "/nowhere/at/all")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(program.folder.path)/\(Self.place)/\(name)", withDestinationPath: target)
    }
    let list = try program.run("programs", "list")
    #expect(list.status == 1 && list.output.contains("mixhost good"))
    #expect(list.errors.contains("programs/far: is a link to "), "\(list.errors)")
    #expect(list.errors.contains("programs/lost: leads nowhere"), "\(list.errors)")
    #expect(try program.run("good").output == "ran\n")
  }

  @Test("Modules in a circle are named with their line")
  func circle() throws {
    var files = Self.files("odd", Self.manifest("odd"), entry: "require('lib.a')")
    files["\(Self.place)/odd/lib/a.lua"] = "return require('lib.b')"
    files["\(Self.place)/odd/lib/b.lua"] = "\nreturn require('lib.a')"
    let program = try Program(files)
    #expect(try program.run("programs", "accept", "odd", "--yes").status == 0)
    let outcome = try program.run("odd")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("odd/lib/b.lua:2: module 'lib.a' requires itself"))
  }

  @Test("A program that is removed while it runs ends as its work does, and is gone then")
  func removedWhileItRuns() throws {
    let program = try Program(
      Self.files(
        "odd", Self.manifest("odd"),
        entry: "print('begun') io.stdout:flush() io.read() print(pcall(require, 'lib.late'))"))
    #expect(try program.run("programs", "accept", "odd", "--yes").status == 0)
    let run = program.process(["odd"])
    let (input, output) = (Pipe(), Pipe())
    run.standardInput = input
    run.standardOutput = output
    try run.run()
    #expect(output.fileHandleForReading.availableData == Data("begun\n".utf8))
    #expect(try program.run("programs", "remove", "odd").output == "removed odd\n")
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    try input.fileHandleForWriting.close()
    let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    run.waitUntilExit()
    #expect(rest.contains("module 'lib.late' was not found"), "\(rest)")
    #expect(run.terminationStatus == 0)
    #expect(try program.run("odd").status == 2)
  }

  @Test(
    "Only the manifest of its own folder speaks for a script, or one that names it as its entry")
  func folders() throws {
    let setting = "settings = { { \"odd.x\", default = \"set\", help = \"h\" } }"
    let ask = "print(pcall(mix.env.setting, 'odd.x'))"
    let program = try Program([
      "odd/program.lua": Self.manifest("odd", setting), "odd/odd.lua": ask,
      "odd/tools/other.lua": ask, "odd/a/b/deep.lua": ask,
      "far/program.lua": Self.manifest("far", "").replacingOccurrences(
        of: "far.lua", with: "bin/far.lua"),
      "far/bin/far.lua": "print(pcall(mix.env.setting, 'far.x'))",
      "odd/spec/odd_spec.lua":
        "it('knows', function() assert.equal('set', mix.env.setting('odd.x')) end)",
    ])
    #expect(try program.run("odd/odd.lua").output == "true\tset\n")
    for script in ["odd/tools/other.lua", "odd/a/b/deep.lua"] {
      #expect(try program.run(script).output.hasPrefix("false\t"), "\(script)")
    }
    try program.write(
      "far/program.lua",
      Self.manifest("far", setting.replacingOccurrences(of: "odd.x", with: "far.x"))
        .replacingOccurrences(of: "far.lua", with: "bin/far.lua"))
    #expect(try program.run("far/bin/far.lua").output == "true\tset\n")
    #expect(try program.run("test", "odd").status == 0)
  }

  @Test("A service of the user's own without an address: the setting is named")
  func unset() throws {
    let program = try Program(
      Self.files(
        "odd", Self.manifest("odd", "upstreams = { home_box = {} }"),
        entry: """
          local client = mix.http.client{upstream = "home_box"}
          local answer, err = client:get("/list")
          print(answer, err.kind, err.message)
          """))
    #expect(try program.run("programs", "accept", "odd", "--yes").status == 0)
    let outcome = try program.run("odd")
    #expect(
      outcome.output.hasPrefix(
        "nil\tnot_set\tthe address of this service is not set: mixhost config set "
          + "upstream.home_box ADDRESS"), "\(outcome)")
  }
}
