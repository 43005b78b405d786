internal import Files
internal import Glibc
public import Notation
internal import Store

/// The folders of mixhost's files, by the XDG Base Directory rules.
///
/// Nothing is created here: a folder is created, readable by its owner only, when its first file is
/// written.
///
/// ```swift
/// let home = Home(environment: ["HOME": "/home/ann"])  // home.config is /home/ann/.config/mixhost
/// ```
public struct Home: Sendable, Equatable {
  /// The folder of jobs, works and tokens.
  public let data: String
  /// The folder of the cache, which can be deleted at any time.
  public let cache: String
  /// The folder of settings and the user's rules.
  public let config: String
  /// The folder of logs and the command history.
  public let state: String
  /// A message about folders that had to be replaced; nil when there are none.
  public let warning: String?
  /// The folder that holds all four, or those without another place; nil when each has its own.
  let root: String?

  /// Determines the folders.
  ///
  /// `XDG_…_HOME` count when they are absolute (the specification ignores relative ones); each gets
  /// a folder `mixhost`. Without HOME, the user's entry in the password file counts, and without
  /// that a folder below the temporary one, with a warning.
  /// - Parameters:
  ///   - environment: the process's environment.
  ///   - override: the folder of `--home`; it, or else MIXHOST_HOME, holds all four.
  public init(environment: EnvironmentVariables, override: String? = nil) {
    self.init(
      environment: environment, override: override, userFolder: Home.passwordEntry,
      workingFolder: Home.currentFolder)
  }

  init(
    environment: EnvironmentVariables, override: String?, userFolder: () -> String?,
    workingFolder: () -> String
  ) {
    if let chosen = override ?? environment["MIXHOST_HOME"], !chosen.isEmpty {
      // In a removed working directory the path stays relative and cannot be used.
      let above = chosen.hasPrefix("/") ? "" : workingFolder()
      let root = above.isEmpty ? chosen : above + "/" + chosen
      (data, cache) = (root + "/data", root + "/cache")
      (config, state) = (root + "/config", root + "/state")
      (warning, self.root) = (nil, root)
      return
    }
    var (missing, temporary): (String?, String?)
    func folder(_ variable: String, _ standard: String) -> String {
      if let value = environment[variable], value.hasPrefix("/") { return value + "/mixhost" }
      if let home = environment["HOME"], home.hasPrefix("/") {
        return "\(home)/\(standard)/mixhost"
      }
      if let home = userFolder(), home.hasPrefix("/") { return "\(home)/\(standard)/mixhost" }
      let root = Self.temporaryRoot(environment)
      temporary = root
      missing = "HOME is not set and the user has no home folder: files are kept below \(root)"
      return root + "/" + standard
    }
    data = folder("XDG_DATA_HOME", ".local/share")
    cache = folder("XDG_CACHE_HOME", ".cache")
    config = folder("XDG_CONFIG_HOME", ".config")
    state = folder("XDG_STATE_HOME", ".local/state")
    (warning, root) = (missing, temporary)
  }

  /// The database of jobs, works and decisions.
  public var dataFile: String { data + "/mixhost.sqlite" }
  /// The lock of the home's only server; see ``HomeOwner``.
  public var serverLock: String { HomeOwner.lockPath(data) }
  /// Files in the data folder that only mixhost itself may open: SQLite's files and the locks.
  public var reservedFiles: [String] {
    ["", "-wal", "-shm", "-journal"].map { dataFile + $0 }
      + [serverLock, DataFile.lockPath(dataFile)]
  }
  /// The database of cached answers and scripts' values.
  public var cacheFile: String { cache + "/http.sqlite" }
  /// The settings that `mixhost config set` writes.
  public var settingsFile: String { config + "/settings.json" }
  /// The user's own script of settings.
  public var initScript: String { config + "/init.lua" }
  /// The list of folders whose `.env` counts; see ``FolderTrust``.
  public var trustFile: String { config + "/trusted.json" }
  /// The folder of the user's rules, which precede those of mixhost.
  public var rulesFolder: String { config + "/rules" }
  /// The folder of the user's programs, one folder each; see ``ProgramManifest``.
  public var programsFolder: String { config + "/programs" }
  /// The folder of encrypted log-ins; see ``EncryptedFolder``.
  public var credentialsFolder: String { state + "/auth" }
  /// The key of the log-ins, in another folder.
  public var credentialsKey: String { config + "/auth/key" }
  /// The REPL's history.
  public var historyFile: String { state + "/history" }
  /// The database of rates and pauses of upstreams, shared by all processes of this home.
  public var trafficFile: String { state + "/traffic.sqlite" }
  /// The folder of rotated logs.
  public var logsFolder: String { state + "/logs" }

  // The name contains the user's number, because the temporary folder is shared.
  private static func temporaryRoot(_ environment: EnvironmentVariables) -> String {
    let folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    return (folder.hasSuffix("/") ? String(folder.dropLast()) : folder) + "/mixhost-\(getuid())"
  }

  private static func passwordEntry() -> String? {
    var entry = passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard getpwuid_r(getuid(), &entry, buffer.baseAddress!, buffer.count, &result) == 0,
        result != nil, let folder = entry.pw_dir
      else { return nil }
      return String(cString: folder)
    }
  }

  private static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
