internal import Glibc
public import MixCore
internal import ScriptHost
internal import Synchronization

/// What a script may reach: hosts, folders, environment variables.
public final class Grants: Sendable {
  private struct State {
    var network: HTTPPolicy
    var read: [String]
    var write: [String]
    var environment: [String: String]
  }

  // A mutex, because grants grow while a script runs and are read by file work on other threads.
  private let state: Mutex<State>

  /// - Parameters:
  ///   - network: hosts.
  ///   - read: folders or files that may be read, with all below them.
  ///   - write: folders or files that may be written, with all below them.
  ///   - environment: the variables that scripts see.
  public init(
    network: HTTPPolicy = .standard, read: [String] = [], write: [String] = [],
    environment: [String: String] = [:]
  ) {
    state = Mutex(
      State(
        network: network, read: read.map(Self.resolved), write: write.map(Self.resolved),
        environment: environment))
  }

  /// The hosts.
  public var network: HTTPPolicy { state.withLock { $0.network } }

  /// The variables that scripts see.
  public var environment: [String: String] { state.withLock { $0.environment } }

  /// Lets the script read a file or folder from now on.
  public func allowRead(_ path: String) { state.withLock { $0.read.append(Self.resolved(path)) } }

  /// Lets the script write (and read) a file or folder from now on.
  public func allowWrite(_ path: String) { state.withLock { $0.write.append(Self.resolved(path)) } }

  /// Lets the script ask a host from now on: `host`, `host:port`.
  public func allowHost(_ grant: HTTPPolicy.HostGrant) {
    state.withLock { _ = $0.network.grants.insert(grant) }
  }

  /// The real path of a file that may be read.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  public func readable(_ path: String) throws -> String {
    let real = Self.resolved(path)
    let (read, write) = state.withLock { ($0.read, $0.write) }
    if (read + write).contains(where: { Self.holds($0, real) }) { return real }
    throw HostError.denied(
      "reading \(path) is not granted; allow it with --allow-read \(Self.folder(of: real))")
  }

  /// The real path of a file that may be written.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  public func writable(_ path: String) throws -> String {
    let real = Self.resolved(path)
    if state.withLock({ $0.write }).contains(where: { Self.holds($0, real) }) { return real }
    throw HostError.denied(
      "writing \(path) is not granted; allow it with --allow-write \(Self.folder(of: real))")
  }

  private static func holds(_ root: String, _ path: String) -> Bool {
    path == root || root == "/" || path.hasPrefix(root + "/")
  }

  private static func folder(of path: String) -> String { PrivateFile.folder(of: path) }

  /// The path without links and dots. What does not exist yet is resolved up to its nearest existing
  /// folder, so that a link cannot lead a new file out of a granted folder.
  static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var rest: [Substring] = []
    var parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let root = path.hasPrefix("/") ? "/" : "./"
    while let last = parts.popLast() {
      rest.insert(last, at: 0)
      let head = root + parts.joined(separator: "/")
      guard let real = realpath(head, nil) else { continue }
      defer { free(real) }
      // `..` past the existing part would walk out again.
      if rest.contains("..") { return "\0" }
      let base = String(cString: real)
      return (base == "/" ? "" : base) + "/" + rest.joined(separator: "/")
    }
    return path
  }
}
