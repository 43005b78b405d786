internal import Glibc
public import MixCore
public import Notation
internal import Reactor
internal import ScriptHost

/// What a script may reach: hosts, folders, environment variables.
public final class Grants: Sendable {
  private struct State {
    var network: HTTPPolicy
    var read: [String]
    var write: [String]
    var environment: EnvironmentVariables
    var variables: [String]
    /// The services at which scripts may act for the user; nil: all.
    var accounts: [String]?
    /// Files that scripts never open themselves, whatever is granted.
    let reserved: [String]
    /// How many of `read` and `write` have been resolved.
    var resolved = (read: 0, write: 0)

    /// Links are followed at the first question: most runs ask none.
    mutating func resolve() {
      for index in resolved.read..<read.count { read[index] = Grants.resolved(read[index]) }
      for index in resolved.write..<write.count { write[index] = Grants.resolved(write[index]) }
      resolved = (read.count, write.count)
    }
  }

  // Guarded, because grants grow while a script runs and are read by file work on other threads.
  private let state: Guarded<State>

  /// - Parameters:
  ///   - network: hosts.
  ///   - read: folders or files that may be read, with all below them.
  ///   - write: folders or files that may be written, with all below them.
  ///   - reserved: files that scripts never open themselves, such as ``Home/reservedFiles``.
  ///   - environment: the variables that scripts see.
  ///   - variables: further names that were granted, set or not.
  ///   - accounts: the services at which scripts may act for the user; nil: all.
  public init(
    network: HTTPPolicy = .standard, read: [String] = [], write: [String] = [],
    reserved: [String] = [], environment: EnvironmentVariables = [:], variables: [String] = [],
    accounts: [String]? = nil
  ) {
    state = Guarded(
      State(
        network: network, read: read, write: write, environment: environment,
        variables: variables + environment.names, accounts: accounts, reserved: reserved))
  }

  /// The hosts.
  public var network: HTTPPolicy { state.withLock { $0.network } }

  /// The variables that scripts see.
  public var environment: EnvironmentVariables { state.withLock { $0.environment } }

  /// The folders and files that may be read, and written, links followed.
  public var folders: (read: [String], write: [String]) {
    state.withLock { state in
      state.resolve()
      return (state.read, state.write)
    }
  }

  /// The names of the variables that were granted, set or not.
  public var variables: [String] { state.withLock { $0.variables } }

  /// Whether a variable was granted, set or not.
  public func sees(variable name: String) -> Bool { state.withLock { $0.variables.contains(name) } }

  /// Checks that scripts may act for the user at a service.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  func checkAccount(_ provider: String) throws {
    guard let granted = state.withLock({ $0.accounts }), !granted.contains(provider) else { return }
    throw HostError.denied(
      "acting for you at \(provider) is not granted; allow it with --allow-auth \(provider)")
  }

  /// Lets the script read a file or folder from now on.
  public func allowRead(_ path: String) { state.withLock { $0.read.append(path) } }

  /// Lets the script write (and read) a file or folder from now on.
  public func allowWrite(_ path: String) { state.withLock { $0.write.append(path) } }

  /// The real path of a file that may be read.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  public func readable(_ path: String) throws -> String {
    let real = try Self.checked(path)
    let roots = state.withLock { state in
      state.resolve()
      return state.read + state.write
    }
    if roots.contains(where: { Self.holds($0, real) }) { return try unreserved(real, path) }
    throw HostError.denied(
      "reading \(path) is not granted; allow it with --allow-read \(Self.folder(of: real))")
  }

  /// The real path of a file that may be written.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  public func writable(_ path: String) throws -> String {
    try unreserved(try written(path), path)
  }

  /// Checks that mixhost's own data file may be used, which scripts reach by its modules alone.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  func checkData(_ path: String) throws { _ = try written(path) }

  private func written(_ path: String) throws -> String {
    let real = try Self.checked(path)
    let roots = state.withLock { state in
      state.resolve()
      return state.write
    }
    if roots.contains(where: { Self.holds($0, real) }) { return real }
    throw HostError.denied(
      "writing \(path) is not granted; allow it with --allow-write \(Self.folder(of: real))")
  }

  // Opened by a script, the data file would lose SQLite's locks of this process at the next close;
  // replaced, it would be lost. Hard links are other names of the same file.
  private func unreserved(_ real: String, _ path: String) throws -> String {
    let reserved = state.withLock { $0.reserved }
    let identity = FileIdentity(real)
    let isReserved = reserved.contains { name in
      Self.resolved(name) == real || identity != nil && FileIdentity(name) == identity
    }
    guard isReserved else { return real }
    throw HostError.denied(
      "\(path) is mixhost's own; mix.library, mix.jobs and mix.feed read and change what is in it, and "
        + "mixhost backup copies it")
  }

  /// The longest path in bytes: the system's PATH_MAX counts the zero byte at the end.
  private static let longestPath = Int(PATH_MAX) - 1

  /// The path without links and dots.
  /// - Throws: ``HostError`` for a zero byte, at which the system would end the path; of kind `io` for
  ///   a path that no system call takes.
  static func checked(_ path: String) throws -> String {
    guard path.utf8.count <= longestPath else {
      throw HostError(
        kind: "io",
        message: "a path of \(path.utf8.count) bytes is too long: \(longestPath) at most")
    }
    if path.utf8.contains(0) { throw HostError.usage("a path cannot hold a zero byte") }
    return resolved(path)
  }

  private static func holds(_ root: String, _ path: String) -> Bool {
    path == root || root == "/" || path.hasPrefix(root + "/")
  }

  private static func folder(of path: String) -> String { PrivateFile.folder(of: path) }

  /// The path without links and dots. What does not exist yet is resolved up to its nearest existing
  /// folder, so that a link cannot lead a new file out of a granted folder.
  static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let root = path.hasPrefix("/") ? "/" : "./"
    guard var base = real(root) else { return path }
    // A part is there only if those before it are, so halving finds the last one: each question is a
    // system call or more for every part.
    var (present, missing) = (0, parts.count)
    while missing - present > 1 {
      let middle = (present + missing) / 2
      if let found = real(root + parts[..<middle].joined(separator: "/")) {
        (present, base) = (middle, found)
      } else {
        missing = middle
      }
    }
    let rest = parts[present...]
    // `..` past the existing part would walk out again.
    if rest.contains("..") { return "\0" }
    return (base == "/" ? "" : base) + "/" + rest.joined(separator: "/")
  }

  /// The path without links and dots; nil where nothing is.
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
