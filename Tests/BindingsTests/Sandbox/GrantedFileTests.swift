import CFiles
import Files
import FoundationEssentials
import Glibc
import ScriptHost
import Synchronization
import Testing

@testable import Bindings

@Suite("Files beneath granted folders")
struct GrantedFileTests {
  /// Puts a link in a folder's place and takes it away again, without a pause, on a thread of its own,
  /// until it is stopped.
  private final class Flipper: Sendable {
    private let isStopped = Atomic(false)
    private let hasEnded = Atomic(false)

    init(folder: String, link: String) {
      Thread.detach { [self] in
        while !isStopped.load(ordering: .relaxed) {
          rename(folder, folder + ".aside")
          rename(link, folder)
          rename(folder, link)
          rename(folder + ".aside", folder)
        }
        hasEnded.store(true, ordering: .releasing)
      }
    }

    func stop() {
      isStopped.store(true, ordering: .relaxed)
      while !hasEnded.load(ordering: .acquiring) { sched_yield() }
    }
  }

  /// A folder `granted` with `d/f.txt` and `l`, a link to `secret`, which holds another `f.txt`.
  private func trap() throws -> TemporaryFiles {
    let files = try TemporaryFiles()
    for folder in ["granted", "granted/d", "secret"] {
      try FileManager.default.createDirectory(
        atPath: "\(files.path)/\(folder)", withIntermediateDirectories: true)
    }
    try Data("granted".utf8).write(to: URL(filePath: files.path + "/granted/d/f.txt"))
    try Data("SECRET".utf8).write(to: URL(filePath: files.path + "/secret/f.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: files.path + "/granted/l", withDestinationPath: "../secret")
    return files
  }

  @Test("A link that takes a folder's place between check and opening leads nowhere")
  func swappedLink() throws {
    let files = try trap()
    let (folder, file) = (files.path + "/granted", files.path + "/granted/d/f.txt")
    let grants = Grants(write: [folder])
    let flipper = Flipper(folder: folder + "/d", link: folder + "/l")
    var (read, failed, leaked) = (0, 0, 0)
    for number in 0..<20_000 {
      do {
        let bytes = try grants.reading(file) { try $0.read(most: 100) }
        if bytes == Array("SECRET".utf8) { leaked += 1 }
        read += 1
        // Not at first: a write may make the folder anew while it is away, and ends the swapping.
        if number % 50 == 49 { try grants.writing(file) { try $0.write(Array("granted".utf8)) } }
        _ = try grants.reading(file) { (try $0.status().size, try $0.exists()) }
        _ = try grants.reading(folder + "/d") { try $0.names() }
      } catch is HostError { failed += 1 } catch is FileFailure { failed += 1 }
    }
    flipper.stop()
    #expect(leaked == 0)
    #expect(read > 0 && failed > 0)
    #expect(
      try Data(contentsOf: URL(filePath: files.path + "/secret/f.txt")) == Data("SECRET".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: files.path + "/secret") == ["f.txt"])
  }

  @Test(
    "No link is followed, with openat2 and without it",
    arguments: [
      ("granted/d/f.txt", 0), ("granted", 0), (".", 0), ("granted/l/f.txt", ELOOP),
      ("granted/l", ELOOP), ("/etc/passwd", EXDEV), ("../x", EXDEV), ("", nil),
      ("granted/d/../d/f.txt", EXDEV),
      ("granted/none", ENOENT), ("granted/none/x", ENOENT), ("granted/d/f.txt/x", ENOTDIR),
      (String(repeating: "x", count: 300), ENAMETOOLONG),
    ] as [(String, Int32?)])
  func bothWays(path: String, code: Int32?) throws {
    let files = try trap()
    let folder = open(files.path, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    for open in [cfiles_open_stepwise, cfiles_open_beneath] {
      let file = open(folder, path, O_RDONLY, 0)
      if let code { #expect((file < 0 ? errno : 0) == code) } else { #expect(file < 0) }
      if file >= 0 { close(file) }
    }
  }

  @Test("Links that stay inside the granted folder work, absolute ones too")
  func linksInside() async throws {
    let files = try trap()
    let folder = files.path + "/granted"
    for (name, target) in [("near", "d"), ("far", folder + "/d"), ("file", "near/f.txt")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: target)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/dangling", withDestinationPath: "nothing")
    let test = await TestHost(grants: Grants(write: [folder]))
    let values = try await test.run(
      """
      local dir = "\(folder)/"
      assert(mix.fs.write(dir .. "far/new.txt", "n"))
      local rows = assert(mix.csv.open(dir .. "near/f.txt")):next(1)
      return mix.fs.read(dir .. "near/f.txt"), mix.fs.read(dir .. "far/f.txt"),
        mix.fs.read(dir .. "file"), mix.fs.read(dir .. "d/new.txt"), rows[1][1],
        mix.fs.exists(dir .. "dangling"), select(2, mix.fs.read(dir .. "dangling")).kind,
        mix.fs.write(dir .. "dangling", "now a file"), mix.fs.read(dir .. "dangling")
      """)
    #expect(
      values == [
        .string("granted"), .string("granted"), .string("granted"), .string("n"),
        .string("granted"), .bool(false), .string("io"), .bool(true), .string("now a file"),
      ])
    for call in ["mix.fs.read", "mix.fs.list", "mix.fs.info", "mix.fs.exists", "mix.csv.open"] {
      #expect(await test.kind("\(call)('\(folder)/l/f.txt')") == "denied", "\(call)")
    }
  }

  @Test("Hidden files below a default folder, and folders of secrets, have to be named")
  func hidden() throws {
    let files = try TemporaryFiles()
    for path in [
      "a/b", ".env", ".ssh/id", "a/.git/config", ".config/mixhost/settings.json",
      "conf/auth/key", "conf/rules/x.lua", ".ssh/work/x",
    ] {
      let full = files.path + "/" + path
      try FileManager.default.createDirectory(
        atPath: PathText.folder(full), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(filePath: full))
    }
    let root = files.path
    let secret: @Sendable () -> [String] = {
      [root + "/.config/mixhost", root + "/conf", root + "/conf/auth"]
    }
    func opened(_ grants: Grants, _ paths: [String]) -> [Bool] {
      paths.map { (try? grants.readable(root + "/" + $0)) != nil }
    }
    let all = ["a/b", ".env", ".ssh/id", "a/.git/config", "conf/auth/key", "conf/rules/x.lua"]
    #expect(
      opened(Grants(defaults: [root], secretFolders: secret), all)
        == [true, false, false, false, false, false])
    #expect(
      opened(Grants(read: [root], secretFolders: secret), all)
        == [true, true, true, true, false, false])
    #expect(
      opened(Grants(read: [root + "/conf"], secretFolders: secret), all)
        == [false, false, false, false, false, true])
    #expect(opened(Grants(read: [root + "/conf/auth/key"], secretFolders: secret), all)[4])
    #expect(
      opened(Grants(defaults: [root], secretFolders: secret), ["none", ".none"]) == [true, false])
    // A script that stands where keys are kept.
    #expect(opened(Grants(defaults: [root + "/.ssh/work"]), [".ssh/work/x"]) == [false])
    let written = Grants(write: [root], secretFolders: secret)
    #expect((try? written.writable(root + "/conf/new")) == nil)
    #expect((try? written.writable(root + "/new")) != nil)
    let both = Grants(read: [root + "/.env"], defaults: [root])
    #expect(opened(both, all) == [true, true, false, false, true, true])
  }

  @Test("Folders with letters of several bytes hide and hold the same files as others")
  func letters() async throws {
    let files = try TemporaryFiles()
    let root = files.path + "/Ünïcödé 東京"
    for path in ["Ärger/größer/001 a.txt", ".env", "a/.git/config"] {
      let full = root + "/" + path
      try FileManager.default.createDirectory(
        atPath: PathText.folder(full), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(filePath: full))
    }
    let standing = Grants(defaults: [root])
    #expect((try? standing.readable(root + "/Ärger/größer/001 a.txt")) != nil)
    for hidden in ["/.env", "/a/.git/config"] {
      #expect((try? standing.readable(root + hidden)) == nil, "\(hidden)")
    }
    let test = await TestHost(grants: Grants(write: [root]))
    let values = try await test.run(
      """
      local dir = '\(root)/Ärger/größer/'
      assert(mix.fs.write(dir .. "001 a.txt", "new"))
      assert(mix.fs.write(dir .. "東京.txt", "other"))
      return mix.fs.info(dir .. "001 a.txt").writable, mix.fs.read(dir .. "001 a.txt"),
        table.concat(mix.fs.list(dir), ",")
      """)
    #expect(values == [.bool(true), .string("new"), .string("001 a.txt,東京.txt")])
  }

  @Test("A FIFO in a granted folder is refused at once")
  func fifo() async throws {
    let files = try TemporaryFiles()
    mkfifo(files.path + "/fifo", 0o600)
    let test = await TestHost(grants: Grants(write: [files.path]))
    for call in ["mix.fs.read", "mix.csv.open"] {
      let values = try await test.run(
        "local _, err = \(call)('\(files.path)/fifo') return err.kind, err.message")
      #expect(
        values == [
          .string("io"), .string("cannot read \(files.path)/fifo: it is not a regular file"),
        ])
    }
    #expect(
      try await test.run(
        "local ok, err = mix.fs.write('\(files.path)/fifo', 'x') return ok, err.kind")
        == [.nil, .string("io")])
  }

  @Test("mixhost's own files come without what is hidden in its folder")
  func bundled() async throws {
    let files = try TemporaryFiles([".env": "KEY=1", "a.txt": "a"])
    let test = await TestHost(configure: { $0.shareFolder = files.path })
    #expect(try await test.value("mix.fs.bundled('a.txt')") == .string("a"))
    for name in [".env", "../x", "a/../.env"] {
      #expect(await test.kind("mix.fs.bundled('\(name)')") == "denied", "\(name)")
    }
  }
}

/// Parts of paths.
private enum PathText {
  static func folder(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }
}

/// A thread without Foundation's.
private enum Thread {
  private final class Box {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
  }
}
