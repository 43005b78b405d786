import Bindings
import FoundationEssentials
import ScriptHost
import Testing

/// A folder with files that is removed with its owner.
final class TemporaryFiles {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.path + "/mixhost-files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("mix.fs")
struct FSTests {
  @Test func readsWritesAndLists() async throws {
    let folder = try TemporaryFiles(["a.txt": "one"])
    let test = await TestHost(grants: Grants(write: [folder.path]))
    let values = try await test.run(
      """
      local dir = '\(folder.path)'
      mix.fs.write(dir .. '/b.bin', 'x\\0y')
      return mix.fs.read(dir .. '/a.txt'), #mix.fs.read(dir .. '/b.bin'), mix.fs.list(dir),
        mix.fs.exists(dir .. '/c'), select(2, mix.fs.read(dir .. '/c')).message
      """)
    #expect(
      values == [
        .string("one"), .int(3), .array([.string("a.txt"), .string("b.bin")]), .bool(false),
        .string("cannot read \(folder.path)/c: No such file or directory"),
      ])
  }

  @Test(arguments: ["/etc/passwd", "../outside", "link/passwd", "new/../../outside"])
  func refusesWhatIsNotGranted(path: String) async throws {
    let folder = try TemporaryFiles()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "/etc")
    let full = path.hasPrefix("/") ? path : folder.path + "/" + path
    let test = await TestHost(grants: Grants(write: [folder.path]))
    for call in [
      "mix.fs.read('\(full)')", "mix.fs.write('\(full)', 'x')", "mix.fs.list('\(full)')",
    ] {
      let error = await test.failure(call) as? ScriptError
      #expect(error?.kind == "denied", "\(call)")
    }
  }

  @Test func saysHowLargeAndHowOldAFileIs() async throws {
    let folder = try TemporaryFiles(["a.txt": "one"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: folder.path + "/a.txt")
    let test = await TestHost(grants: Grants(read: [folder.path]))
    let values = try await test.run(
      """
      local info = mix.fs.info('\(folder.path)/a.txt')
      return info.size, math.tointeger(info.modified), select(2, mix.fs.info('\(folder.path)/b')).kind
      """)
    #expect(values == [.int(3), .int(1_700_000_000), .string("io")])
    #expect(await test.kind("mix.fs.info('/etc/passwd')") == "denied")
  }

  @Test func readingIsNotWriting() async throws {
    let folder = try TemporaryFiles(["a.txt": "one"])
    let test = await TestHost(grants: Grants(read: [folder.path]))
    #expect(try await test.run("return mix.fs.read('\(folder.path)/a.txt')") == [.string("one")])
    #expect(
      await test.message("mix.fs.write('\(folder.path)/a.txt', '')").contains("--allow-write"))
  }

  @Test func saysWhyAFolderCannotBeWritten() async throws {
    let folder = try TemporaryFiles()
    let test = await TestHost(grants: Grants(write: ["/"]))
    let values = try await test.run(
      "local ok, err = mix.fs.write('\(folder.path)', 'x') return ok, err.kind, err.message")
    #expect(
      values == [.nil, .string("io"), .string("cannot write \(folder.path): Is a directory")])
  }
}
