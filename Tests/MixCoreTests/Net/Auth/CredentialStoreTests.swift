import Foundation
import Testing

@testable import Net

@Suite("Stored log-ins")
struct CredentialStoreTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  private func problem(_ rig: AuthRig) -> String? {
    do {
      _ = try rig.store.read("music")
      return nil
    } catch let error as AuthError {
      return error.reason == .storage ? error.message : nil
    } catch { return nil }
  }

  @Test("A credential comes back as it was, from files that nobody else can read, encrypted")
  func roundTrip() throws {
    let rig = try AuthRig()
    #expect(try rig.store.read("music") == nil)
    try rig.keepOld()
    var credential = try #require(try rig.store.read("music"))
    #expect(credential.access == "access-token-1" && credential.refresh == "refresh-token-1")
    #expect(credential.scopes == ["read", "write"])
    #expect(credential.ends == credential.authorized + 1_000_000)
    credential.account = "Ada \"λ\"\n"
    try rig.store.write(credential)
    #expect(try rig.store.read("music") == credential)
    for (path, wanted) in [
      ("/auth", 0o700), ("/keys", 0o700), ("/auth/music.credential", 0o600), ("/keys/key", 0o600),
    ] {
      #expect(try mode(rig.folder + path) == wanted, "\(path)")
    }
    let bytes = try Data(contentsOf: URL(filePath: rig.path))
    for secret in ["access-token-1", "refresh-token-1", "client-1"] {
      #expect(bytes.range(of: Data(secret.utf8)) == nil)
    }
    #expect(try rig.store.remove("music"))
    #expect(try !rig.store.remove("music"))
    #expect(try rig.store.read("music") == nil)
  }

  @Test("Files that others may read are refused, with the chmod to run")
  func modes() throws {
    let rig = try AuthRig()
    try rig.keepOld()
    for (path, bad, good) in [
      ("/auth/music.credential", 0o644, 0o600), ("/auth", 0o755, 0o700),
      ("/keys/key", 0o640, 0o600), ("/keys", 0o711, 0o700),
    ] {
      let full = rig.folder + path
      try FileManager.default.setAttributes([.posixPermissions: bad], ofItemAtPath: full)
      let wanted = "run chmod \(String(good, radix: 8)) \(full)"
      #expect(problem(rig)?.hasSuffix(wanted) == true, "\(path)")
      try FileManager.default.setAttributes([.posixPermissions: good], ofItemAtPath: full)
    }
    #expect(problem(rig) == nil)
  }

  @Test("Damage of any kind is reported, and a new log-in repairs it")
  func damage() throws {
    let rig = try AuthRig()
    try rig.keepOld()
    let credential = try #require(try rig.store.read("music"))
    let whole = try Data(contentsOf: URL(filePath: rig.path))
    var flipped = whole
    flipped[whole.count - 20] ^= 1
    for bytes in [flipped, whole.dropLast(1), whole.prefix(30), Data("{}".utf8), Data()] {
      try bytes.write(to: URL(filePath: rig.path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: rig.path)
      #expect(problem(rig)?.contains("mixhost auth login music") == true)
    }
    try rig.store.write(credential)
    #expect(try rig.store.read("music") == credential)
    // Another provider's file under this one's name.
    var other = credential
    other.provider = "films"
    try rig.store.write(other)
    try FileManager.default.removeItem(atPath: rig.path)
    try FileManager.default.moveItem(
      atPath: rig.folder + "/auth/films.credential", toPath: rig.path)
    #expect(problem(rig)?.contains("belongs to another key") == true)
    try FileManager.default.removeItem(atPath: rig.folder + "/keys/key")
    #expect(problem(rig)?.contains("/keys/key is missing") == true)
    // A link could lead to a file of anybody's.
    try FileManager.default.removeItem(atPath: rig.path)
    try FileManager.default.createSymbolicLink(
      atPath: rig.path, withDestinationPath: "/etc/hostname")
    #expect(problem(rig)?.contains("it is a link") == true)
  }

  @Test("Two that make the key at once end up with one")
  func keys() async throws {
    let rig = try AuthRig()
    let (path, store) = (rig.folder + "/keys/key", rig.store)
    try rig.keepOld()
    let credential = try #require(try store.read("music"))
    try FileManager.default.removeItem(atPath: path)
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          var own = credential
          own.provider = "music\(number)"
          #expect(throws: Never.self) { try store.write(own) }
        }
      }
    }
    for number in 0..<8 { #expect(try store.read("music\(number)")?.access == "access-token-1") }
  }

  /// A docker-credential-helper in sh: one file a server.
  private static let helper = """
    #!/bin/sh
    read -r line
    cd "$(dirname "$0")"
    case "$1" in
      store)
        server=$(printf '%s' "$line" | sed 's/.*"ServerURL":"\\([^"]*\\)".*/\\1/' | tr -c 'a-z\\n' _)
        printf '%s' "$line" > "kept$server" ;;
      get)
        file="kept$(printf '%s' "$line" | tr -c 'a-z\\n' _)"
        if [ -f "$file" ]; then cat "$file"; else echo "credentials not found in native keychain"; exit 1; fi ;;
      erase)
        rm -f "kept$(printf '%s' "$line" | tr -c 'a-z\\n' _)" ;;
    esac
    """

  @Test("A docker-credential-helper keeps them instead")
  func helper() throws {
    let rig = try AuthRig()
    try FileManager.default.createDirectory(
      atPath: rig.folder + "/bin", withIntermediateDirectories: true)
    let program = rig.folder + "/bin/docker-credential-test"
    try Data(Self.helper.utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let store = CredentialHelper(program: program)
    #expect(try store.read("music") == nil)
    #expect(try !store.remove("music"))
    try rig.keepOld()
    let credential = try #require(try rig.store.read("music"))
    try store.write(credential)
    #expect(try store.read("music") == credential)
    #expect(try store.remove("music"))
    #expect(try store.read("music") == nil)
  }

  @Test("A helper that is not there is named")
  func missingHelper() {
    let error = #expect(throws: AuthError.self) {
      try CredentialHelper(name: "no-such-keeper").read("music")
    }
    #expect(error?.reason == .storage)
    #expect(error?.message.contains("docker-credential-no-such-keeper") == true)
  }
}
