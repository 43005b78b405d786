/// Compares a file before and after a write by two accounts: the parts of all tags, byte by byte, and
/// the tags as TagLib reads them.
struct TagComparison {
  private static let mostNames = 8

  /// The properties that were to change.
  private let changes: [TagFile.Change]
  private let keys: Set<String>

  init(_ changes: [TagFile.Change]) {
    self.changes = changes
    keys = Set(changes.map(\.key))
  }

  /// Compares the parts of all tags.
  /// - Throws: ``TagFailure`` of kind `unsupported`, which names parts that were not to change.
  func check(_ old: [TagItem], _ new: [TagItem]) throws {
    var counts: [TagItem: Int] = [:]
    for item in old where !isNamed(item) { counts[item, default: 0] += 1 }
    for item in new where !isNamed(item) { counts[item, default: 0] -= 1 }
    try refuse(counts.filter { $0.value != 0 }.map(\.key.name))
  }

  private func isNamed(_ item: TagItem) -> Bool { item.key.map(keys.contains) ?? false }

  /// Compares the tags as TagLib reads them.
  /// - Throws: ``TagFailure`` of kind `unsupported`, which names what was not to change, or the
  ///   property that did not become what it was to be.
  func check(_ old: AudioTags, _ new: AudioTags) throws {
    for change in changes {
      let now = new.properties[change.key] ?? []
      guard now.isEmpty == change.values.isEmpty, now.count <= change.values.count else {
        throw TagFailure.noPlace(change.key)
      }
    }
    let others = Set(old.properties.keys).union(new.properties.keys).subtracting(keys)
    var names = others.filter { old.properties[$0] != new.properties[$0] }
    names.formUnion(Set(old.others).symmetricDifference(new.others))
    names.formUnion(Set(old.staying).symmetricDifference(new.staying))
    for (fact, name) in [("pictures", "pictures"), ("channels", "audio")]
    where old.facts[fact] != new.facts[fact] {
      names.insert(name)
    }
    if old.format != new.format { names.insert("format") }
    try refuse(Array(names))
  }

  private func refuse(_ names: [String]) throws {
    if names.isEmpty { return }
    let list = Set(names).sorted()
    let more = list.count > Self.mostNames ? " and \(list.count - Self.mostNames) others" : ""
    throw TagFailure.unsupported(
      "a write would also change \(list.prefix(Self.mostNames).joined(separator: ", "))\(more); "
        + "the file stays as it is")
  }
}
