internal import Notation

/// The user's acceptance of a program that was added: a file beside the programs' folders, with one
/// line for each thing.
public struct ProgramAcceptance: Sendable {
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

  /// The accepted lines; nil when the program was never accepted.
  /// - Throws: ``FileError``.
  public func lines() throws -> [String]? {
    try PrivateFile.readRegular(path, most: 16_000_000, isWord: true).map { file in
      String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Accepts all that a program wants now.
  /// - Throws: ``FileError``.
  public func accept(_ manifest: ProgramManifest) throws {
    let text = manifest.wants.map { $0 + "\n" }.joined()
    try PrivateFile.write(Array(text.utf8), to: path)
  }

  /// Forgets it; one that is not there is no failure.
  /// - Throws: ``FileError``.
  public func remove() throws { try PrivateFile.remove(path) }
}

extension ProgramManifest {
  /// All that the program wants, a line each, for the person who is asked.
  public var wants: [String] {
    let hosts = upstreams.map { upstream in
      upstream.isOfUser
        ? "ask the address that you set as \(upstream.setting.name)" : "ask \(upstream.canonical)"
    }
    let pictures = media.map { "show pictures and sounds of \($0)" }
    return hosts + grants.lines + foreignVariables.map(\.line) + pictures
  }
}
