internal import Bindings
internal import NIOCore
internal import ScriptHost
internal import Synchronization

/// A view's last result, shared by all pages that show it. Each part is cut out and encoded once.
final class DrawnTree: Sendable {
  /// The most parts to keep; nearly all pages see the same one.
  private static let mostParts = 8

  /// The works that the tree shows.
  let works: [ScreenWork]
  /// Whether all pages show one of them.
  var hasSharedWorks: Bool { works.contains(where: \.isShared) }
  private let tree: LuaValue
  private let address: @Sendable (String, ScreenMedia) -> String?
  // Read by several event loops.
  private let parts = Mutex<[ScreenWindows: ShownTree]>([:])

  /// - Parameter address: returns the signed path of a picture; see ``ScreenView``.
  init(_ tree: LuaValue, address: @escaping @Sendable (String, ScreenMedia) -> String?) {
    self.tree = tree
    self.address = address
    works = ScreenWork.list(tree)
  }

  /// The part that a page with these windows shows.
  func shown(_ windows: ScreenWindows) -> ShownTree {
    parts.withLock { parts in
      if let known = parts[windows] { return known }
      let made = ShownTree(ScreenView(windows, address: address).shown(tree))
      if parts.count < Self.mostParts { parts[windows] = made }
      return made
    }
  }
}

/// A tree as a page receives it, with the patches from earlier trees.
final class ShownTree: Sendable {
  private static let counter = Atomic<Int>(0)
  /// The most earlier trees whose patches are kept.
  private static let mostWays = 4

  private struct Texts {
    var whole: ByteBuffer?
    var patches: [Int: ByteBuffer] = [:]
  }

  private let value: LuaValue
  private let number = counter.add(1, ordering: .relaxed).newValue
  private let texts = Mutex(Texts())

  init(_ value: LuaValue) { self.value = value }

  /// The tree as JSON.
  var text: ByteBuffer {
    texts.withLock { texts in
      if let known = texts.whole { return known }
      let made = ByteBuffer(bytes: value.json)
      texts.whole = made
      return made
    }
  }

  /// The patches from an earlier tree to this one, as a JSON list.
  func patches(from old: ShownTree) -> ByteBuffer {
    texts.withLock { texts in
      if let known = texts.patches[old.number] { return known }
      let list = ScreenDiff.patches(from: old.value, to: value).map(\.value)
      let made = ByteBuffer(bytes: LuaValue.array(list).json)
      if texts.patches.count < Self.mostWays { texts.patches[old.number] = made }
      return made
    }
  }
}
