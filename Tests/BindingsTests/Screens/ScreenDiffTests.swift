import Bindings
import ScriptHost
import Testing

@Suite("Patches lead from one tree to another")
struct ScreenDiffTests {
  private static func row(_ key: Int, _ title: String = "Song") -> LuaValue {
    .object(["rank": .int(Int64(key)), "title": .string(title)])
  }

  private static func table(_ rows: [LuaValue], id: String = "table") -> LuaValue {
    .object([
      "kind": .string("table"), "id": .string(id), "key": .string("rank"), "rows": .array(rows),
      "columns": .array([.object(["key": .string("rank")])]),
    ])
  }

  private static func page(_ children: [LuaValue]) -> LuaValue {
    .object(["kind": .string("page"), "id": .string("page"), "children": .array(children)])
  }

  private func operations(_ patches: [ScreenPatch]) -> [String] {
    patches.map { patch in
      guard case .string(let name)? = patch.value["op"] else { return "" }
      return name
    }
  }

  @Test("One changed row of many is one patch of its cell, under 1 KB")
  func small() throws {
    let rows = (0..<5_000).map { Self.row($0) }
    var changed = rows
    changed[4_321] = Self.row(4_321, "Another song")
    let (old, new) = (Self.page([Self.table(rows)]), Self.page([Self.table(changed)]))
    let patches = ScreenDiff.patches(from: old, to: new)
    #expect(
      patches == [
        .set(
          [
            .field("children"), .item(field: "id", value: .string("table")), .field("rows"),
            .item(field: "rank", value: .int(4_321)), .field("title"),
          ], .string("Another song"))
      ])
    #expect("\(try #require(patches.first).value)".utf8.count < 1_000)
    #expect(old.applying(patches) == new)
  }

  @Test("A row that is new, gone or elsewhere is one patch")
  func lists() {
    let rows = (0..<50).map { Self.row($0) }
    let old = Self.table(rows)
    for (changed, expected) in [
      (rows + [Self.row(99)], "insert"), (Array(rows.dropFirst()), "remove"),
      (rows[1...] + [rows[0]], "move"), ([rows[49]] + rows[..<49], "move"),
      ([Self.row(7)], "remove"),
    ] {
      let new = Self.table(changed)
      let patches = ScreenDiff.patches(from: old, to: new)
      #expect(Set(operations(patches)) == [expected])
      if changed.count > 1 { #expect(patches.count == 1) }
      #expect(old.applying(patches) == new)
    }
  }

  @Test("Another list, and another kind in a node's place, are set as a whole")
  func replaced() {
    let old = Self.page([Self.table((0..<50).map { Self.row($0) })])
    let other = Self.page([Self.table((50..<100).map { Self.row($0) })])
    #expect(operations(ScreenDiff.patches(from: old, to: other)) == ["set"])
    let text = LuaValue.object([
      "kind": .string("text"), "id": .string("table"), "text": .string("a"),
    ])
    let patches = ScreenDiff.patches(from: old, to: Self.page([text]))
    #expect(operations(patches) == ["set"])
    #expect(old.applying(patches) == Self.page([text]))
    #expect(ScreenDiff.patches(from: old, to: old).isEmpty)
  }

  @Test("A patch that leads nowhere is refused")
  func lost() {
    let tree = Self.table([Self.row(1)])
    let path: [ScreenStep] = [.field("rows")]
    #expect(tree.applying([.remove(path, key: "rank", .int(2))]) == nil)
    #expect(tree.applying([.move(path, key: "rank", .int(2), before: nil)]) == nil)
    #expect(
      tree.applying([.insert(path, key: "rank", before: .int(2), Self.row(3))]) == nil)
    #expect(tree.applying([.set([.field("no"), .field("where")], .bool(true))]) == nil)
    #expect(tree.applying([.set([.field("rows"), .index(1)], .bool(true))]) == nil)
  }

  /// Trees of random nodes, rows and values; few keys, so that they are often the same.
  private struct Trees {
    var numbers: FixedNumbers

    mutating func keys(_ most: Int) -> [Int] {
      var all = Array(0..<most)
      for place in all.indices.reversed() { all.swapAt(place, numbers.below(place + 1)) }
      return Array(all.prefix(numbers.below(most + 1)))
    }

    mutating func scalar() -> LuaValue {
      switch numbers.below(4) {
      case 0: .bool(numbers.below(2) == 0)
      case 1: .int(Int64(numbers.below(5)))
      case 2: .number(Double(numbers.below(5)) / 2)
      default: .string(String((0..<numbers.below(4)).map { _ in Array("a b夜")[numbers.below(4)] }))
      }
    }

    mutating func rows() -> [LuaValue] {
      keys(12).map { key in
        var record: [String: LuaValue] = ["rank": .int(Int64(key))]
        for name in ["a", "b"] where numbers.below(3) > 0 { record[name] = scalar() }
        return .object(record)
      }
    }

    mutating func node(_ id: String, depth: Int) -> LuaValue {
      var record: [String: LuaValue] = ["id": .string(id)]
      switch numbers.below(depth > 0 ? 4 : 3) {
      case 0:
        record["kind"] = .string("table")
        // Sometimes without a key, or under another one.
        record["key"] = [nil, .string("rank"), .string("rank"), .string("a")][numbers.below(4)]
        record["rows"] = .array(rows())
      case 1:
        record["kind"] = .string("text")
        if numbers.below(2) == 0 { record["text"] = scalar() }
      case 2:
        record["kind"] = .string("plot")
        record["series"] = .array(
          keys(3).map { .object(["name": .int(Int64($0)), "values": .array([scalar()])]) })
      default:
        record["kind"] = .string("page")
        var children: [LuaValue] = []
        for key in keys(6) { children.append(node("n\(key)", depth: depth - 1)) }
        record["children"] = .array(children)
      }
      return .object(record)
    }
  }

  @Test("Applied to the old tree they give the new one, whatever the trees")
  func property() {
    var trees = Trees(numbers: FixedNumbers(state: 11))
    for round in 0..<3_000 {
      let (old, new) = (trees.node("root", depth: 3), trees.node("root", depth: 3))
      let patches = ScreenDiff.patches(from: old, to: new)
      guard old.applying(patches) == new else {
        Issue.record("round \(round): \(old) to \(new) by \(patches)")
        return
      }
    }
  }
}

/// A small generator with a fixed start, so that a failure can be repeated.
private struct FixedNumbers {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
