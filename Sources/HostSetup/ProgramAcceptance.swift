package import MixCore

/// What the user has accepted of a program that was added: a file beside the programs' folders, with a
/// line for each thing.
package struct ProgramAcceptance {
  private let path: String

  /// - Parameters:
  ///   - name: the program's.
  ///   - home: holds the programs.
  package init(_ name: String, _ home: Home) {
    path = "\(home.programsFolder)/.\(name).accepted"
  }

  /// The accepted lines; nil when the program was never accepted.
  /// - Throws: ``FileError``.
  package func lines() throws -> [String]? {
    try PrivateFile.read(path).map { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Accepts all that a program wants now.
  /// - Throws: ``FileError``.
  package func accept(_ manifest: ProgramManifest) throws {
    let text = manifest.wants.map { $0 + "\n" }.joined()
    try PrivateFile.write(Array(text.utf8), to: path)
  }

  /// Forgets it; one that is not there is no failure.
  /// - Throws: ``FileError``.
  package func remove() throws { try PrivateFile.remove(path) }

  /// Checks that all a program wants was accepted.
  /// - Throws: ``UsageError`` that says what is new, and what to do.
  package func check(_ manifest: ProgramManifest) throws {
    guard !manifest.isBundled else { return }
    guard let accepted = try lines() else {
      throw UsageError(
        "the program \(manifest.name) was put into \(manifest.folder) but never accepted: "
          + "mixhost programs accept \(manifest.name)")
    }
    let new = manifest.wants.filter { !accepted.contains($0) }
    guard new.isEmpty else {
      throw UsageError(
        "the program \(manifest.name) now wants to \(new.joined(separator: ", to ")), which you have "
          + "not accepted: mixhost programs accept \(manifest.name)")
    }
  }
}
