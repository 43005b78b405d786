internal import MixCore
internal import ScriptHost

/// The grants of a manifest.
struct ManifestGrants {
  let isBundled: Bool

  func read(_ root: Fields) throws -> ProgramGrants {
    var grants = ProgramGrants()
    guard let table = root.record("grants") else { return grants }
    grants.net = try table.shortList("net")
    for host in grants.net where HTTPPolicy.HostGrant(host) == nil {
      throw table.wrong("net", "has \"\(host)\", which is not a host or host:port")
    }
    grants.read = try paths(table, "read")
    grants.write = try paths(table, "write")
    grants.environment = try table.variables("env")
    grants.keys = try table.shortList("keys")
    for key in grants.keys where !ProgramManifest.isName(key) && !Self.isOrigin(key) {
      throw table.wrong(
        "keys",
        "has \"\(key)\", which is neither the name of a service nor an origin such as "
          + "https://nas.lan")
    }
    grants.accounts = try table.shortList("accounts")
    for name in grants.accounts where !AuthProvider.isName(name) {
      throw table.wrong("accounts", "has \"\(name)\", which is not the name of a service")
    }
    grants.data = table.bool("data") == true
    grants.records = try table.shortList("records")
    for name in grants.records where CollectionName(name) == nil {
      throw table.wrong(
        "records", "has \"\(name)\", which is not a program's collection such as feed.videos")
    }
    guard grants.data || grants.records.isEmpty else {
      throw table.wrong("records", "needs data = true beside it")
    }
    grants.rules = table.bool("rules") == true
    grants.settings = table.bool("settings") == true
    guard !grants.settings || isBundled else {
      throw table.wrong(
        "settings",
        "is for programs that come with mixhost: a program of yours sets its own settings")
    }
    return grants
  }

  /// Paths that mean the same wherever the program is started: the user accepts them once.
  private func paths(_ table: Fields, _ field: String) throws -> [String] {
    let paths = try table.shortList(field)
    for path in paths {
      let parts = path.split(separator: "/")
      guard !path.unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint) else {
        throw table.wrong(field, "has a path with a character that nobody sees")
      }
      guard path.hasPrefix("/") || path == "~" || path.hasPrefix("~/"), !parts.contains("..") else {
        throw table.wrong(
          field, "has \"\(path)\", which is not a whole path: begin it with / or ~/, without ..")
      }
    }
    return paths
  }

  private static func isOrigin(_ text: String) -> Bool { HTTPOrigin.text(of: text) == text }
}

extension Fields {
  /// A list of names of environment variables.
  func variables(_ field: String) throws -> [String] {
    let names = try shortList(field)
    for name in names where !Self.isVariable(name) {
      throw wrong(field, "has \"\(name)\", which is not the name of an environment variable")
    }
    return names
  }

  private static func isVariable(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && !(0x30...0x39).contains(text.utf8.first ?? 0)
      && text.utf8.allSatisfy {
        (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
          || $0 == UInt8(ascii: "_")
      }
  }
}
