internal import Glibc
package import MixCore
internal import Reactor
internal import ScriptHost

/// The files with providers' tables, `sign_in.lua` in the folder of a service: the user's before those that come
/// with mixhost.
package struct ProviderFiles: Sendable {
  /// The name of a provider's file.
  package static let fileName = "sign_in.lua"

  private let folders: [String]
  /// Where versions before folders of services had the user's files.
  private let former: String

  /// - Parameters:
  ///   - home: holds the user's, `config/services/NAME`.
  ///   - share: holds `scripts/services/NAME`.
  package init(home: Home, share: String?) {
    folders = [home.config + "/services"] + (share.map { [$0 + "/scripts/services"] } ?? [])
    former = home.config + "/providers/auth"
  }

  /// The places of a provider's file, the first that is there counts.
  private func paths(_ name: String) -> [String] {
    ["\(former)/\(name).lua"] + folders.map { "\($0)/\(name)/\(Self.fileName)" }
  }

  /// The providers' names, sorted.
  package func names() -> [String] {
    var names: Set<String> = []
    for folder in [former] + folders {
      guard let directory = opendir(folder) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let file = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        let name = file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
        if AuthProvider.isName(name), paths(name).contains(where: PrivateFile.exists) {
          names.insert(name)
        }
      }
    }
    return names.sorted()
  }

  /// The table of a provider and its file. The file is run by an engine of its own, which has nothing
  /// but Lua.
  /// - Throws: ``AuthError`` for an unknown name; ``HostError`` for a file that fails.
  func load(_ name: String) async throws -> (table: Fields, path: String) {
    if AuthProvider.isName(name) {
      for path in paths(name) {
        if let text = try await offload({ try PrivateFile.read(path) }) {
          return (try await Self.run(text, path), path)
        }
      }
    }
    let known = names()
    throw AuthError(
      .unconfigured,
      "there is no service '\(name)' to sign in to; known: "
        + (known.isEmpty ? "none" : known.joined(separator: ", ")))
  }

  private static func run(_ text: [UInt8], _ path: String) async throws -> Fields {
    let reactor = Reactor(name: "provider")
    defer { reactor.stop() }
    var limits = Limits()
    limits.sliceSeconds = 1
    let engine = LuaEngine(reactor: reactor, configuration: EngineConfiguration(limits: limits))
    return try await OffloadedWork.during {
      let value = try await engine.run(text, name: "@" + path).first ?? .nil
      return try await engine.withCall("a provider") { call in
        call.stack.push(value)
        defer { call.stack.pop() }
        return try ProviderArgument.table(call, call.stack.count, place: path)
      }
    }
  }
}
