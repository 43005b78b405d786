internal import Files

/// The `.env` file of a run: that of its folder, which counts once the user has trusted it, or a
/// file that the user has named.
public struct EnvFile: Sendable {
  /// The file's name in a folder.
  public static let name = ".env"
  /// How long one may be.
  public static let mostBytes = 1_000_000
  /// How many of the lines that do not count are named.
  private static let mostLines = 3

  /// The path of the file.
  public let path: String
  /// The trusted folders; nil when the user has named the file.
  private let trust: FolderTrust?

  /// The values that count, and the reasons for ignoring others.
  package struct Reading: Sendable {
    var values: [String: String] = [:]
    /// Messages about the file or its lines that are ignored.
    package var faults: [String] = []
    /// Whether the file exists but its present content was never trusted.
    package var isUntrusted = false
  }

  /// Makes a file that the user has named.
  public init(named path: String) { (self.path, trust) = (path, nil) }

  /// Makes the file of the working directory.
  public init(ofFolder home: Home) { (path, trust) = (Self.name, FolderTrust(home)) }

  /// A message about a file that cannot be read; nil for one that can.
  public static func problem(_ path: String) -> String? {
    do {
      return try bytes(path) == nil ? "cannot read \(path): there is no such file" : nil
    } catch { return "\(error)" }
  }

  /// The contents of a folder's file, for the user to review; nil when it does not exist.
  /// - Throws: ``FileError`` when it is not a regular file or belongs to another user.
  public static func bytes(of folder: String) throws -> [UInt8]? {
    let path = "\(folder)/\(name)"
    guard let (bytes, owner) = try bytes(path) else { return nil }
    if let problem = PrivateFile.ownerProblem(owner) {
      throw FileError("trust", path, because: problem)
    }
    return bytes
  }

  /// Reads the file; a failure is reported, not thrown.
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
      let content = DotEnv.parse(bytes)
      reading.values = content.values
      reading.faults = Self.faults(content, path)
    } catch {
      reading.faults = ["\(error)"]
    }
    return reading
  }

  /// Messages about the ignored lines.
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
  /// The variables of a `.env` with their settings.
  public struct EnvFileNames: Sendable, Equatable {
    /// Variables that count, each with the setting that it sets.
    public var counting: [(variable: String, setting: String)] = []
    /// Variables of mixhost that are ignored, each with the setting that it would set elsewhere;
    /// nil for none.
    public var ignored: [(variable: String, setting: String?)] = []

    /// Whether both hold the same variables.
    public static func == (left: Self, right: Self) -> Bool {
      left.counting.elementsEqual(right.counting, by: ==)
        && left.ignored.elementsEqual(right.ignored, by: ==)
    }
  }

  /// Classifies the variables of a `.env`; those of other programs are left out.
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

  /// Whether a `.env` may set this value: only credentials and options of programs, never an
  /// address that they are sent to.
  func takesEnvFile(_ setting: Setting, _ text: String) -> Bool {
    !isOwn(setting) && !setting.isAddress && !text.contains("://")
  }
}
