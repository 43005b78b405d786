package import MixCore

extension ProgramAcceptance {
  /// Checks that all a program wants was accepted.
  /// - Throws: ``UsageError`` that says what is new, and what to do; ``FileError``.
  package func check(_ manifest: ProgramManifest) throws {
    guard !manifest.isBundled else { return }
    guard let accepted = try lines() else {
      let wants = manifest.wants
      throw UsageError(
        "the program \(manifest.name) was put into \(manifest.folder) but never accepted; it wants "
          + (wants.isEmpty ? "nothing but to run" : "to \(wants.joined(separator: ", to "))")
          + ": mixhost programs accept \(manifest.name)")
    }
    let new = manifest.wants.filter { !accepted.contains($0) }
    guard new.isEmpty else {
      throw UsageError(
        "the program \(manifest.name) now wants to \(new.joined(separator: ", to ")), which you have "
          + "not accepted: mixhost programs accept \(manifest.name)")
    }
  }
}
