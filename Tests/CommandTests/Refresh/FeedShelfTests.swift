import Foundation
import Testing

/// Commands on the stored feed, and how it looks.
@Suite("Command: the stored feed", .ownThreads)
struct FeedShelfTests {
  private static let script = FeedRig.script

  /// A home whose feed was fetched once from the mock.
  private func fetched() throws -> Program {
    let program = try Program(["channels.txt": FeedRig.channels.joined(separator: "\n")])
    #expect(try program.run("--mock", Self.script, "follow", "channels.txt").status == 0)
    #expect(try program.run("--mock", Self.script, "--quiet").status == 0)
    return program
  }

  private func report(_ program: Program, _ arguments: String...) throws -> FeedReport {
    let outcome = try program.run(["--mock", Self.script] + arguments + ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(FeedReport.self, from: Data(outcome.output.utf8))
  }

  @Test("Videos are found by words, and by the marks that they get")
  func marks() throws {
    let program = try fetched()
    let first = try #require(try report(program, "list", "--limit", "1").videos.first)
    #expect(try report(program, "list", "--unread").videos.isEmpty, "the first fetch is not news")
    let address = "https://youtu.be/" + first.id
    #expect(try program.run("--mock", Self.script, "star", address).status == 0)
    #expect(try report(program, "list", "--starred").videos.map(\.id) == [first.id])
    #expect(try program.run("--mock", Self.script, "unread", first.id).status == 0)
    #expect(try report(program, "list", "--unread").videos.map(\.id) == [first.id])
    let words = first.title.uppercased().split(separator: " ").map(String.init)
    let found = try program.run(["--mock", Self.script, "search"] + words + ["--json"])
    #expect(found.output.contains("\"\(first.id)\""))
    #expect(try program.run("--mock", Self.script, "read", "--all").status == 0)
    #expect(try report(program, "list", "--unread").videos.isEmpty)
    let nobody = try program.run("--mock", Self.script, "star", "abcdefghijk")
    #expect(nobody.status == 1 && nobody.errors.contains("not in the stored feed: abcdefghijk"))
    #expect(try program.run("--mock", Self.script, "read").status == 2)
  }

  @Test(
    "Every form of a channel's address leads to it",
    arguments: [
      "@somebody", "https://www.youtube.com/@somebody", "youtube.com/c/somebody/videos",
      "http://m.youtube.com/user/somebody", "https://music.youtube.com/@somebody?x=1",
      "https://youtu.be/@somebody", "https://www.youtube.com/feeds/videos.xml?user=somebody",
    ])
  func addresses(text: String) throws {
    let program = try Program()
    let outcome = try program.run("--mock", Self.script, "follow", text)
    #expect(outcome.output == "1 channel added, 0 followed already\n", "\(outcome.errors)")
    let again = try program.run("--mock", Self.script, "follow", "@somebody")
    #expect(again.output == "0 channels added, 1 followed already\n")
    // The page has said what it is called.
    let list = try program.run("--mock", Self.script, "channels", "--json").output
    #expect(list.contains("\"title\":\""))
    #expect(
      try program.run("--mock", Self.script, "unfollow", text).output == "1 channel removed\n")
    let nobody = try program.run("--mock", Self.script, "follow", "@missing")
    #expect(nobody.status == 1)
    #expect(nobody.errors == "mixhost: @missing: YouTube knows no such page\n")
  }

  @Test("Channels go out as OPML and come back with their names; videos go out as Atom")
  func exports() throws {
    let program = try fetched()
    _ = try program.run("--mock", Self.script, "--force", "--quiet")
    let written = try program.run("--mock", Self.script, "export", "--output", "out.opml")
    #expect(written.status == 0, "\(written.errors)")
    let other = try Program(["in.opml": try program.read("out.opml")])
    let followed = try other.run("--mock", Self.script, "follow", "in.opml")
    #expect(followed.output == "3 channels added, 0 followed already\n")
    func names(_ program: Program) throws -> [String] {
      try program.run("--mock", Self.script, "channels").output.split(separator: "\n").dropFirst(2)
        .map { String($0.prefix { $0 != "\u{20}" }) }
    }
    #expect(try names(other) == names(program))
    let atom = try program.run("--mock", Self.script, "atom", "--limit", "3", "--output", "out.xml")
    #expect(atom.status == 0, "\(atom.errors)")
    let read = try program.run(
      "-e",
      """
      local feed = assert(mix.xml.decode(assert(mix.fs.read("out.xml"))))
      local entries = 0
      for _, part in ipairs(feed.children) do
        if part.name == "entry" then entries = entries + 1 end
      end
      print(feed.name, entries)
      """)
    #expect(read.output == "feed\t3\n", "\(read.errors)")
  }

  @Test("MeTube downloads what it is given, and says how that goes")
  func downloads() throws {
    let rig = try FeedRig()
    var environment = rig.environment
    let unset = try rig.program.run([Self.script, "get"], environment: environment)
    #expect(unset.status == 2 && unset.errors.contains("config set upstream.metube"))
    let hub = try #require(environment["MIXHOST_UPSTREAM_HUB"])
    environment["MIXHOST_UPSTREAM_METUBE"] = hub.replacing("/hub", with: "/metube")
    let added = try rig.program.run(
      [Self.script, "get", "dQw4w9WgXcQ", "https://youtu.be/failfailfai"], environment: environment)
    #expect(added.status == 0 && added.errors.contains("MeTube downloads it"), "\(added.errors)")
    #expect(try rig.requests("/metube/add").map(\.status) == [200, 200])
    var shown = ""
    for _ in 1...4 {
      let outcome = try rig.program.run([Self.script, "get"], environment: environment)
      shown = outcome.output
    }
    #expect(shown.contains("finished") && shown.contains("error: ERROR: Video unavailable"))
    rig.stop()
    let down = try rig.program.run([Self.script, "get"], environment: environment)
    #expect(down.status == 1 && down.errors.hasPrefix("mixhost: MeTube could not show"))
  }

  @Test("New videos are bold and never a raw escape", arguments: [40, 80, 200])
  func bold(columns: Int) throws {
    let program = try Program(["channels.txt": FeedRig.channels.joined(separator: "\n")])
    #expect(try program.run("--mock", Self.script, "follow", "channels.txt").status == 0)
    let terminal = try PseudoTerminal(columns: UInt16(columns))
    let process = try program.start(on: terminal, ["--mock", Self.script, "--limit", "4"])
    #expect(terminal.waits(for: "Found 5 new videos!"), "\(terminal.shown)")
    process.waitUntilExit()
    let lines = terminal.shown.components(separatedBy: "\r\n")
    let rows = lines.filter { $0.contains("\u{1B}[1m") && !$0.contains("Title") }
    #expect(rows.count == 4 && !terminal.shown.contains("␛"), "\(terminal.shown)")
    #expect(lines.contains { $0.contains("Length") } == (columns > 40))
    // The id, which the next command takes, is whole.
    let newest = try report(program, "list", "--limit", "4").videos
    for video in newest { #expect(terminal.shown.contains(video.id)) }
  }

  @Test("Without channels the refresher is idle: no failure, and not fetched either")
  func idle() throws {
    let program = try Program()
    let ran = try program.run("refresh", "now", "feed")
    #expect(ran.status == 0, "\(ran.errors)")
    let status = try program.run("refresh", "status").output
    let row = try #require(status.split(separator: "\n").first { $0.hasPrefix("feed") })
    #expect(row.contains("never") && row.contains("idle: no channels are followed yet"))
    #expect(!status.contains("failure"))
    #expect(
      try program.run(Self.script, "follow", "UC_x5XG1OV2P6uZZ5FSM9Ttw").status == 0)
    let after = try program.run("refresh", "status").output
    #expect(after.split(separator: "\n").contains { $0.hasPrefix("feed") && $0.contains("now") })
  }

  @Test("Nobody answers: an outage with its reason in full, the stored feed stays")
  func outage() throws {
    let rig = try FeedRig()
    var environment = rig.environment
    environment["MIXHOST_UPSTREAM_HUB"] = nil
    let gone = "UCgone" + String(repeating: "x", count: 18)
    _ = try rig.program.run(
      [Self.script, "follow", FeedRig.channels[0], gone], environment: environment)
    let first = try rig.program.run([Self.script], environment: environment)
    #expect(first.status == 0 && first.errors.contains("1 of 2 channels did not answer"))
    let listed = try rig.program.run([Self.script, "channels"], environment: environment).output
    #expect(listed.contains("missing on 1 of 3 days") && !listed.contains("gone since"))
    rig.stop()
    let second = try rig.program.run([Self.script, "--force"], environment: environment)
    #expect(second.status == 0 && second.output.contains("<live> & more"))
    let status = try rig.program.run(["refresh", "status"], environment: environment).output
    #expect(status.contains("feed: 1 failure, the last "))
    #expect(status.contains("2 of 2 channels did not answer; the first: "))
  }

  @Test("A home of the version before keeps its channels and videos")
  func olderHome() throws {
    let program = try fetched()
    let before = try report(program, "list", "--limit", "5000")
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = [
      "python3", "-c", Self.toOldTables,
      program.folder.appending(path: "home/cache/mock/data/mixhost.sqlite").path,
    ]
    try python.run()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    let after = try report(program, "list", "--limit", "5000")
    #expect(after.videos.map(\.id) == before.videos.map(\.id) && !after.videos.isEmpty)
    #expect(after.videos.map(\.published_at) == before.videos.map(\.published_at))
    let channels = try program.run("--mock", Self.script, "channels", "--json").output
    for channel in FeedRig.channels { #expect(channels.contains(channel)) }
    #expect(channels.components(separatedBy: "\"registered\":true").count == 4)
  }

  /// Brings a data file to what the version before had.
  private static let toOldTables = """
    import json, sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    db.execute('CREATE TABLE feed_video (account TEXT NOT NULL, id TEXT NOT NULL, channel TEXT NOT NULL, '
      'published REAL NOT NULL, title TEXT NOT NULL, about TEXT, thumbnail TEXT, duration REAL, '
      'seen REAL NOT NULL, PRIMARY KEY (account, id)) WITHOUT ROWID')
    db.execute('CREATE TABLE feed_channel (account TEXT NOT NULL, id TEXT NOT NULL, title TEXT, '
      'registered INTEGER NOT NULL, UNIQUE (account, id))')
    for name, text in db.execute('SELECT c.name, r.json FROM store_record r JOIN store_collection c '
        'ON c.id = r.collection WHERE c.program = ? ORDER BY r.id', ('feed',)).fetchall():
      r = json.loads(text)
      if name == 'channels':
        db.execute('INSERT INTO feed_channel VALUES (?, ?, ?, ?)',
          (r['account'], r['id'], r.get('title'), 1 if r.get('registered') else 0))
      else:
        db.execute('INSERT INTO feed_video VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)', (r['account'], r['id'],
          r['channel'], r['published'], r['title'], r.get('about'), r.get('thumbnail'), r.get('duration')))
    for table in ('store_value', 'store_record', 'store_collection', 'store_program'):
      db.execute('DELETE FROM ' + table)
    db.execute("DELETE FROM grdb_migrations WHERE identifier = 'feed 2'")
    db.commit()
    """
}
