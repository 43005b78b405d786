/// A step of a path in a tree.
public enum ScreenStep: Sendable, Equatable {
  case field(String)
  /// A place in a list whose items have no keys, from 0.
  case index(Int)
  /// The item of a list whose field has this value.
  case item(field: String, value: ScreenValue)
}

/// A small change of a tree. Patches are applied one after another.
public enum ScreenPatch: Sendable, Equatable {
  /// Sets the value at a path; the empty path is the whole tree.
  case set([ScreenStep], ScreenValue)
  /// Removes a field.
  case unset([ScreenStep])
  /// Inserts an item into the list at the path, before the item with a key; nil for the end.
  case insert([ScreenStep], key: String, before: ScreenValue?, ScreenValue)
  /// Removes the item with a key from the list at the path.
  case remove([ScreenStep], key: String, ScreenValue)
  /// Moves the item with a key before another one; nil for the end.
  case move([ScreenStep], key: String, ScreenValue, before: ScreenValue?)
}

extension ScreenPatch {
  /// The patch as pages receive it: `{op, path, …}`, where a step is a name, a place, or `[field,
  /// value]`.
  public var value: ScreenValue {
    switch self {
    case .set(let path, let value): make("set", path, ["value": value])
    case .unset(let path): make("unset", path)
    case .insert(let path, let key, let before, let value):
      make("insert", path, ["key": .text(key), "before": before, "value": value])
    case .remove(let path, let key, let item):
      make("remove", path, ["key": .text(key), "item": item])
    case .move(let path, let key, let item, let before):
      make("move", path, ["key": .text(key), "item": item, "before": before])
    }
  }

  private func make(
    _ name: String, _ path: [ScreenStep], _ rest: [String: ScreenValue?] = [:]
  ) -> ScreenValue {
    let steps = path.map { step -> ScreenValue in
      switch step {
      case .field(let name): .text(name)
      case .index(let place): .integer(Int64(place))
      case .item(let field, let value): .list([.text(field), value])
      }
    }
    return .record(
      rest.compactMapValues(\.self).merging(["op": .text(name), "path": .list(steps)]) { $1 })
  }
}

extension ScreenValue {
  /// Applies patches in their order.
  /// - Returns: nil when the path of a patch does not exist.
  public func applying(_ patches: [ScreenPatch]) -> ScreenValue? {
    var tree = self
    for patch in patches {
      guard tree.apply(patch) else { return nil }
    }
    return tree
  }

  private mutating func apply(_ patch: ScreenPatch) -> Bool {
    switch patch {
    case .set(let path, let value):
      guard case .field(let name)? = path.last else {
        return change(path[...]) {
          $0 = value; return true
        }
      }
      return change(path.dropLast()) { $0.setField(name, value) }
    case .unset(let path):
      guard case .field(let name)? = path.last else { return false }
      return change(path.dropLast()) { $0.setField(name, nil) }
    case .insert(let path, let key, let before, let value):
      return change(path[...]) { $0.insert(value, key, before) }
    case .remove(let path, let key, let item):
      return change(path[...]) { $0.take(key, item) != nil }
    case .move(let path, let key, let item, let before):
      return change(path[...]) { list in
        guard let value = list.take(key, item) else { return false }
        return list.insert(value, key, before)
      }
    }
  }

  private mutating func change(
    _ path: ArraySlice<ScreenStep>, _ body: (inout ScreenValue) -> Bool
  ) -> Bool {
    guard let step = path.first else { return body(&self) }
    switch (step, self) {
    case (.field(let name), .record(var record)):
      // Removed meanwhile, so that it is not copied.
      guard var value = record.removeValue(forKey: name) else { return false }
      self = .flag(false)
      let isDone = value.change(path.dropFirst(), body)
      record[name] = value
      self = .record(record)
      return isDone
    case (.index(let place), .list(var list)):
      guard list.indices.contains(place) else { return false }
      self = .flag(false)
      defer { self = .list(list) }
      return list[place].change(path.dropFirst(), body)
    case (.item(let field, let value), .list(var list)):
      guard let place = list.firstIndex(where: { $0[field] == value }) else { return false }
      self = .flag(false)
      defer { self = .list(list) }
      return list[place].change(path.dropFirst(), body)
    default: return false
    }
  }

  private mutating func setField(_ name: String, _ value: ScreenValue?) -> Bool {
    guard case .record(var record) = self else { return false }
    self = .flag(false)
    record[name] = value
    self = .record(record)
    return true
  }

  private mutating func take(_ key: String, _ item: ScreenValue) -> ScreenValue? {
    guard case .list(var list) = self, let place = list.firstIndex(where: { $0[key] == item })
    else { return nil }
    self = .flag(false)
    let value = list.remove(at: place)
    self = .list(list)
    return value
  }

  private mutating func insert(_ value: ScreenValue, _ key: String, _ before: ScreenValue?) -> Bool
  {
    guard case .list(var list) = self else { return false }
    var place = list.count
    if let before {
      guard let found = list.firstIndex(where: { $0[key] == before }) else { return false }
      place = found
    }
    self = .flag(false)
    list.insert(value, at: place)
    self = .list(list)
    return true
  }

  /// The value of a field; nil for values that are not records.
  public subscript(field: String) -> ScreenValue? {
    guard case .record(let record) = self else { return nil }
    return record[field]
  }
}
