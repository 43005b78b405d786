/// A collection's name as scripts and grants give it: `videos`, or `feed.videos`.
package struct CollectionName {
  /// The program that declares it.
  package let program: String
  /// Its name in that program's manifest.
  package let collection: String

  /// Both: `feed.videos`.
  package var text: String { "\(program).\(collection)" }

  /// Reads a name that has its program.
  /// - Returns: nil for another text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(ProgramManifest.isName) else { return nil }
    (program, collection) = (parts[0], parts[1])
  }

  /// Reads a name.
  /// - Parameter program: the one that is meant where the text names none.
  package init(_ text: String, of program: ProgramManifest) {
    if let named = CollectionName(text) {
      self = named
    } else {
      (self.program, collection) = (program.name, text)
    }
  }
}
