internal import Crypto
internal import Files
internal import Glibc
internal import Notation

/// The user's acceptance of a program that was added: a file beside the programs' folders, with one
/// line for each thing, and what the program claimed then.
public struct ProgramAcceptance: Sendable {
  /// All that was accepted of a program.
  public struct Accepted: Sendable, Equatable {
    /// The lines that the user was shown.
    public let lines: Set<String>
    /// The digest of ``ProgramManifest/claims``; nil: an earlier version of mixhost wrote the file.
    public let claims: String?
    /// The time, in nanoseconds: of two programs the one that came first keeps its names.
    package let time: Int

    /// Whether a manifest claims and wants no more than was accepted.
    public func covers(_ manifest: ProgramManifest) -> Bool {
      claims == manifest.claims && manifest.wants.allSatisfy(lines.contains)
    }
  }

  private static let claimsMark = "#claims "
  private static let timeMark = "#accepted "
  private let path: String

  /// - Parameters:
  ///   - name: the program's.
  ///   - home: holds the programs.
  public init(_ name: String, _ home: Home) { self.init(name, home.programsFolder) }

  /// - Parameter program: one of the user's, in the folder of programs.
  public init(_ program: ProgramManifest) {
    self.init(program.name, PrivateFile.folder(of: program.folder))
  }

  init(_ name: String, _ folder: String) { path = "\(folder)/.\(name).accepted" }

  /// All that was accepted; nil when the program never was.
  /// - Throws: ``FileError``.
  public func accepted() throws -> Accepted? {
    guard let file = try PrivateFile.readRegular(path, most: 16_000_000, isWord: true) else {
      return nil
    }
    let all = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    func value(_ mark: String) -> String? {
      all.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }
    return Accepted(
      lines: Set(all.filter { !$0.hasPrefix("#") }), claims: value(Self.claimsMark),
      time: value(Self.timeMark).flatMap { Int($0) } ?? .max)
  }

  /// Accepts all that a program claims and wants now.
  /// - Throws: ``FileError``.
  public func accept(_ manifest: ProgramManifest) throws {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let lines =
      [
        Self.claimsMark + manifest.claims,
        "\(Self.timeMark)\(now.tv_sec * 1_000_000_000 + now.tv_nsec)",
      ] + manifest.wants
    try PrivateFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
  }

  /// Forgets it; one that is not there is no failure.
  /// - Throws: ``FileError``.
  public func remove() throws { try PrivateFile.remove(path) }
}

extension ProgramManifest {
  /// All that the program wants, a line each, for the person who is asked: what reaches furthest first.
  public var wants: [String] {
    let hosts = upstreams.map { upstream in
      upstream.isOfUser
        ? "ask the address that you set as \(upstream.setting.name)" : "ask \(upstream.canonical)"
    }
    let pictures = media.map { "show pictures and sounds of \($0)" }
    let refreshes = refreshers.map {
      "run unasked as often as the setting \($0.every) says: \($0.name)"
    }
    return grants.lines + foreignVariables.map(\.line) + hosts + pictures + refreshes
  }

  /// The digest of the names that the program takes, and of what it wants: the same for texts, defaults and
  /// limits that were edited.
  public var claims: String {
    let foreign = Set(foreignVariables.map(\.name))
    // No part holds a control character: the reader refuses them.
    let settings = settings.map { setting in
      let variables = setting.environment.filter { !foreign.contains($0) }
      return (["setting", setting.name, setting.kind.name, "\(setting.isSecret)"] + variables)
        .joined(separator: "\t")
    }
    let named: [(String, [String])] = [
      ("command", [command]), ("want", wants), ("provider", providers), ("sign in", signIns),
      ("refresher", refreshers.map(\.name)),
      ("upstream", upstreams.map { "\($0.name)\t\($0.canonical)" }),
    ]
    let lines = settings + named.flatMap { kind, names in names.map { "\(kind)\t\($0)" } }
    let text = lines.sorted().joined(separator: "\n")
    return HexText.of(SHA256.hash(data: Array(text.utf8)))
  }
}
