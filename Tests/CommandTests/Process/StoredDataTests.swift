import Foundation
import Testing

/// The data file from outside: copied, damaged, read-only, saved and put back.
@Suite("Stored data", .ownThreads)
struct StoredDataTests {
  /// The commands that read, of each script that keeps works or feeds.
  private static let reading: [String: [[String]]] = [
    "scripts/enrich.lua": [
      ["export", "--format", "csv"], ["export", "--format", "json"],
      ["export", "--format", "ndjson"], ["list"], ["list", "--json"],
      ["list", "--status", "uncertain"], ["status"], ["status", "--json"], ["decisions"],
      ["run", "--limit", "1"], ["retry", "--failed"], ["review"],
    ],
    "scripts/feed.lua": [["list"], ["list", "--json"], ["status"], ["channels"]],
  ]

  private static let calls = reading.flatMap { script, all in
    all.map { [script] + $0 }
  }.sorted { $0.joined() < $1.joined() }

  private func filled(_ count: Int = 300) throws -> Program {
    let program = try Program([
      "books.csv": "title,author\n"
        + (0..<count).map { "\"A book with a rather long title, number \($0)\",Author \($0)\n" }
        .joined()
    ])
    let added = try program.run(Program.script("scripts/enrich.lua"), "import", "books.csv")
    #expect(added.status == 0, "\(added.errors)")
    return program
  }

  private func enrich(_ program: Program, _ words: String...) throws -> Outcome {
    try program.run([Program.script("scripts/enrich.lua")] + words)
  }

  private func data(_ program: Program, _ name: String = "mixhost.sqlite") -> URL {
    program.folder.appending(path: "home/data/" + name)
  }

  @Test("After a run a copy of the file alone is the library")
  func copied() throws {
    let program = try filled()
    let other = program.folder.appending(path: "other/data")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: data(program), to: other.appending(path: "mixhost.sqlite"))
    let status = try program.run(
      ["--home", "other", Program.script("scripts/enrich.lua"), "status", "--json"])
    #expect(status.output.contains(#""total":300"#), "\(status.output) \(status.errors)")
  }

  @Test(
    "A file that is not a database: every command that reads it fails, and says why",
    arguments: calls)
  func noDatabase(_ call: [String]) throws {
    let program = try Program()
    let junk = String(repeating: "x\n", count: 4_500)
    try program.write("home/data/mixhost.sqlite", junk)
    let outcome = try program.run([Program.script(call[0])] + call.dropFirst())
    #expect(outcome.status == 1, "\(outcome.output)")
    #expect(outcome.errors.contains("mixhost.sqlite is damaged"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("stack traceback"), "\(outcome.errors)")
    #expect(try program.read("home/data/mixhost.sqlite") == junk)
  }

  @Test(
    "A damaged page in the middle: what is printed is never a part that looks whole",
    arguments: ["field", "work"])
  func damagedPage(_ table: String) throws {
    let program = try filled(600)
    let script = """
      import sqlite3, sys
      path, table = sys.argv[1:]
      data = sqlite3.connect(path)
      pages = [r[0] for r in data.execute(
        "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno", (table,))]
      data.close()
      with open(path, "r+b") as file:
        file.seek((pages[len(pages) // 2] - 1) * 4096)
        file.write(b"\\xa5" * 4096)
      """
    let damage = try Foreign.python(script, [data(program).path, table])
    #expect(damage.status == 0, "\(damage.errors)")
    for words in [["export", "--format", "ndjson"], ["export", "--format", "json"], ["list"]] {
      let outcome = try program.run([Program.script("scripts/enrich.lua")] + words)
      #expect(outcome.status == 1, "\(words)")
      #expect(outcome.errors.contains("is damaged"), "\(words): \(outcome.errors)")
    }
  }

  @Test("backup and restore: one file, refused without --force, the older library kept")
  func backup() throws {
    let program = try filled()
    let saved = try program.run("backup", "copy.sqlite")
    #expect(saved.output.hasPrefix("copied 300 works to copy.sqlite"), "\(saved.errors)")
    #expect(try program.run("backup", "copy.sqlite").status == 1)
    #expect(try enrich(program, "reset", "--yes").status == 0)
    let refused = try program.run("restore", "copy.sqlite")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--force"), "\(refused.errors)")
    let restored = try program.run("restore", "--force", "copy.sqlite")
    #expect(restored.output.hasPrefix("restored 300 works"), "\(restored.errors)")
    #expect(restored.output.contains("is kept: "))
    #expect(try enrich(program, "status", "--json").output.contains(#""total":300"#))
    #expect(try program.run("backup").status == 2)
  }

  @Test("On a full disk neither leaves anything, and the library stays")
  func full() throws {
    let program = try filled()
    let small = ["/bin/sh", "-c", #"ulimit -f 100; exec "$@""#, "sh"]
    let saved = try program.run(["backup", "copy.sqlite"], wrapper: small)
    #expect(saved.status == 1, "\(saved.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(!names.contains { $0.hasPrefix("copy.sqlite") }, "\(names)")
    #expect(try program.run("backup", "copy.sqlite").status == 0)
    let restored = try program.run(["restore", "--force", "copy.sqlite"], wrapper: small)
    #expect(restored.status == 1, "\(restored.output)")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: data(program).deletingLastPathComponent().path)
    #expect(!left.contains { $0.contains(".new-") || $0.contains(".replaced-") }, "\(left)")
    #expect(try enrich(program, "status", "--json").output.contains(#""total":300"#))
  }

  @Test("restore refuses beside a run")
  func restoreBesideRun() throws {
    let program = try filled(3)
    try program.write(
      "hold.lua", "mix.library.status() print('holding') io.stdout:flush() mix.task.sleep('600s')")
    #expect(try program.run("backup", "copy.sqlite").status == 0)
    let run = program.process(["hold.lua"])
    let output = Pipe()
    run.standardOutput = output
    try run.run()
    #expect(output.fileHandleForReading.availableData.starts(with: Data("holding".utf8)))
    let refused = try program.run("restore", "--force", "copy.sqlite")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("in use by a mixhost that runs"), "\(refused.errors)")
    kill(run.processIdentifier, SIGKILL)
    run.waitUntilExit()
    #expect(try program.run("restore", "--force", "copy.sqlite").status == 0)
  }

  @Test("A home that may only be read can be read, with and without SQLite's helper files")
  func readOnly() throws {
    let program = try filled()
    let shared = program.folder.path
    for folder in [shared, shared + "/home", shared + "/home/data"] {
      chmod(folder, 0o555)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: shared + "/home/data")
    for name in names { chmod(shared + "/home/data/" + name, 0o444) }
    defer { for path in [shared, shared + "/home", shared + "/home/data"] { chmod(path, 0o755) } }
    try expectReadable(program)
    for suffix in ["-wal", "-shm"] { unlink(data(program).path + suffix) }
    try expectReadable(program)
  }

  /// As a user without rights there; root is held up by no mode.
  private func expectReadable(_ program: Program) throws {
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let wrapper = getuid() == 0 ? ["/usr/bin/env"] + nobody : []
    for words in [["status", "--json"], ["list"], ["export", "--format", "ndjson"]] {
      let process = program.process(
        ["--home", program.folder.path + "/home", Program.script("scripts/enrich.lua")] + words,
        wrapper: wrapper)
      let (output, errors) = (Pipe(), Pipe())
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let complaint = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(words): \(complaint)")
      let wanted = words[0] == "status" ? #""total":300"# : "number 299"
      #expect(text.contains(wanted), "\(words): \(text.suffix(200)) \(complaint)")
    }
  }

  @Test("A script opens mixhost's own files by no name", arguments: ["", "-wal", "-shm", ".lock"])
  func reserved(_ suffix: String) throws {
    let program = try filled(3)
    let path = data(program, "mixhost.sqlite" + suffix).path
    try FileManager.default.linkItem(atPath: data(program).path, toPath: data(program, "hard").path)
    for call in [
      "mix.fs.read('\(path)')", "mix.fs.write('\(path)', 'x')", "mix.csv.open('\(path)')",
    ] {
      let outcome = try program.run("-e", "mix.library.status() \(call)")
      #expect(outcome.errors.contains("denied: "), "\(call): \(outcome.errors)")
    }
    let linked = try program.run("-e", "mix.fs.read('\(data(program, "hard").path)')")
    #expect(linked.errors.contains("denied: "), "\(linked.errors)")
    #expect(try enrich(program, "status", "--json").output.contains(#""total":3"#))
  }
}

/// Other programs that look into the files.
enum Foreign {
  /// Runs a script in Python.
  static func python(_ script: String, _ arguments: [String]) throws -> Outcome {
    try run(["python3", "-c", script] + arguments)
  }

  /// Runs a program to its end.
  static func run(_ command: [String]) throws -> Outcome {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: text, errors: complaint)
  }
}
