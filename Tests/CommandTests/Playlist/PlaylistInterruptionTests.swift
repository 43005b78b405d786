import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Builds that are killed or interrupted at each of their requests: real processes against the mock.
@Suite("Command: mixhost playlist, interrupted", .ownThreads)
struct PlaylistInterruptionTests {
  /// The requests of the build below: the user, two searches, two lists of tracks, two pages of
  /// playlists, the creation in the form of the new contract and of the old, the tracks.
  static let requests = 10

  private static let build = [
    "playlist", "build", "--artists", "The Weeknd, Ed Sheeran", "--limit", "3", "--name", "Swept",
  ]

  /// The stops: at which request, how, and what is done then.
  struct Case: Sendable, CustomTestStringConvertible {
    let request: Int
    /// Whether the mock carries the request out that gets no answer.
    let isCarriedOut: Bool
    let signal: Int32
    let isUndone: Bool

    var testDescription: String {
      "\(signal == SIGKILL ? "killed" : "Ctrl-C") at request \(request) "
        + "\(isCarriedOut ? "after" : "before") it was carried out, then "
        + (isUndone ? "undo" : "--resume")
    }
  }

  static let cases: [Case] = (1...requests).flatMap { request in
    // A command that only reads leaves nothing behind, however it ends.
    let kinds = request > 7 ? [false, true] : [false]
    return kinds.flatMap { isCarriedOut in
      [SIGKILL, SIGINT].flatMap { signal in
        (request > 7 ? [false, true] : [signal == SIGKILL]).map {
          Case(request: request, isCarriedOut: isCarriedOut, signal: signal, isUndone: $0)
        }
      }
    }
  }

  /// The requests of builds: the log-in has asked for the user before.
  private func asked(_ home: SignedIn) throws -> ArraySlice<Substring> {
    try home.program.read("log.ndjson").split(separator: "\n").filter {
      $0.contains("\"/spotify_api/")
    }.dropFirst()
  }

  @Test("The build sends the expected number of requests")
  func count() async throws {
    let home = try await SignedIn("--spotify", "old")
    #expect(try home.program.run(Self.build, environment: home.environment).status == 0)
    #expect(try asked(home).count == Self.requests)
  }

  @Test("Afterwards the account is as promised: no orphan, no duplicate", arguments: cases)
  func swept(_ one: Case) async throws {
    // The log-in has asked for the user before.
    let fault = "\(one.isCarriedOut ? "stall" : "timeout"):#\(one.request + 1)"
    let home = try await SignedIn(
      "--spotify", "old", "--fault", fault, "--fault-path", "/spotify_api")
    let build = home.program.process(Self.build, environment: home.environment)
    build.standardOutput = FileHandle.nullDevice
    build.standardError = FileHandle.nullDevice
    try build.run()
    if one.isCarriedOut {
      while !(try home.program.read("log.ndjson").contains("\"fault\":\"stall\"")) {
        try #require(build.isRunning)
        usleep(5000)
      }
    } else {
      while try asked(home).count < one.request - 1 {
        try #require(build.isRunning)
        usleep(5000)
      }
      usleep(50_000)
    }
    kill(build.processIdentifier, one.signal)
    build.waitUntilExit()
    if one.signal == SIGINT { #expect(build.terminationStatus == 130) }
    // The fault may still wait for its request.
    await home.probe()

    let history = try home.program.run(["playlist", "history", "--json"])
    let hasBegun = history.output.contains("\"writing\"")
    #expect(!hasBegun || one.request >= 6, "nothing is kept before there is a plan")
    if one.isUndone {
      let undo = try home.program.run(["playlist", "undo"], environment: home.environment)
      #expect(undo.status == (hasBegun ? 0 : 1), "\(undo.errors)")
      #expect(try await home.playlists().filter { $0.name == "Swept" }.isEmpty)
      #expect(try await home.playlists().count == 58)
    } else {
      let again = hasBegun ? ["playlist", "build", "--resume"] : Self.build
      let outcome = try home.program.run(again, environment: home.environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let found = try await home.playlists().filter { $0.name == "Swept" }
      #expect(found.count == 1 && found.first?.total == 6)
      #expect(try await home.playlists().count == 59)
    }
  }

  @Test("A second run of the account waits for nobody: it says who is at work")
  func locked() async throws {
    let home = try await SignedIn(
      "--fault", "stall:#1", "--fault-path", "/spotify_api/playlists")
    let first = home.program.process(Self.build, environment: home.environment)
    first.standardOutput = FileHandle.nullDevice
    first.standardError = FileHandle.nullDevice
    try first.run()
    while !(try home.program.read("log.ndjson").contains("\"fault\":\"stall\"")) {
      try #require(first.isRunning)
      usleep(5000)
    }
    for command in [Self.build, ["playlist", "undo"], ["playlist", "dedupe", "Twice"]] {
      let second = try home.program.run(command, environment: home.environment)
      #expect(second.status == 1)
      #expect(
        second.errors.contains(
          "mixhost playlist build (process \(first.processIdentifier)) is at work"),
        "\(second.errors)")
    }
    // Reading is free.
    #expect(
      try home.program.run(
        ["playlist", "plan", "--artists", "The Weeknd"], environment: home.environment
      ).status == 0)
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    let undo = try home.program.run(["playlist", "undo"], environment: home.environment)
    #expect(undo.output.contains("playlist \"Swept\" is gone"), "\(undo.errors)")
  }
}
