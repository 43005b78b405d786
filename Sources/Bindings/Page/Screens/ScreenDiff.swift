public import ScriptHost

/// The patches that lead from one tree to another.
///
/// Keys identify the items of lists: children by `id`, rows by the field that `key` names, other
/// items by the identity of their record. Only items that change their order among the kept ones
/// are moved. A list that is more than half new is replaced.
public enum ScreenDiff {
  /// The patches for ``LuaValue/applying(_:)``; none for equal trees.
  public static func patches(from old: LuaValue, to new: LuaValue) -> [ScreenPatch] {
    var patches: [ScreenPatch] = []
    compare(old, new, [], &patches)
    return patches
  }

  private static func compare(
    _ old: LuaValue, _ new: LuaValue, _ path: [ScreenStep], key: String? = nil,
    _ patches: inout [ScreenPatch]
  ) {
    if old == new { return }
    switch (old, new) {
    case (.object(let before), .object(let after))
    where before["kind"] == after["kind"] && before["id"] == after["id"]:
      compare(fields: before, after, path, &patches)
    case (.array(let before), .array(let after)):
      if let key, let lists = KeyedItems(before, after, key) {
        if lists.isMostlyNew { return patches.append(.set(path, new)) }
        compare(lists, path, &patches)
      } else if before.count == after.count {
        for (place, pair) in zip(before, after).enumerated() {
          compare(pair.0, pair.1, path + [.index(place)], &patches)
        }
      } else {
        patches.append(.set(path, new))
      }
    default: patches.append(.set(path, new))
    }
  }

  private static func compare(
    fields old: [String: LuaValue], _ new: [String: LuaValue], _ path: [ScreenStep],
    _ patches: inout [ScreenPatch]
  ) {
    for name in Set(old.keys).union(new.keys).sorted() {
      let place = path + [.field(name)]
      switch (old[name], new[name]) {
      case (let before?, let after?):
        // With another key field the rows have other identities, whichever of the two fields comes
        // first.
        let key = identity(of: name, in: old)
        compare(before, after, place, key: key == identity(of: name, in: new) ? key : nil, &patches)
      case (nil, let after?): patches.append(.set(place, after))
      case (_?, nil): patches.append(.unset(place))
      case (nil, nil): break
      }
    }
  }

  /// The field that identifies the items of a node's list; nil when their places do.
  private static func identity(of field: String, in node: [String: LuaValue]) -> String? {
    if field == "children" { return "id" }
    guard case .string(let name)? = node["kind"] else { return nil }
    if name == "table", field == "rows" {
      if case .string(let key)? = node["key"] { return key }
      return nil
    }
    return ScreenKind.named(name)?.shape.fields.first { $0.name == field }?.kind.shape?.identity
  }

  private static func compare(
    _ lists: KeyedItems, _ path: [ScreenStep], _ patches: inout [ScreenPatch]
  ) {
    let key = lists.key
    for item in lists.removed { patches.append(.remove(path, key: key, item)) }
    let staying = lists.staying
    // From the end, so that the item after each one is already in place.
    var next: LuaValue?
    for (place, item) in lists.newKeys.enumerated().reversed() {
      if lists.oldPlaces[item] == nil {
        patches.append(.insert(path, key: key, before: next, lists.new[place]))
      } else if !staying.contains(item) {
        patches.append(.move(path, key: key, item, before: next))
      }
      next = item
    }
    for (place, item) in lists.newKeys.enumerated() {
      guard let before = lists.oldPlaces[item] else { continue }
      compare(
        lists.old[before], lists.new[place], path + [.item(field: key, value: item)], &patches)
    }
  }
}

/// Two lists in which every item has a unique key.
private struct KeyedItems {
  let key: String
  let old: [LuaValue]
  let new: [LuaValue]
  let oldKeys: [LuaValue]
  let newKeys: [LuaValue]
  let oldPlaces: [LuaValue: Int]
  private let newPlaces: [LuaValue: Int]

  /// Makes the pair; nil when an item lacks a key or shares it.
  init?(_ old: [LuaValue], _ new: [LuaValue], _ key: String) {
    guard let (oldKeys, oldPlaces) = Self.keys(old, key),
      let (newKeys, newPlaces) = Self.keys(new, key)
    else { return nil }
    self.key = key
    (self.old, self.new) = (old, new)
    (self.oldKeys, self.newKeys) = (oldKeys, newKeys)
    (self.oldPlaces, self.newPlaces) = (oldPlaces, newPlaces)
  }

  private static func keys(
    _ list: [LuaValue], _ key: String
  ) -> ([LuaValue], [LuaValue: Int])? {
    var keys: [LuaValue] = []
    var places: [LuaValue: Int] = [:]
    keys.reserveCapacity(list.count)
    for (place, item) in list.enumerated() {
      guard let value = item[key], places.updateValue(place, forKey: value) == nil else {
        return nil
      }
      keys.append(value)
    }
    return (keys, places)
  }

  var removed: [LuaValue] { oldKeys.filter { newPlaces[$0] == nil } }

  var isMostlyNew: Bool {
    let added = newKeys.count { oldPlaces[$0] == nil }
    return added > 8 && added * 2 > newKeys.count
  }

  /// The items that need not move: the longest run of kept items with the same order in both lists.
  var staying: Set<LuaValue> {
    let kept = newKeys.filter { oldPlaces[$0] != nil }
    let places = kept.map { oldPlaces[$0] ?? 0 }
    // For each length, the place in `places` where the run with the least last element ends.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: places.count)
    for (place, value) in places.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if places[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var result: Set<LuaValue> = []
    var place = ends.last ?? -1
    while place >= 0 {
      result.insert(kept[place])
      place = before[place]
    }
    return result
  }
}
