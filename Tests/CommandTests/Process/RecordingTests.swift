import Foundation
import Testing

/// A network namespace without any network, where the system lets one be made.
private enum NoNetwork {
  static let command = ["/usr/bin/unshare", "--map-root-user", "--net"]

  static let isAvailable: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst()) + ["/bin/true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

@Suite("Command: --record and --replay", .ownThreads)
struct RecordingTests {
  private let script = Program.script("scripts/refresh.lua")

  /// A script whose output holds all that differs from run to run: clocks, random numbers, the order
  /// of tasks, what was taken back, files read meanwhile.
  private let restless = """
    local base = "https://itunes.apple.com/search?term="
    local function get(term, options) return mix.http.get(base .. term, options) end
    print(math.random(1 << 40), os.time(), os.date("!%F %T"), os.date("*t").year, os.clock())
    math.randomseed()
    print(math.random(1 << 40), mix.time.now(), mix.time.monotonic(), mix.time.iso())
    print(pcall(mix.task.timeout, 0.002, function() get("late") end))
    print(mix.task.race({
      function() mix.task.sleep(math.random() / 50) return "sleeper" end,
      function() return get("racer").status end,
    }))
    mix.task.map({ "a", "b", "c", "d", "e", "f", "g", "h" }, { limit = 8 }, function(term)
      get(term, { ttl = 0 })
      mix.task.sleep(math.random() / 100)
      print(term, mix.time.monotonic())
      mix.fs.exists("main.lua")
      print(term, "after a file", mix.time.now())
    end)
    for _ = 1, 3 do print(#get("same", { ttl = 0, reload = true }).body, mix.time.now()) end
    local start = mix.time.monotonic()
    while mix.time.monotonic() - start < 0.01 do end
    print(mix.http.post(base, { form = { a = math.random(100) } }).status)
    print(mix.json.encode(mix.http.stats()))
    """

  /// Records with the mock, which ends with the run, and replays where there is no network.
  private func compare(
    _ program: Program, _ arguments: [String], mock: String? = "--mock=latency=4ms",
    environment: [String: String] = [:]
  ) throws {
    let recorded = try program.run(
      [mock].compactMap(\.self) + ["--record", "run.ndjson"] + arguments, environment: environment)
    #expect(recorded.status == 0, "\(recorded.errors)")
    let replayed = try program.run(
      arguments + ["--replay", "run.ndjson"], wrapper: NoNetwork.command)
    #expect(replayed.status == 0, "\(replayed.errors)")
    #expect(!recorded.output.isEmpty)
    #expect(replayed.output == recorded.output)
    #expect(Self.withoutTimes(replayed.errors) == Self.withoutTimes(recorded.errors))
  }

  /// Log lines tell when they were written, in a replay too.
  private static func withoutTimes(_ log: String) -> [Substring] {
    log.split(separator: "\n").map { $0.drop { $0.isNumber || "-:.TZ".contains($0) } }
  }

  @Test(
    .enabled(if: NoNetwork.isAvailable, "unshare --net is not allowed here"),
    arguments: [["--json"], ["--events"], ["--json", "--events", "--concurrency", "20"], []])
  func replaysByteForByteWithoutNetwork(options: [String]) throws {
    try compare(Program(), [script, "--top", "60"] + options)
  }

  @Test(.enabled(if: NoNetwork.isAvailable, "unshare --net is not allowed here"))
  func replaysClocksChanceAndOrder() throws {
    try compare(Program(["main.lua": restless]), ["main.lua"])
  }

  @Test(
    .enabled(if: NoNetwork.isAvailable, "unshare --net is not allowed here"),
    arguments: ["--json", "--events"])
  func replaysFailures(option: String) throws {
    // The discard port of this machine: nobody listens there.
    try compare(
      Program(), [script, "--top", "5", option, "--verbose"], mock: nil,
      environment: ["MIXHOST_UPSTREAM_ITUNES": "http://127.0.0.1:9"])
    try compare(
      Program(), [script, "--top", "12", option],
      mock: "--mock=fault=503:20%+truncate:20%+429:10%,retry-after=0,fault-path=/itunes")
  }

  @Test func keepsToTheRecordedSettings() throws {
    let program = try Program([
      "main.lua": """
      print(mix.env.setting("http.concurrency"), mix.env.setting("chart.remote_url"))
      local answer = mix.http.get("https://api.themoviedb.org/3/movie/1", {
        query = { api_key = mix.env.setting("tmdb.token"), page = 1 }, retry = false })
      print(answer and answer.status)
      local topic = mix.env.setting("ntfy.topic")
      print(topic ~= nil, mix.http.post("https://ntfy.sh", { json = { topic = topic } }).status)
      """
    ])
    let secret = "s3cr3t-movie-token"
    let recorded = try program.run(
      ["--mock", "--record", "run.ndjson", "--allow-env", "TMDB_TOKEN", "main.lua"],
      environment: [
        "MIXHOST_HTTP_CONCURRENCY": "3", "TMDB_TOKEN": secret, "MIXHOST_NTFY_TOPIC": "my-own-topic",
      ])
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(recorded.output.hasPrefix("3\thttps://chart.mixhost.invalid/kworb.json\n401"))
    let file = try program.read("run.ndjson")
    #expect(!file.contains(secret) && !file.contains("mock-token") && !file.contains("my-own"))
    #expect(!file.contains("127.0.0.1"))
    #expect(file.contains("api_key=***&page=1"))
    let replayed = try program.run(
      ["--replay=run.ndjson", "--allow-env", "TMDB_TOKEN", "main.lua"],
      environment: ["MIXHOST_HTTP_CONCURRENCY": "5"])
    #expect(replayed.output == recorded.output, "\(replayed.errors)")
  }

  @Test("A recording of another person sets neither the library's place nor limits")
  func aRecordingHasNoAuthority() throws {
    let program = try Program()
    let code = "print(mix.env.setting('chart.limit'), mix.env.setting('script.timeout'))"
    #expect(try program.run("--record", "run.ndjson", "-e", code).status == 0)
    let file = try program.read("run.ndjson").replacing(
      "\"settings\":{",
      with: """
        "settings":{"store":"postgres://u:p@127.0.0.1:9/x?sslmode=disable",\
        "script.timeout":"900h","chart.limit":"25"
        """)
    try program.write("run.ndjson", file.replacing("\"25\",", with: "\"25\""))
    let replayed = try program.run("--replay", "run.ndjson", "-e", code)
    #expect(replayed.output == "25\t30s\n", "\(replayed.errors)")
    let books = try program.run("--replay", "run.ndjson", "books", "list", "--json")
    #expect(books.status == 0, "\(books.errors)")
  }

  @Test func namesARequestThatIsNotRecorded() throws {
    let program = try Program()
    let code = """
      local _, err = mix.http.get("https://itunes.apple.com/other?token=abcdefgh")
      print(err.kind, err.message)
      """
    #expect(try program.run("--record", "run.ndjson", "-e", "print(1)").output == "1\n")
    let outcome = try program.run("--replay", "run.ndjson", "-e", code)
    #expect(
      outcome.output == """
        not_recorded\tthe recording run.ndjson has no answer to this GET: record the run again \
        (https://itunes.apple.com/other?token=***)

        """)
  }

  @Test func aRunThatIsInterruptedLeavesAValidRecording() throws {
    let program = try Program([
      "main.lua": """
      print(mix.http.get("https://itunes.apple.com/search?term=stay").status)
      io.stdout:write("ready\\n")
      print(mix.http.get("https://itunes.apple.com/search?term=" .. ("x"):rep(9), { ttl = 0 }))
      mix.task.sleep(60)
      """
    ])
    try program.write("out", "")
    let process = program.process(["--mock", "--record", "run.ndjson", "main.lua"])
    process.standardOutput = try FileHandle(
      forWritingTo: program.folder.appending(path: "out"))
    process.standardError = FileHandle.nullDevice
    let done = Pipe()
    process.standardInput = done
    try process.run()
    while process.isRunning, !(try program.read("out").contains("table:")) { usleep(2_000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let lines = try program.read("run.ndjson").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.count == 4 && lines.last == "", "a header, two exchanges, the end of the last line")
    let replayed = try program.run("--replay", "run.ndjson", "main.lua")
    #expect(replayed.status == 0)
    #expect(replayed.output.hasPrefix("200\nready\ntable:"))
  }

  @Test func aFullDiskSpoilsTheRecordingAndNotTheRun() throws {
    let program = try Program()
    // A file may have 40 KiB, and the signal that says so is ignored: writing fails as on a full disk.
    let limits = ["/bin/bash", "-c", "trap '' XFSZ; ulimit -f 40; exec \"$@\"", "limited"]
    let arguments = ["--mock", "--record", "run.ndjson", script, "--top", "40", "--json"]
    let outcome = try program.run(arguments, wrapper: limits)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "mixhost: the recording is not complete: run.ndjson: cannot write it: File too large"))
    #expect(outcome.output.contains("\"total\": 40"), "\(outcome.output.suffix(200))")
    #expect(try program.read("run.ndjson").hasSuffix("\n"))
    let replayed = try program.run("--replay", "run.ndjson", script, "--top", "40", "--json")
    #expect(replayed.status == 0)
    #expect(replayed.output.contains("has no answer to this GET"))
  }

  @Test(arguments: [
    (["--record", "a", "--replay", "b", "-e", "1"], 2, "--record and --replay exclude each other"),
    (["--record"], 2, "--record needs a value"),
    (["--replay=", "-e", "1"], 2, "--replay takes a file"),
    (["--replay", "none.ndjson", "-e", "1"], 1, "none.ndjson: there is no such recording"),
    (["--replay", "notes.txt", "-e", "1"], 1, "notes.txt, line 1: this is not a recording"),
    (["--record", "notes.txt", "-e", "1"], 1, "notes.txt: the file is not a recording and is not"),
    (["--record", ".", "-e", "1"], 1, ".: a recording goes to a regular file"),
    (["--record", "/dev/full", "-e", "1"], 1, "/dev/full: a recording goes to a regular file"),
    (["--record", "no/folder", "-e", "1"], 1, "no/folder: cannot write it: No such file"),
  ])
  func refuses(arguments: [String], status: Int32, message: String) throws {
    let program = try Program(["notes.txt": "my notes\n"])
    let outcome = try program.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try program.read("notes.txt") == "my notes\n")
  }
}
