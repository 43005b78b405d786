import Foundation
import Testing

/// Addresses for other programs: their makers, and the files that they read.
@Suite("Command: connect", .ownThreads)
struct ConnectCommandTests {
  private static let table = "title,artist\nLevitating,Dua Lipa\n"

  @Test("A table that the user names may lie anywhere")
  func typed() throws {
    let program = try Program(["far/songs.csv": Self.table])
    let there = try Program()
    let made = try there.run(
      "--home", program.folder.path + "/home", "connect", "new", "reconcile",
      program.folder.path + "/far/songs.csv")
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("/connect/"))
    #expect(try program.run("connect").output.contains("songs.csv"))
    #expect(try program.run("connect", "new", "reconcile", "library").status == 0)
  }

  @Test("A script makes no address for a file that it may not read itself")
  func ownRights() throws {
    let far = try Program(["songs.csv": Self.table])
    let path = far.folder.path + "/songs.csv"
    let make = "mix.connected.make('reconcile', ..., 'x', { ... })"
    let program = try Program([
      "near.csv": Self.table,
      "make.lua": "print(\(make))",
    ])
    let refused = try program.run("make.lua", path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("reading \(path) is not granted"))
    #expect(try program.run("connect", "--json").output == "[]\n")
    #expect(try program.run("make.lua", program.folder.path + "/near.csv").status == 0)
    #expect(try program.run("--allow-read", path, "make.lua", path).status == 0)
  }

  @Test("A script with limited rights opens no server")
  func strict() throws {
    let program = try Program([
      "listen.lua": "print(mix.connected.listen(('x'):rep(43), 0, 1000))"
    ])
    let refused = try program.run("--sandbox", "strict", "listen.lua")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("denied"))
    #expect(try program.run("listen.lua").status == 0)
  }
}
