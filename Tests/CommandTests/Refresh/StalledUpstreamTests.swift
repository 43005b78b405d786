import Foundation
import Testing

/// The output while an upstream does not answer, and how often it is asked.
@Suite("Command: stalled upstreams", .ownThreads)
struct StalledUpstreamTests {
  /// No answer comes within the test: what is shown, is shown before it.
  private static let stalled = "--mock=latency=60s"
  private static let trailers = Program.script("scripts/trailers.lua")

  private func stop(_ process: Process) {
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  // An answer's record begins with four bytes of marks and two of its status, then when it was asked
  // for and came.
  private static let aging = """
    import glob, sqlite3, struct, sys
    month = 31 * 86400
    for path in glob.glob(sys.argv[1] + '/**/http.sqlite', recursive=True):
        db = sqlite3.connect(path)
        for id, expires, meta in db.execute('SELECT id, expires, meta FROM response').fetchall():
            if meta[0] == 1:  # which headers choose the answer
                continue
            asked, came = struct.unpack_from('<dd', meta, 6)
            assert asked > 1e9 and came >= asked
            meta = meta[:6] + struct.pack('<dd', asked - month, came - month) + meta[22:]
            db.execute('UPDATE response SET expires = ?, meta = ? WHERE id = ?',
                (expires - month, meta, id))
        db.commit()
    """

  /// As if all kept answers were a month old.
  private func ageAnswers(_ program: Program) throws {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.aging, program.folder.appending(path: "home").path]
    try python.run()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
  }

  @Test("With nothing known, the first thing says what is being asked; Ctrl-C takes it away")
  func nothingKnown() throws {
    let program = try Program()
    let terminal = try PseudoTerminal()
    let process = try program.start(on: terminal, [Self.stalled, Self.trailers, "list"])
    #expect(terminal.waits(for: "asking tmdb: "))
    #expect(terminal.shown.hasPrefix("asking tmdb"))
    stop(process)
    #expect(terminal.waits(for: "interrupted"))
    #expect(terminal.shown.contains("\r" + String(repeating: " ", count: 23) + "\r"))
  }

  @Test(
    "The last result is shown before any answer, marked as stale",
    arguments: [["list"], ["genres"], ["detail", "movie/107"]])
  func lastResult(_ words: [String]) throws {
    let program = try Program()
    let terminal = try PseudoTerminal()
    let first = try program.start(on: terminal, ["--mock", Self.trailers] + words)
    #expect(terminal.waits(for: "not endorsed"), "\(terminal.shown)")
    first.waitUntilExit()
    let shown = terminal.shown
    #expect(!shown.contains("stale"))
    try ageAnswers(program)
    let second = try program.start(on: terminal, [Self.stalled, Self.trailers] + words)
    #expect(terminal.waits(for: "it is being asked for again"))
    let row = try #require(shown.split(separator: "\r\n").dropFirst(3).first)
    #expect(terminal.shown.dropFirst(shown.count).contains(row))
    stop(second)
  }

  @Test("The chart of the last run stands there while the source stalls")
  func chart() throws {
    let program = try Program()
    let terminal = try PseudoTerminal()
    let script = [Program.script("scripts/refresh.lua"), "--top", "3"]
    let first = try program.start(on: terminal, ["--mock"] + script)
    #expect(terminal.waits(for: "from the cache"), "\(terminal.shown)")
    first.waitUntilExit()
    try ageAnswers(program)
    let second = try program.start(on: terminal, [Self.stalled] + script)
    #expect(terminal.waits(for: "it is being asked for again"), "\(terminal.shown)")
    stop(second)
  }

  @Test("The stored feed stands there while the hub stalls")
  func feed() throws {
    let program = try Program(["channels.txt": "UC_x5XG1OV2P6uZZ5FSM9Ttw"])
    let terminal = try PseudoTerminal()
    let script = Program.script("scripts/feed.lua")
    _ = try program.run("--mock", script, "follow", "channels.txt")
    let first = try program.start(on: terminal, ["--mock", script])
    #expect(terminal.waits(for: "Found 5 new videos!"))
    first.waitUntilExit()
    let second = try program.start(on: terminal, [Self.stalled, script])
    #expect(terminal.waits(for: "it is being asked for again"), "\(terminal.shown)")
    stop(second)
  }

  @Test("A run of the queue shows its line and what it asks")
  func enrich() throws {
    let program = try Program(["b.csv": "Title,Author\nDune,Frank Herbert\nEmma,Jane Austen\n"])
    let terminal = try PseudoTerminal()
    let script = Program.script("scripts/enrich.lua")
    #expect(try program.run("--mock", script, "import", "b.csv").status == 0)
    let process = try program.start(on: terminal, [Self.stalled, script, "run"])
    #expect(terminal.waits(for: "0/2 (0%)  asking openlibrary: 2 requests"), "\(terminal.shown)")
    stop(process)
  }

  @Test("A pipe gets the result once, and no line of what is asked")
  func pipe() throws {
    let program = try Program()
    for _ in 1...2 {
      let outcome = try program.run("--mock=latency=400ms", Self.trailers, "list")
      #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 20)
      #expect(!outcome.errors.contains("asking") && !outcome.errors.contains("stale"))
      try ageAnswers(program)
    }
  }

  @Test("Nothing but 429: six requests a question, and the wait is explained in one line")
  func tooMany() throws {
    let program = try Program()
    let log = program.folder.path + "/log.ndjson"
    let outcome = try program.run(
      "--mock=fault=429:100%,retry-after=1s,log=\(log)", Self.trailers, "list")
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("asked for a pause") } == 1, "\(outcome.errors)")
    #expect(lines.count <= 3, "\(outcome.errors)")
    struct Line: Decodable { let path: String }
    let asked = try program.read("log.ndjson").split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).path
    }
    #expect(Dictionary(grouping: asked) { $0 }.values.allSatisfy { $0.count <= 6 }, "\(asked)")
    #expect(!asked.isEmpty)
  }

  /// The questions of a run that have not been asked yet, under a limit.
  private static func limited(_ top: Int) -> [String] {
    ["--mock=limits=public", Program.script("scripts/refresh.lua"), "--top", "\(top)", "--json"]
  }

  private func expectOneWarning(_ outcome: Outcome) {
    #expect(outcome.status == 0, "\(outcome.errors)")
    let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("rate limits") }
    #expect(warnings.count == 1, "\(outcome.errors)")
  }

  /// The file of limits of the first run.
  private func trafficFile(_ program: Program) throws -> String {
    let paths = FileManager.default.enumerator(atPath: program.folder.path)
    let file = paths?.compactMap { $0 as? String }.first { $0.hasSuffix("traffic.sqlite") }
    return program.folder.path + "/" + (try #require(file))
  }

  @Test("A damaged file of limits: one warning, and the run continues")
  func damagedLimits() throws {
    let program = try Program()
    #expect(try program.run(Self.limited(3)).status == 0)
    let path = try trafficFile(program)
    try Data(repeating: 0x7A, count: 8192).write(to: URL(filePath: path))
    // Its log would mend it.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    expectOneWarning(try program.run(Self.limited(6)))
  }

  @Test("A file of limits that may not be written: one warning, and the run continues")
  func readOnlyLimits() throws {
    let program = try Program()
    #expect(try program.run(Self.limited(3)).status == 0)
    let path = try trafficFile(program)
    let isRoot = getuid() == 0
    // Root is held up by no mode: the home becomes that of the user who runs it.
    if isRoot {
      let root = program.folder.path
      let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      for name in [""] + paths { lchown(root + "/" + name, 65534, 65534) }
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      chmod(folder + "/" + name, 0o444)
    }
    chmod(folder, 0o555)
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let wrapper = isRoot ? ["/usr/bin/env"] + nobody : []
    expectOneWarning(try program.run(Self.limited(6), wrapper: wrapper))
  }
}
