import Foundation
import Testing

@Suite("Command: scripts/trailers.lua browse", .ownThreads)
struct TrailersBrowseTests {
  private static let mock = "titles=200,seed=5"
  private static let escape = "\u{1B}"
  private static let leave = "\u{1B}[?1049l"

  private struct Detail: Decodable {
    struct Trailer: Decodable { let url: String }
    let trailers: [Trailer]
  }

  private func start(
    _ trailers: Trailers, _ terminal: PseudoTerminal, mock: String = mock
  ) throws -> Process {
    try trailers.program.start(
      on: terminal, ["--mock=\(mock)", Trailers.script, "browse"],
      environment: ["DISPLAY": ":0", "PATH": trailers.program.folder.path + ":/usr/bin:/bin"])
  }

  /// An opener that only notes what it was given.
  private func addOpener(_ trailers: Trailers) throws {
    try trailers.program.write("xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" > opened.txt\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: trailers.program.folder.appending(path: "xdg-open").path)
  }

  @Test("Keys filter, open details and a trailer, and leave the terminal as it was")
  func keys() throws {
    let trailers = try Trailers()
    try addOpener(trailers)
    // The first of the action films that has a trailer.
    let items = try trailers.list(["--genre", "Action"], mock: Self.mock).items
    var place = 0
    var url = ""
    while url.isEmpty, place < items.count {
      let outcome = try trailers.run(["detail", items[place].key, "--json"], mock: Self.mock)
      let detail = try JSONDecoder().decode(Detail.self, from: Data(outcome.output.utf8))
      if let first = detail.trailers.first { url = first.url } else { place += 1 }
    }
    try #require(!url.isEmpty)

    let terminal = try PseudoTerminal()
    let process = try start(trailers, terminal)
    defer { process.terminate() }
    #expect(terminal.waits(for: "All • Trending"))
    #expect(terminal.waits(for: "40 titles"))
    terminal.type("g")
    #expect(terminal.waits(for: "> Any"))
    terminal.type("a\r")
    #expect(terminal.waits(for: "Trends cannot be filtered"))
    // The first line may have been read with the remark: it is drawn anew as the selection moves.
    terminal.type("\(Self.escape)[C\(Self.escape)[D")
    #expect(terminal.waits(for: "> \(items[0].title.prefix(12))"))
    for _ in 0..<place { terminal.type("\(Self.escape)[C") }
    terminal.type("\r")
    #expect(terminal.waits(for: url))
    #expect(terminal.shown.contains("Cast:"))
    terminal.type("1")
    #expect(terminal.waits(for: "opened \(url)"))
    #expect(try trailers.program.read("opened.txt") == url)
    terminal.type(Self.escape)
    #expect(terminal.waits(for: "40 titles"))
    terminal.type("q")
    process.waitUntilExit()
    #expect(terminal.waits(for: Self.leave))
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "A title that is gone is taken out; when details fail, what is known is shown",
    arguments: [("404", "any more; it was taken out"), ("400", "HTTP status 400; r asks again")])
  func failingDetails(status: String, words: String) throws {
    let trailers = try Trailers()
    let first = try #require(try trailers.list(["--type", "movies"], mock: Self.mock).items.first)
    let terminal = try PseudoTerminal()
    let process = try start(
      trailers, terminal, mock: "\(Self.mock),fault=\(status):100%,fault-path=/tmdb/movie")
    defer { process.terminate() }
    #expect(terminal.waits(for: "40 titles"))
    terminal.type("t")
    #expect(terminal.waits(for: "> All"))
    terminal.type("m\r")
    // The same title stands in the list before.
    #expect(terminal.waits(for: "Movies • Trending"))
    #expect(terminal.waits(for: "> \(first.title.prefix(12))"))
    terminal.type("\r")
    #expect(terminal.waits(for: words))
    #expect(terminal.shown.contains("\(first.title) ("))
    terminal.type("q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("Ctrl-C leaves the terminal as it was")
  func interruption() throws {
    let trailers = try Trailers()
    let terminal = try PseudoTerminal()
    let process = try start(trailers, terminal)
    defer { process.terminate() }
    #expect(terminal.waits(for: "40 titles"))
    process.interrupt()
    process.waitUntilExit()
    #expect(terminal.waits(for: Self.leave))
    #expect(process.terminationStatus == 130)
  }

  @Test("To be listened to, it prints plain lines and takes words")
  func spoken() throws {
    let trailers = try Trailers()
    let input = "n\n25\ngenre Actoin\ngenre action\nquit\n"
    let outcome = try trailers.program.run(
      ["--mock=\(Self.mock)", Trailers.script, "browse", "--accessible"], input: input)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("Commands: n next page") == true)
    #expect(lines.contains { $0.contains("did you mean \"Action\"?") })
    #expect(lines.contains("Trends cannot be filtered: sorted by popularity."))
    // Pages that were skipped within half a second are not read out.
    #expect(!lines.contains { $0.hasPrefix("All • Trending") })
    #expect(lines.contains("All • Popularity • Action [1 filter]: 20 titles, page 1"))
    let sentences = lines.filter { $0.contains(#/^\d+: .+, (\d{4}|TBA), .*(Movie|TV)$/#) }
    #expect(sentences.count == 20)
    #expect(!outcome.output.contains(Self.escape))
  }

  @Test("Without a terminal it says what there is instead")
  func noTerminal() throws {
    let outcome = try Trailers().run(["browse"], mock: Self.mock)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("browse takes a terminal; without one there are list"))
  }
}
