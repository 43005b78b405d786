public import Files
internal import Glibc
public import MixCore
public import Notation
internal import Reactor
internal import ScriptHost

/// Everything that a script may reach: hosts, folders, environment variables.
public final class Grants: Sendable {
  private struct State {
    var network: HTTPPolicy
    var read: GrantedFolders
    var write: GrantedFolders
    var environment: EnvironmentVariables
    var variables: [String]
    /// The services at which scripts may act for the user; nil: all.
    var accounts: [String]?
    /// The services whose keys scripts may send to them; nil: all.
    var keys: [String]?
    /// Files that scripts never open themselves, whatever is granted.
    let reserved: [String]
    /// Paths that a grant of a folder above leaves out, links followed; nil before the first question.
    var secret: [String]?
  }

  // Guarded, because grants grow while a script runs and are read by file work on other threads.
  private let state: Guarded<State>
  private let secretFolders: @Sendable () -> [String]

  /// - Parameters:
  ///   - network: hosts.
  ///   - read: folders or files that may be read, with all below them; the user has named them.
  ///   - accepted: files and folders that a program was accepted with: they open none of `secretFolders`.
  ///   - defaults: folders that may be read because the script stands or was started there: without
  ///     what is hidden in them.
  ///   - write: folders or files that may be written, with all below them.
  ///   - reserved: files that scripts never open themselves, such as ``Home/reservedFiles``.
  ///   - secretFolders: mixhost's own, and what else no grant of a folder above them opens: the folder
  ///     itself has to be named. Asked for at the first question.
  ///   - environment: the variables that scripts see.
  ///   - variables: further names that were granted, set or not.
  ///   - accounts: the services at which scripts may act for the user; nil: all.
  ///   - keys: the services whose keys and tokens scripts may send to them; nil: all.
  public init(
    network: HTTPPolicy = .standard, read: [String] = [],
    accepted: (read: [String], write: [String]) = ([], []), defaults: [String] = [],
    write: [String] = [], reserved: [String] = [],
    secretFolders: @escaping @Sendable () -> [String] = { [] },
    environment: EnvironmentVariables = [:], variables: [String] = [], accounts: [String]? = nil,
    keys: [String]? = nil
  ) {
    self.secretFolders = secretFolders
    state = Guarded(
      State(
        network: network,
        read: GrantedFolders(named: read, accepted: accepted.read, defaults: defaults),
        write: GrantedFolders(named: write, accepted: accepted.write, defaults: []),
        environment: environment,
        variables: variables + environment.names, accounts: accounts, keys: keys,
        reserved: reserved))
  }

  /// The hosts.
  public var network: HTTPPolicy { state.withLock { $0.network } }

  /// The variables that scripts see.
  public var environment: EnvironmentVariables { state.withLock { $0.environment } }

  /// The folders and files that may be read, and written, links followed.
  public var folders: (read: [String], write: [String]) {
    state.withLock { ($0.read.paths, $0.write.paths) }
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

  /// Whether scripts have all keys, as the user's own and those that come with mixhost do.
  var hasAllKeys: Bool { state.withLock { $0.keys == nil } }

  /// Checks that scripts may use what is kept for a service, or for an origin.
  /// - Throws: ``HostError`` of kind `denied` that says what the manifest lacks.
  func checkKey(of service: String) throws {
    guard let granted = state.withLock({ $0.keys }), !granted.contains(service) else { return }
    throw HostError.denied(
      "the key of \(service) is not granted to this program: its manifest asks for it with grants = "
        + "{ keys = { \"\(service)\" } }, and you accept that")
  }

  /// Lets the script read a file or folder from now on: the user has named it.
  public func allowRead(_ path: String) { state.withLock { $0.read.add(path) } }

  /// Lets the script write (and read) a file or folder from now on: the user has named it.
  public func allowWrite(_ path: String) { state.withLock { $0.write.add(path) } }

  /// A file that may be read.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  public func readable(_ path: String) throws -> GrantedFile {
    try unreserved(find(path, "read") { $0.read.all + $0.write.all }, path)
  }

  /// A file that may be written.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  public func writable(_ path: String) throws -> GrantedFile {
    try unreserved(find(path, "write") { $0.write.all }, path)
  }

  /// Checks that mixhost's own data file may be used, which scripts reach by its modules alone. With
  /// its folder it is granted wherever a link of the user's leads.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  func checkData(_ path: String) throws {
    let roots: (inout State) -> [GrantedFolders.Root] = { $0.write.all }
    if (try? find(PrivateFile.folder(of: path), "write", roots)) != nil { return }
    _ = try find(path, "write", roots)
  }

  /// Reads from a granted file. Blocks.
  /// - Parameter work: called again with the file of that name when a link has taken the place of a
  ///   folder since the check.
  /// - Throws: ``HostError`` of kind `denied`, ``FileFailure``.
  public func reading<Value>(
    _ path: String, _ work: (GrantedFile) throws -> Value
  ) throws -> Value { try steady(path) { try work(readable(path)) } }

  /// As ``reading(_:_:)``, for a file that is written.
  /// - Throws: as ``reading(_:_:)``.
  public func writing<Value>(
    _ path: String, _ work: (GrantedFile) throws -> Value
  ) throws -> Value { try steady(path) { try work(writable(path)) } }

  /// Whether `require` may load a file where not every file may be: one that was granted, or one of a
  /// library.
  /// - Parameter libraries: their folders.
  public func allowsModule(_ path: String, libraries: [String]) -> Bool {
    libraries.contains { GrantedFile.holds(Self.resolved($0), path) }
      || (try? readable(path)) != nil
  }

  private func steady<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    for _ in 0..<4 {
      do { return try work() } catch let failure as FileFailure where failure.isSwapped { continue }
    }
    guard Self.real(path) != nil else { throw FileFailure.missing }
    throw HostError.denied("\(path): links on the way change while it is opened")
  }

  private func find(
    _ path: String, _ verb: String, _ roots: (inout State) -> [GrantedFolders.Root]
  ) throws -> GrantedFile {
    let real = try Self.checked(path)
    let (holding, secret) = state.withLock { state in
      // A path that cannot be resolved is below no folder, not even "/".
      let holding = roots(&state).filter { real.hasPrefix("/") && GrantedFile.holds($0.path, real) }
      let secret = holding.isEmpty ? [] : state.secret ?? secretFolders().map(Self.resolved)
      if !holding.isEmpty { state.secret = secret }
      return (holding, secret)
    }
    // The nearest: one that names the file itself opens a pipe, too.
    let opening = holding.filter { $0.opens(real, secret) }
    if let root = opening.max(by: { $0.path.utf8.count < $1.path.utf8.count }) {
      return GrantedFile(root: root.path, path: real)
    }
    let reason = verb == "read" ? "reading" : "writing"
    guard holding.isEmpty else {
      throw HostError.denied(
        "\(reason) \(path) is not granted with the folder around it: it is hidden, or one of mixhost's "
          + "own files; allow it with --allow-\(verb) \(real)")
    }
    // A file is written by a new one beside it.
    let place =
      verb == "read" || FolderState.isFolder(real) ? real : PrivateFile.folder(of: real)
    throw HostError.denied(
      "\(reason) \(path) is not granted; allow it with --allow-\(verb) \(place)")
  }

  /// The file of a rule in one of the folders that rules are found in by name.
  /// - Throws: ``FileFailure/missing``.
  static func ruleFile(_ path: String) throws(FileFailure) -> GrantedFile {
    guard let real = real(path) else { throw .missing }
    return GrantedFile(root: PrivateFile.folder(of: real), path: real)
  }

  // Opened by a script, the data file would lose SQLite's locks of this process at the next close;
  // replaced, it would be lost. Hard links are other names of the same file.
  private func unreserved(_ file: GrantedFile, _ path: String) throws -> GrantedFile {
    let reserved = state.withLock { $0.reserved }
    let identity = FileIdentity(file.path)
    let isReserved = reserved.contains { name in
      Self.resolved(name) == file.path || identity != nil && FileIdentity(name) == identity
    }
    guard isReserved else { return file }
    throw HostError.denied(
      "\(path) is mixhost's own; mix.library, mix.jobs and mix.store read and change what is in it, and "
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
    let resolved = resolved(path)
    if !resolved.hasPrefix("/"), real(".") == nil {
      let reason = "the folder that you are in cannot be found any more; change to another one"
      throw HostError(kind: "io", message: "\(path): \(reason)")
    }
    return resolved
  }

  /// The path without links and dots. A new path is resolved up to its nearest existing
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
