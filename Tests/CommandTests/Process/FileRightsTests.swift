import CFiles
import Foundation
import Testing

/// Files that a write of tags may not replace, or not lose the rights of.
@Suite("The rights of a file whose tags are written", .ownThreads)
struct FileRightsTests {
  private static let isRoot = geteuid() == 0
  private static let plain = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
  ]

  private static let script = """
    local draft, err = mix.tags.prepare("a.mp3", {TITLE = "Ebb"})
    local done
    if draft then done, err = draft:finish() end
    print(done and "done" or err.kind, err and err.message)
    """

  /// A folder with a file of sound.
  private static func music() throws -> (Program, URL) {
    let program = try Program(["t.lua": script])
    let file = program.folder.appending(path: "a.mp3")
    let frame = Data([0xFF, 0xFB, 0x90, 0x64]) + Data(repeating: 0, count: 413)
    try Data(repeatElement(frame, count: 20).joined()).write(to: file)
    return (program, file)
  }

  private static func write(_ program: Program, wrapper: [String] = []) throws -> String {
    try program.run(["--allow-write", ".", "t.lua"], wrapper: wrapper).output
  }

  private static func status(_ file: URL) throws -> stat {
    var status = stat()
    try #require(lstat(file.path, &status) == 0)
    return status
  }

  @Test("One that the user may not write stays", .disabled(if: isRoot))
  func readOnly() throws {
    let (program, file) = try Self.music()
    let before = try Data(contentsOf: file)
    try #require(chmod(file.path, 0o444) == 0)
    #expect(try Self.write(program).contains("a.mp3: Permission denied"))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test("One of another user stays, whether it may be written or not", .enabled(if: isRoot))
  func foreign() throws {
    for mode in [0o644, 0o666] as [mode_t] {
      let (program, file) = try Self.music()
      let before = try Data(contentsOf: file)
      try #require(chown(program.folder.path, 65534, 65534) == 0)
      try #require(chmod(file.path, mode) == 0)
      let output = try Self.write(program, wrapper: Self.plain)
      let reason = mode == 0o644 ? "Permission denied" : "its owner and group cannot be kept"
      #expect(output.contains(reason), "\(output)")
      #expect(try Data(contentsOf: file) == before)
      #expect(try Self.status(file).st_uid == 0)
    }
  }

  @Test("Owner, group, mode and attributes go over to the new version")
  func kept() throws {
    let (program, file) = try Self.music()
    let owner: uid_t = Self.isRoot ? 65534 : geteuid()
    try #require(chown(file.path, owner, Self.isRoot ? 65534 : getegid()) == 0)
    try #require(chmod(file.path, 0o640) == 0)
    let name = "user.rating"
    let isSet = setxattr(file.path, name, "five", 4, 0) == 0
    let before = try Self.status(file)
    #expect(try Self.write(program) == "done\tnil\n")
    let after = try Self.status(file)
    #expect(after.st_ino != before.st_ino)
    #expect(after.st_uid == owner && after.st_gid == before.st_gid)
    #expect(after.st_mode == before.st_mode)
    if isSet {
      var value = [UInt8](repeating: 0, count: 9)
      #expect(getxattr(file.path, name, &value, 9) == 4)
    }
  }
}
