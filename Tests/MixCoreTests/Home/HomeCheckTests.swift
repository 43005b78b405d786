import Glibc
import Testing

@testable import Files
@testable import MixCore
@testable import Notation

@Suite("Owners of homes")
struct HomeCheckTests {
  private let folder = TemporaryFolder()

  private var home: Home { Home(environment: [:], override: folder.file("home")) }

  private func refusal(_ home: Home) -> String? {
    do { try home.check() } catch { return (error as? HomeRefused)?.description }
    return nil
  }

  @Test("A home that is not there is fine, and one's own")
  func own() throws {
    try home.check()
    #expect(folder.names == [])
    try PrivateFile.createFolder(home.config)
    try home.check()
    // A link of one's own leads to another folder of one's own.
    #expect(symlink(folder.file("home"), folder.file("link")) == 0)
    try Home(environment: [:], override: folder.file("link")).check()
  }

  @Test("A file is refused as a home")
  func file() throws {
    try PrivateFile.write([], to: folder.file("home"))
    #expect(refusal(home)?.contains("is not a folder: name a folder of your own") == true)
  }

  @Test("One that was chosen is made, the folders around it are not")
  func mistyped() throws {
    let home = Home(environment: [:], override: folder.file("typo/home/"))
    #expect(
      refusal(home)
        == "\(folder.file("typo/home/")) lies in a folder that is not there: mkdir -p "
        + "\(folder.file("typo")), or name another folder with --home or MIXHOST_HOME")
    #expect(folder.names == [])
    try PrivateFile.createFolder(folder.file("typo"))
    try home.check()
  }

  @Test(
    "One that everybody may write to is refused, the whole and each part",
    arguments: ["", "/data", "/cache", "/config", "/state"])
  func writable(_ part: String) throws {
    for part in ["data", "cache", "config", "state"] {
      try PrivateFile.createFolder(folder.file("home/" + part))
    }
    let path = folder.file("home") + part
    #expect(chmod(path, 0o777) == 0)
    #expect(refusal(home)?.hasPrefix("\(path) may be written by everybody: chmod o-w ") == true)
  }

  @Test(
    "One that another user has made is refused, and a link of theirs",
    .enabled(if: geteuid() == 0, "it takes root to make one"),
    arguments: ["folder", "part", "link"])
  func foreign(_ kind: String) throws {
    try PrivateFile.createFolder(home.config)
    var home = home
    switch kind {
    case "folder": #expect(chown(folder.file("home"), 65_534, 65_534) == 0)
    case "part": #expect(chown(home.config, 65_534, 65_534) == 0)
    default:
      #expect(symlink(folder.file("home"), folder.file("link")) == 0)
      #expect(lchown(folder.file("link"), 65_534, 65_534) == 0)
      home = Home(environment: [:], override: folder.file("link"))
    }
    #expect(refusal(home)?.contains("belongs to another user (65534), and you are 0") == true)
    #expect(
      refusal(home)?.hasSuffix("name a folder of your own with --home or MIXHOST_HOME") == true)
  }

  @Test("Without a home the temporary folder's is made at once, for its owner alone")
  func temporary() throws {
    let home = Home(
      environment: ["TMPDIR": .init(folder.path)], override: nil, userFolder: { nil },
      workingFolder: { "/" })
    try home.check()
    let root = folder.file("mixhost-\(getuid())")
    var status = stat()
    #expect(lstat(root, &status) == 0 && status.st_mode & 0o7777 == 0o700)
    try home.check()
    #expect(chmod(root, 0o755) == 0)
    #expect(refusal(home)?.contains("is not a folder of yours alone: set HOME") == true)
    #expect(rmdir(root) == 0 && symlink(folder.path, root) == 0)
    #expect(refusal(home)?.contains("is not a folder of yours alone") == true)
  }

  @Test("A relative home in a folder that is gone is refused")
  func lost() {
    let home = Home(
      environment: [:], override: "x", userFolder: { nil }, workingFolder: { "" })
    #expect(refusal(home)?.contains("the working directory is gone") == true)
  }
}
