import Foundation
import Testing

@Suite("Command: scripts/feed.lua", .ownThreads)
struct FeedTests {
  private typealias Report = FeedReport
  private typealias Rig = FeedRig

  private static let script = FeedRig.script
  private static let channels = FeedRig.channels

  /// Moves all stored times of refreshes, as seen from a clock that was set back.
  private func shiftClock(_ program: Program, by seconds: Int) throws {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = [
      "python3", "-c",
      "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
        + "db.execute('UPDATE refresh SET success = success + ?', (int(sys.argv[2]),)); db.commit()",
      program.folder.appending(path: "home/data/mixhost.sqlite").path, "\(seconds)",
    ]
    try python.run()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
  }

  @Test("Reconciles once in a quarter of an hour: over restarts and a clock set back; --force does")
  func reconcilesOnce() throws {
    let rig = try Rig()
    try rig.follow()
    let first = try rig.run()
    #expect(first.status == 0 && first.errors.contains("Found 5 new videos!"), "\(first.errors)")
    let second = try rig.run()
    #expect(second.errors.contains("not looked for new videos"), "\(second.errors)")
    #expect(try rig.requests("/reconcile").count == 1)
    // As after a clock that was set back by an hour: what is stored lies in the future.
    try shiftClock(rig.program, by: 3_600)
    let third = try rig.run()
    #expect(third.errors.contains("not looked for new videos"), "\(third.errors)")
    #expect(try rig.requests("/reconcile").count == 1, "the future counts as now")
    #expect(try rig.report("--force").reconciled)
    #expect(try rig.requests("/reconcile").count == 2)
    #expect(try rig.requests("/feed").count >= 3, "the feed itself is fetched each time")
  }

  @Test("Before any channel is followed: said once, no failure, and the first refresh is due")
  func nothingFollowed() throws {
    let rig = try Rig()
    let empty = try rig.run()
    #expect(empty.status == 0, "\(empty.errors)")
    #expect(empty.errors.contains("no channels are followed yet"))
    #expect(!empty.errors.contains("warning"))
    #expect(try rig.requests("/reconcile").isEmpty)
    try rig.follow()
    #expect(try rig.run().errors.contains("Found 5 new videos!"))
  }

  @Test("With --mock, whose port is another one each time, what was followed stays")
  func mockKeepsChannels() throws {
    let program = try Program(["channels.txt": "UC_x5XG1OV2P6uZZ5FSM9Ttw"])
    let followed = try program.run("--mock", Self.script, "follow", "channels.txt")
    #expect(followed.output.contains("1 channel added"), "\(followed.errors)")
    let feed = try program.run("--mock", Self.script)
    #expect(feed.errors.contains("Found 5 new videos!"), "\(feed.errors)")
  }

  @Test("Only a success starts the quarter of an hour, and a hub that fails leaves the stored feed")
  func failures() throws {
    let rig = try Rig()
    try rig.follow()
    let first = try rig.report()
    #expect(first.source == "hub" && !first.stale && first.new == first.videos.count)
    rig.stop()
    let second = try rig.report()
    #expect(second.source == "stored" && second.stale)
    #expect(second.videos.map(\.id) == first.videos.map(\.id))
    #expect(second.problems.map(\.code) == ["server_unhealthy"])
    #expect(second.problems[0].advice.contains("upstream.hub"))

    let other = try Rig(["--fault", "500:1", "--fault-path", "/hub/api/users/me/reconcile"])
    try other.follow()
    let failed = try other.report()
    #expect(failed.problems.map(\.code) == ["reconciliation_failed"] && !failed.reconciled)
    #expect(failed.source == "hub" && failed.videos.count > 20, "the feed is still shown")
    #expect(try other.report().reconciled)
    #expect(try other.requests("/reconcile").map(\.status) == [500, 200])
  }

  @Test("Channels are registered in hundreds, once, and again when the hub has forgotten the user")
  func registration() throws {
    let rig = try Rig()
    let many = (0..<230).map { String(format: "UC%022d", $0) }
    try rig.follow(many + many.prefix(3))
    _ = try rig.report("--limit", "5")
    #expect(try rig.requests("/channels").map(\.status) == [200, 200, 200])
    _ = try rig.report("--limit", "5")
    #expect(try rig.requests("/channels").count == 3)
    // Another hub process knows nobody.
    let outcome = try rig.run("--force", "--user", "stranger")
    #expect(outcome.errors.contains("registration") == false)
    #expect(try rig.requests("stranger/feed").map(\.status) == [404])
    #expect(try rig.requests("stranger/reconcile").isEmpty, "there is nothing to register")
  }

  @Test("A hub that lost its users gets the channels once more")
  func forgottenUser() throws {
    let rig = try Rig()
    try rig.follow()
    _ = try rig.report()
    // A channel noted as registered is unknown to a hub that was set up anew: the account is the same.
    let other = try Rig()
    var environment = other.environment
    environment["MIXHOST_FEED_ACCOUNT"] = rig.environment["MIXHOST_UPSTREAM_HUB"]
    let outcome = try rig.program.run(
      [Self.script, "--force", "--json"], environment: environment)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.reconciled && report.problems.isEmpty)
    #expect(try other.requests("me/reconcile").map(\.status) == [404, 200])
    #expect(try other.requests("me/channels").count == 1)
  }

  @Test("Odd videos are skipped and counted, repeated ones shown once, an endless feed ends")
  func oddFeeds() throws {
    let rig = try Rig()
    try rig.follow((0..<20).map { String(format: "UC%022d", $0) })
    let report = try rig.report("--limit", "5000")
    #expect(Set(report.videos.map(\.id)).count == report.videos.count)
    #expect(report.videos.allSatisfy { ($0.duration ?? 0) >= 60 && !$0.title.isEmpty })
    #expect(!report.skipped.isEmpty)
    // The cursor brings the same page again: two pages, then no progress.
    #expect(try rig.requests("/feed").count == 2)
    #expect(report.videos.count + report.skipped.values.reduce(0, +) == 100)

    let endless = try rig.run("--user", "endless", "--json")
    #expect(endless.status == 0 && endless.errors.contains("stopped after 100 pages"))
    #expect(try rig.requests("endless/feed").count == 101, "and one to see whether it is known")

    let wrong = try rig.run("--user", "wrong-shape", "--json")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("invalid_response: the hub's answer to reconcile"))
    #expect(wrong.errors.contains("invalid_response: the hub's feed has no list of videos"))
  }

  @Test("Without a hub the channels' own feeds are read, as seldom as the policy says")
  func withoutHub() throws {
    let rig = try Rig()
    var environment = rig.environment
    environment["MIXHOST_UPSTREAM_HUB"] = nil
    let opml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="1.1"><body><outline text="YouTube" title="YouTube">
      <outline text="One &amp; only" title="One &amp; only" type="rss"
        xmlUrl="https://www.youtube.com/feeds/videos.xml?channel_id=\(Self.channels[0])"/>
      <outline text="No feed" xmlUrl="mailto:x@example.org"/>
      </outline></body></opml>
      """
    try rig.program.write("subscriptions.opml", opml)
    let followed = try rig.program.run(
      [Self.script, "follow", "subscriptions.opml", Self.channels[1]], environment: environment)
    #expect(followed.output == "2 channels added, 0 followed already\n", "\(followed.errors)")
    #expect(followed.errors.contains("skipped 1 entry that names no channel: mailto:x@example.org"))
    for run in 1...2 {
      let outcome = try rig.program.run([Self.script, "--json"], environment: environment)
      let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
      // Shorts are left out.
      let shorts = report.skipped["a short"] ?? 0
      #expect(run == 2 || shorts > 0 && report.videos.count + shorts == 30)
      #expect(report.source == (run == 1 ? "youtube" : "stored"))
      #expect(!report.stale && report.videos.contains { $0.title.hasSuffix(" <live> & more") })
    }
    #expect(try rig.requests("/videos.xml").count == 2)
  }

  @Test("Watching continues after a stop, and reports it")
  func watch() throws {
    let rig = try Rig()
    try rig.follow()
    let process = rig.program.process(
      [Self.script, "watch", "--events"], environment: rig.environment)
    try rig.program.write("events", "")
    process.standardOutput = try FileHandle(
      forWritingTo: rig.program.folder.appending(path: "events"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    func sees(_ text: String) throws -> Bool {
      try rig.program.read("events").contains(text)
    }
    var tries = 0
    while try !sees("\"event\":\"video\""), tries < 600 {
      tries += 1
      Thread.sleep(forTimeInterval: 0.1)
    }
    // It counts stops from the moment on at which it waits.
    tries = 0
    while try !sees("\"event\":\"wake\""), tries < 60 {
      tries += 1
      kill(process.processIdentifier, SIGSTOP)
      kill(process.processIdentifier, SIGCONT)
      Thread.sleep(forTimeInterval: 1)
    }
    #expect(try sees("\"cause\":\"continued\""))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try rig.requests("/reconcile").count == 1, "not due on wake")
  }

  @Test(
    "Each error says what to do",
    arguments: [
      (["--limit", "0"], 2, "--limit takes a whole number from 1 to 5000"),
      (["follow", "missing.opml"], 1, "missing.opml"),
      (["follow"], 2, "CHANNEL is missing"),
      (
        ["unfollow", "nothing"], 2,
        "names no channel: an id (UC…), a handle (@…) or an address does"
      ),
      (["--user", "a/b"], 2, "is not allowed"),
      (["search", " "], 2, "search takes words of a video"),
      (["export", "--output", "."], 2, "--output .: it is a folder"),
      ([], 2, "mixhost config set feed.user NAME"),
    ])
  func misuse(arguments: [String], status: Int32, message: String) throws {
    let program = try Program()
    let outcome = try program.run(
      [Self.script] + arguments, environment: ["MIXHOST_UPSTREAM_HUB": "https://hub.example.org"])
    let isMissing = arguments.first == "follow" || arguments.first == "unfollow"
    let again =
      isMissing
      ? try program.run(
        [Self.script] + arguments + ["--user", "me"],
        environment: ["MIXHOST_UPSTREAM_HUB": "https://hub.example.org"]) : outcome
    #expect(again.status == status && again.errors.contains(message), "\(again.errors)")
  }

  @Test("A recording keeps to the interval as well, and replays without the hub")
  func recording() throws {
    let rig = try Rig()
    try rig.follow()
    _ = try rig.report()
    let arguments = [Self.script, "--json"]
    let early = try rig.program.run(
      ["--record", "early.ndjson"] + arguments, environment: rig.environment)
    #expect(early.status == 1 && early.errors.contains("or with --force"), "\(early.errors)")
    #expect(try rig.requests("/reconcile").count == 1)
    // Of a run that begins as if for the first time, the hub still knows the user.
    let forced = arguments + ["--force"]
    let recorded = try rig.program.run(
      ["--record", "run.ndjson"] + forced, environment: rig.environment)
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(try rig.requests("/reconcile").count == 2)
    rig.stop()
    let replayed = try rig.program.run(["--replay", "run.ndjson"] + forced)
    #expect(replayed.status == 0 && replayed.output == recorded.output, "\(replayed.errors)")
  }

  @Test("mixhost refresh tells and runs the feed")
  func refreshCommand() throws {
    let rig = try Rig()
    try rig.follow()
    for _ in 1...2 {
      let now = try rig.program.run(["refresh", "now", "feed"], environment: rig.environment)
      #expect(now.status == 0, "\(now.errors)")
    }
    #expect(try rig.requests("/reconcile").count == 2)
    let status = try rig.program.run(["refresh", "status"], environment: rig.environment)
    #expect(status.output.contains("on_demand") && status.output.contains("not long ago"))
    let explained = try rig.program.run(
      ["refresh", "explain", "feed"], environment: rig.environment)
    #expect(explained.output.contains("unwatched     wait until"), "\(explained.errors)")
    let unknown = try rig.program.run("refresh", "now", "fed")
    #expect(
      unknown.status == 2
        && unknown.errors.contains("there are library, chart, feed, notify, playlist, grids"))
  }
}
