import Foundation
import Testing

@testable import Files
@testable import MixCore
@testable import Notation

@Suite("Home folders")
struct HomeTests {
  private func home(
    _ environment: EnvironmentVariables, override: String? = nil, user: String? = "/users/u"
  ) -> Home {
    Home(
      environment: environment, override: override, userFolder: { user },
      workingFolder: { "/current dir" })
  }

  @Test("the standard places below HOME")
  func standard() {
    let home = home(["HOME": "/h"])
    #expect(home.data == "/h/.local/share/mixhost")
    #expect(home.cacheFile == "/h/.cache/mixhost/http.sqlite")
    #expect(home.settingsFile == "/h/.config/mixhost/settings.json")
    #expect(home.initScript == "/h/.config/mixhost/init.lua")
    #expect(home.rulesFolder == "/h/.config/mixhost/rules")
    #expect(home.historyFile == "/h/.local/state/mixhost/history")
    #expect(home.logsFolder == "/h/.local/state/mixhost/logs")
    #expect(home.warning == nil)
  }

  @Test("absolute XDG variables count, relative and empty ones do not")
  func xdg() {
    let home = home([
      "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "relative", "XDG_CONFIG_HOME": "",
    ])
    #expect(home.dataFile == "/d/mixhost/mixhost.sqlite")
    #expect(home.cache == "/h/.cache/mixhost")
    #expect(home.config == "/h/.config/mixhost")
  }

  @Test("one folder for all: the flag before MIXHOST_HOME, relative ones below the working folder")
  func override() {
    let environment: EnvironmentVariables = [
      "HOME": "/h", "XDG_DATA_HOME": "/d", "MIXHOST_HOME": "/m",
    ]
    let chosen = home(environment)
    #expect([chosen.data, chosen.cache] == ["/m/data", "/m/cache"])
    #expect([chosen.config, chosen.state] == ["/m/config", "/m/state"])
    #expect(home(environment, override: "x").data == "/current dir/x/data")
    #expect(home(["HOME": "/h", "MIXHOST_HOME": ""]).data == "/h/.local/share/mixhost")
  }

  @Test("without HOME the user's entry, without that a temporary folder and a warning")
  func noHome() {
    #expect(home([:]).cache == "/users/u/.cache/mixhost")
    #expect(home(["HOME": "relative"]).warning == nil)
    let lost = home(["TMPDIR": "/t/"], user: nil)
    #expect(lost.cache == "/t/mixhost-\(getuid())/.cache")
    #expect(lost.warning?.contains("HOME") == true)
    let xdg = home(
      [
        "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/f",
        "XDG_STATE_HOME": "/s",
      ], user: nil)
    #expect(xdg.warning == nil)
  }

  @Test("the real user has a home")
  func real() {
    #expect(Home(environment: [:]).data.hasPrefix("/"))
  }
}

@Suite("Private files")
struct PrivateFileTests {
  private let folder = TemporaryFolder()

  @Test("written as a whole, for the owner only, nothing left beside it")
  func write() throws {
    let path = folder.file("a/b/file")
    try PrivateFile.write([1], to: path)
    try PrivateFile.write([2, 3], to: path)
    #expect(try PrivateFile.read(path) == [2, 3])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b")) == ["file"])
  }

  @Test("an absent file is not a failure, a folder is one, with its name")
  func failures() throws {
    #expect(try PrivateFile.read(folder.file("absent")) == nil)
    try folder.write("x", to: "plain")
    #expect(try PrivateFile.read(folder.file("plain/below")) == nil)
    #expect(throws: FileError.self) { try PrivateFile.read(folder.path) }
    let error = #expect(throws: FileError.self) {
      try PrivateFile.write([1], to: folder.file("plain/below"))
    }
    #expect(error?.description == "cannot create folder \(folder.file("plain")): Not a directory")
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: true)
    #expect(throws: FileError.self) { try PrivateFile.write([1], to: folder.file("folder")) }
    #expect(folder.names == ["folder", "plain"])
  }

  @Test("the folder of a path")
  func folderOf() {
    #expect(PrivateFile.folder(of: "/a/b") == "/a")
    #expect(PrivateFile.folder(of: "/a") == "/")
    #expect(PrivateFile.folder(of: "a") == ".")
  }
}
