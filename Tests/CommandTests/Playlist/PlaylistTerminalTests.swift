import Foundation
import Testing

/// The output of playlist commands on a terminal, narrow and wide.
@Suite("Command: mixhost playlist on a terminal", .ownThreads)
struct PlaylistTerminalTests {
  private static let artists = "The Weeknd\nnobody at all\n# mine\nspotify:artist:xyz\nEd Sheeran\n"

  /// Runs a command on a terminal to its end; what was shown, as the terminal has it at last.
  private func shown(
    _ home: SignedIn, _ arguments: String..., columns: UInt16, types: (String, String)? = nil
  ) throws -> [String] {
    let terminal = try PseudoTerminal(columns: columns)
    let process = try home.program.start(
      on: terminal, ["playlist"] + arguments, environment: home.environment)
    if let types {
      #expect(terminal.waits(for: types.0))
      terminal.type(types.1)
    }
    Self.drain(terminal, until: process)
    return Self.lines(terminal.shown)
  }

  /// Reads along until the program has ended: a terminal that nobody reads holds it up.
  private static func drain(_ terminal: PseudoTerminal, until process: Process) {
    let neverShown = "\u{0}"
    while process.isRunning { _ = terminal.waits(for: neverShown, seconds: 0.1) }
    _ = terminal.waits(for: neverShown, seconds: 0.3)
  }

  /// The lines that are left when what was written over is gone.
  private static func lines(_ text: String) -> [String] {
    text.replacing("\r\r\n", with: "\n").replacing("\r\n", with: "\n").replacing(
      "\u{1B}[1m", with: ""
    ).replacing(
      "\u{1B}[22m", with: ""
    )
    .split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var cells: [Character] = []
      for part in line.split(separator: "\r", omittingEmptySubsequences: false) {
        cells.replaceSubrange(0..<min(cells.count, part.count), with: part)
      }
      while cells.last?.isWhitespace == true { cells.removeLast() }
      return String(cells)
    }
  }

  @Test(
    "artists check: a table that no line of progress runs into",
    arguments: [40, 80, 200] as [UInt16])
  func artists(columns: UInt16) async throws {
    let home = try await SignedIn(files: ["artists.txt": Self.artists])
    let lines = try shown(home, "artists", "check", "artists.txt", columns: columns)
    let head = try #require(lines.firstIndex { $0.hasPrefix("Line  ") }, "\(lines)")
    let rows = lines[(head + 2)...]
    #expect(rows.first?.hasPrefix("   1  ") == true && rows.first?.contains("The Weeknd") == true)
    #expect(rows.contains { $0.contains("the search found nob") })
    #expect(rows.contains { $0.contains("4 lines, 2 without an artist") })
    #expect(lines[head].contains("Address") == (columns == 200))
    #expect(lines.allSatisfy { $0.count <= Int(columns) && !$0.contains("␍") }, "\(lines)")
  }

  @Test("history: the identifier for undo is whole on the narrowest terminal")
  func history() async throws {
    let home = try await SignedIn()
    try home.run(
      "build", "--artists", "The Weeknd", "--limit", "1", "--name",
      "A rather long name of a playlist")
    let json = try home.run("history", "--json").output
    let id = try #require(json.split(separator: "\"build\": \"").last?.prefix(6))
    let lines = try shown(home, "history", columns: 40)
    #expect(lines.contains { $0.hasPrefix("\(id)  A rather") }, "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  @Test(
    "Names of two columns a character fit: 46 columns are not exceeded, the identifier is whole")
  func wideNames() async throws {
    let home = try await SignedIn()
    let name = String(repeating: "夜明けの歌", count: 5)
    try home.run("build", "--artists", "The Weeknd", "--limit", "1", "--name", name)
    let json = try home.run("history", "--json").output
    let id = try #require(json.split(separator: "\"build\": \"").last?.prefix(6))
    let lines = try shown(home, "history", columns: 46)
    #expect(lines.contains { $0.hasPrefix("\(id)  夜明けの歌") }, "\(lines)")
    let rows = TerminalRows(lines.joined(separator: "\n"), columns: 46)
    #expect(rows.overlong.isEmpty, "\(rows.overlong)")
  }

  @Test("Two playlists of one name: asked about on a terminal, refused with the ids elsewhere")
  func chosen() async throws {
    let home = try await SignedIn()
    let lines = try shown(
      home, "plan", "--playlist", "twice", "--artists", "The Weeknd", "--limit", "3", columns: 80,
      types: ("Which one?", "2\n"))
    #expect(lines.contains { $0.hasPrefix("Plan: \"Twice\": 3 items come") }, "\(lines)")
    let refused = try home.run("plan", "--playlist", "twice", "--artists", "The Weeknd")
    #expect(refused.status == 2)
    for playlist in try await home.playlists() where playlist.name == "Twice" {
      #expect(refused.errors.contains(playlist.id))
    }
    let reused = try home.run(
      "plan", "--name", "Twice", "--reuse", "on", "--artists", "The Weeknd", "--pick", "1")
    #expect(reused.output.contains("Plan: \"Twice\""), "\(reused.errors)")
  }

  @Test("A slow Spotify: what was shown last is there at once, marked")
  func staleFirst() async throws {
    let home = try await SignedIn("--latency", "400ms", files: ["artists.txt": Self.artists])
    for command in [["open", "Long Mix"], ["artists", "check", "artists.txt"], ["list"]] {
      let terminals = try (0..<2).map { _ in try PseudoTerminal() }
      for (place, terminal) in terminals.enumerated() {
        let process = try home.program.start(
          on: terminal, ["playlist"] + command, environment: home.environment)
        if place == 1 { #expect(terminal.waits(for: "stale: of "), "\(command)") }
        Self.drain(terminal, until: process)
      }
    }
  }
}
