public import ScriptHost

/// A step of a path in a tree.
public enum ScreenStep: Sendable, Equatable {
  case field(String)
  /// A place in a list whose items have no keys, from 0.
  case index(Int)
  /// The item of a list whose field has this value.
  case item(field: String, value: LuaValue)
}

/// A small change of a tree. Patches are applied one after another.
public enum ScreenPatch: Sendable, Equatable {
  /// Sets the value at a path; the empty path is the whole tree.
  case set([ScreenStep], LuaValue)
  /// Removes a field.
  case unset([ScreenStep])
  /// Inserts an item into the list at the path, before the item with a key; nil for the end.
  case insert([ScreenStep], key: String, before: LuaValue?, LuaValue)
  /// Removes the item with a key from the list at the path.
  case remove([ScreenStep], key: String, LuaValue)
  /// Moves the item with a key before another one; nil for the end.
  case move([ScreenStep], key: String, LuaValue, before: LuaValue?)
}

extension ScreenPatch {
  /// The patch as pages receive it: `{op, path, …}`, where a step is a name, a place, or `[field,
  /// value]`.
  public var value: LuaValue {
    switch self {
    case .set(let path, let value): make("set", path, ["value": value])
    case .unset(let path): make("unset", path)
    case .insert(let path, let key, let before, let value):
      make("insert", path, ["key": .string(key), "before": before, "value": value])
    case .remove(let path, let key, let item):
      make("remove", path, ["key": .string(key), "item": item])
    case .move(let path, let key, let item, let before):
      make("move", path, ["key": .string(key), "item": item, "before": before])
    }
  }

  private func make(
    _ name: String, _ path: [ScreenStep], _ rest: [String: LuaValue?] = [:]
  ) -> LuaValue {
    let steps = path.map { step -> LuaValue in
      switch step {
      case .field(let name): .string(name)
      case .index(let place): .int(Int64(place))
      case .item(let field, let value): .array([.string(field), value])
      }
    }
    return .object(
      rest.compactMapValues(\.self).merging(["op": .string(name), "path": .array(steps)]) { $1 })
  }
}

extension LuaValue {
  /// Applies patches in their order.
  /// - Returns: nil when the path of a patch does not exist.
  public func applying(_ patches: [ScreenPatch]) -> LuaValue? {
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
    _ path: ArraySlice<ScreenStep>, _ body: (inout LuaValue) -> Bool
  ) -> Bool {
    guard let step = path.first else { return body(&self) }
    switch (step, self) {
    case (.field(let name), .object(var record)):
      // Removed meanwhile, so that it is not copied.
      guard var value = record.removeValue(forKey: name) else { return false }
      self = .bool(false)
      let isDone = value.change(path.dropFirst(), body)
      record[name] = value
      self = .object(record)
      return isDone
    case (.index(let place), .array(var list)):
      guard list.indices.contains(place) else { return false }
      self = .bool(false)
      defer { self = .array(list) }
      return list[place].change(path.dropFirst(), body)
    case (.item(let field, let value), .array(var list)):
      guard let place = list.firstIndex(where: { $0[field] == value }) else { return false }
      self = .bool(false)
      defer { self = .array(list) }
      return list[place].change(path.dropFirst(), body)
    default: return false
    }
  }

  private mutating func setField(_ name: String, _ value: LuaValue?) -> Bool {
    guard case .object(var record) = self else { return false }
    self = .bool(false)
    record[name] = value
    self = .object(record)
    return true
  }

  private mutating func take(_ key: String, _ item: LuaValue) -> LuaValue? {
    guard case .array(var list) = self, let place = list.firstIndex(where: { $0[key] == item })
    else { return nil }
    self = .bool(false)
    let value = list.remove(at: place)
    self = .array(list)
    return value
  }

  private mutating func insert(_ value: LuaValue, _ key: String, _ before: LuaValue?) -> Bool {
    guard case .array(var list) = self else { return false }
    var place = list.count
    if let before {
      guard let found = list.firstIndex(where: { $0[key] == before }) else { return false }
      place = found
    }
    self = .bool(false)
    list.insert(value, at: place)
    self = .array(list)
    return true
  }
}
