package import MixCore

extension ProgramAcceptance {
  /// Checks that the user has accepted everything that a program claims and requests.
  /// - Throws: ``UsageError`` with the new requests and the remedy; ``FileError``.
  package func check(_ manifest: ProgramManifest) throws {
    guard !manifest.isBundled, let problem = try problem(manifest) else { return }
    throw UsageError("the program \(problem): mixhost programs accept \(manifest.name)")
  }

  private func problem(_ manifest: ProgramManifest) throws -> String? {
    let name = manifest.name
    guard let accepted = try accepted() else {
      let wants = manifest.wants
      return "\(name) was put into \(manifest.folder) but never accepted; it wants "
        + (wants.isEmpty ? "nothing but to run" : "to \(wants.joined(separator: ", to "))")
    }
    let new = manifest.wants.filter { !accepted.lines.contains($0) }
    guard new.isEmpty else {
      return "\(name) now wants to \(new.joined(separator: ", to ")), which you have not accepted"
    }
    if accepted.covers(manifest) { return nil }
    return accepted.claims == nil
      ? "\(name) was accepted with an earlier mixhost, which asked for less"
      : "\(name) has changed since you accepted it"
  }
}
