/// The tags of an MP4 file: the atoms in `moov/udta/meta/ilst`. All other boxes keep their bytes,
/// but for the places of sound in the file, which move with it.
struct MP4Atoms: RawTag {
  private struct Atom {
    let bytes: [UInt8]
    let key: String?
    let label: String
    /// The name in an atom `----`.
    let own: String?
  }

  private let parts: MP4Parts
  private var atoms: [Atom] = []

  /// Reads the tags.
  /// - Throws: ``TagFailure`` for damaged boxes.
  init(_ parts: MP4Parts) throws {
    self.parts = parts
    guard let list = try parts.tagList() else { return }
    atoms = try MP4Box.list(parts.movie, list.content).filter { !$0.isSpace }.map {
      try Self.atom(parts.movie, $0)
    }
  }

  private static func atom(_ bytes: [UInt8], _ box: MP4Box) throws -> Atom {
    var own: (mean: String, name: String)?
    if box.name == "----" {
      let inner = try MP4Box.list(bytes, box.content)
      func text(_ name: String) -> String {
        inner.first { $0.name == name }.map {
          String(decoding: bytes[$0.content].dropFirst(4), as: UTF8.self)
        } ?? ""
      }
      own = (text("mean"), text("name"))
    }
    return Atom(
      bytes: Array(bytes[box.range]), key: MP4Keys.key(box.name, own),
      label: own.map { "----:\($0.mean):\($0.name)" } ?? box.name, own: own?.name)
  }

  var items: [TagItem] {
    atoms.map { TagItem(name: "atom \($0.label)", key: $0.key, bytes: $0.bytes) } + parts.items
  }

  mutating func set(_ key: String, _ values: [String]) throws {
    let old = atoms.indices.filter { atoms[$0].key == key }
    let own = old.first.flatMap { atoms[$0].own }
    let new =
      values.isEmpty
      ? []
      : [
        Atom(bytes: try MP4Keys.make(key, values, own), key: key, label: key, own: own)
      ]
    atoms.replace(old, by: new)
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    try parts.replacements(Array(atoms.map(\.bytes).joined()))
  }
}
