import MixCore
import Testing

@Suite("Patches lead from one tree to another")
struct ScreenDiffTests {
  private static func row(_ key: Int, _ title: String = "Song") -> ScreenValue {
    .record(["rank": .integer(Int64(key)), "title": .text(title)])
  }

  private static func table(_ rows: [ScreenValue], id: String = "table") -> ScreenValue {
    .record([
      "kind": .text("table"), "id": .text(id), "key": .text("rank"), "rows": .list(rows),
      "columns": .list([.record(["key": .text("rank")])]),
    ])
  }

  private static func page(_ children: [ScreenValue]) -> ScreenValue {
    .record(["kind": .text("page"), "id": .text("page"), "children": .list(children)])
  }

  private func operations(_ patches: [ScreenPatch]) -> [String] {
    patches.map { patch in
      guard case .text(let name)? = patch.value["op"] else { return "" }
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
            .field("children"), .item(field: "id", value: .text("table")), .field("rows"),
            .item(field: "rank", value: .integer(4_321)), .field("title"),
          ], .text("Another song"))
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
    let text = ScreenValue.record([
      "kind": .text("text"), "id": .text("table"), "text": .text("a"),
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
    #expect(tree.applying([.remove(path, key: "rank", .integer(2))]) == nil)
    #expect(tree.applying([.move(path, key: "rank", .integer(2), before: nil)]) == nil)
    #expect(
      tree.applying([.insert(path, key: "rank", before: .integer(2), Self.row(3))]) == nil)
    #expect(tree.applying([.set([.field("no"), .field("where")], .flag(true))]) == nil)
    #expect(tree.applying([.set([.field("rows"), .index(1)], .flag(true))]) == nil)
  }

  /// Trees of random nodes, rows and values; few keys, so that they are often the same.
  private struct Trees {
    var numbers: FixedNumbers

    mutating func keys(_ most: Int) -> [Int] {
      var all = Array(0..<most)
      for place in all.indices.reversed() { all.swapAt(place, numbers.below(place + 1)) }
      return Array(all.prefix(numbers.below(most + 1)))
    }

    mutating func scalar() -> ScreenValue {
      switch numbers.below(4) {
      case 0: .flag(numbers.below(2) == 0)
      case 1: .integer(Int64(numbers.below(5)))
      case 2: .number(Double(numbers.below(5)) / 2)
      default: .text(numbers.string(length: numbers.below(4), alphabet: 4))
      }
    }

    mutating func rows() -> [ScreenValue] {
      keys(12).map { key in
        var record: [String: ScreenValue] = ["rank": .integer(Int64(key))]
        for name in ["a", "b"] where numbers.below(3) > 0 { record[name] = scalar() }
        return .record(record)
      }
    }

    mutating func node(_ id: String, depth: Int) -> ScreenValue {
      var record: [String: ScreenValue] = ["id": .text(id)]
      switch numbers.below(depth > 0 ? 4 : 3) {
      case 0:
        record["kind"] = .text("table")
        // Sometimes without a key, or under another one.
        record["key"] = [nil, .text("rank"), .text("rank"), .text("a")][numbers.below(4)]
        record["rows"] = .list(rows())
      case 1:
        record["kind"] = .text("text")
        if numbers.below(2) == 0 { record["text"] = scalar() }
      case 2:
        record["kind"] = .text("plot")
        record["series"] = .list(
          keys(3).map { .record(["name": .integer(Int64($0)), "values": .list([scalar()])]) })
      default:
        record["kind"] = .text("page")
        var children: [ScreenValue] = []
        for key in keys(6) { children.append(node("n\(key)", depth: depth - 1)) }
        record["children"] = .list(children)
      }
      return .record(record)
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
