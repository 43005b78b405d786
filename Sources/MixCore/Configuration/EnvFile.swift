internal import Files

/// The `.env` file of a run: the one of its folder, which counts once the user has trusted it, or one that the
/// user has named.
public struct EnvFile: Sendable {
  /// The name that it has in a folder.
  public static let name = ".env"
  /// How long one may be.
  public static let mostBytes = 1_000_000
  /// How many of the lines that do not count are named.
  private static let mostLines = 3

  /// Its path.
  public let path: String
  /// Nil: the user has named it.
  private let trust: FolderTrust?

  /// The contents that count, and why others do not.
  package struct Reading: Sendable {
    var values: [String: String] = [:]
    /// Why the file, or a line of it, does not count, in words.
    package var faults: [String] = []
    /// Whether it is there and was never trusted as it is.
    package var isUntrusted = false
  }

  /// A file that the user names.
  public init(named path: String) { (self.path, trust) = (path, nil) }

  /// The file of the working directory.
  public init(ofFolder home: Home) { (path, trust) = (Self.name, FolderTrust(home)) }

  /// - Returns: a sentence for a file that cannot be read; nil for one that can.
  public static func problem(_ path: String) -> String? {
    do {
      return try bytes(path) == nil ? "cannot read \(path): there is no such file" : nil
    } catch { return "\(error)" }
  }

  /// The contents of a folder's file, for the user to look at; nil where there is none.
  /// - Throws: ``FileError`` for one that is not a file, and for another user's.
  public static func bytes(of folder: String) throws -> [UInt8]? {
    let path = "\(folder)/\(name)"
    guard let (bytes, owner) = try bytes(path) else { return nil }
    if let problem = PrivateFile.ownerProblem(owner) {
      throw FileError("trust", path, because: problem)
    }
    return bytes
  }

  /// Reads it; no failure is the run's.
  func read() -> Reading {
    var reading = Reading()
    do {
      guard let (bytes, owner) = try Self.bytes(path) else { return reading }
      if let trust {
        if let problem = PrivateFile.ownerProblem(owner) {
          throw FileError("read", path, because: problem)
        }
        guard let folder = PrivateFile.real("."), try trust.covers(folder, bytes) else {
          reading.isUntrusted = true
          return reading
        }
      }
      let content = DotEnv.parse(String(decoding: bytes, as: UTF8.self))
      reading.values = content.values
      reading.faults = Self.faults(content, path)
    } catch {
      reading.faults = ["\(error)"]
    }
    return reading
  }

  /// The lines that do not count, in words.
  public static func faults(_ content: DotEnv.Content, _ path: String) -> [String] {
    var lines = content.problems.prefix(mostLines).map {
      "\(path):\($0.line): \($0.reason.prefix(100)); this line is ignored, the others count"
    }
    let left = content.problems.count - lines.count
    if left > 0 {
      lines.append("\(path): \(left) more \(left == 1 ? "line is" : "lines are") ignored")
    }
    return lines
  }

  private static func bytes(_ path: String) throws -> (bytes: [UInt8], owner: UInt32)? {
    try PrivateFile.readRegular(path, most: mostBytes)
  }
}

extension SettingRegistry {
  /// The variables of a `.env` and what they are for.
  public struct EnvFileNames: Sendable, Equatable {
    /// Variables that count, each with the setting that it sets.
    public var counting: [(variable: String, setting: String)] = []
    /// Variables of mixhost's that do not, each with the setting that it would set elsewhere; nil: with none.
    public var ignored: [(variable: String, setting: String?)] = []

    /// Whether two are the same.
    public static func == (left: Self, right: Self) -> Bool {
      left.counting.elementsEqual(right.counting, by: ==)
        && left.ignored.elementsEqual(right.ignored, by: ==)
    }
  }

  /// Sorts the variables of a `.env`; those of other programs are left out.
  public func names(_ values: [String: String]) -> EnvFileNames {
    var names = EnvFileNames()
    let given = values.filter { !$0.value.isEmpty }
    if given.isEmpty { return names }
    var known: [String: [Setting]] = [:]
    for setting in all {
      for variable in setting.environment { known[variable, default: []].append(setting) }
    }
    for (variable, text) in given.sorted(by: { $0.key < $1.key }) {
      let settings = known[variable] ?? []
      let counting = settings.filter { takesEnvFile($0, text) }
      names.counting += counting.map { (variable, $0.name) }
      if counting.isEmpty, !settings.isEmpty || variable.hasPrefix("MIXHOST_") {
        names.ignored.append((variable, settings.first?.name))
      }
    }
    return names
  }

  /// Whether a `.env` may set it so: credentials and options of programs, and nothing that says where they
  /// are sent.
  func takesEnvFile(_ setting: Setting, _ text: String) -> Bool {
    !isOwn(setting) && !setting.isAddress && !text.contains("://")
  }
}
