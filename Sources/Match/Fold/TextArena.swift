/// Allocates memory piece by piece and frees all of it at once; pieces never move.
package final class TextArena {
  private var chunks: [UnsafeMutableRawPointer] = []
  private var next: UnsafeMutableRawPointer?
  private var left = 0
  /// Allocated bytes.
  package private(set) var bytes = 0

  private static let chunkBytes = 1 << 16

  package init() {}

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Allocates uninitialized memory for `count` values of a trivial type.
  package func allocate<Value: BitwiseCopyable>(
    _ type: Value.Type, _ count: Int
  ) -> UnsafeMutablePointer<Value> {
    let bytes = (count * MemoryLayout<Value>.stride + 7) & ~7
    if bytes > left || next == nil {
      left = max(bytes, Self.chunkBytes)
      self.bytes += left
      let chunk = UnsafeMutableRawPointer.allocate(byteCount: left, alignment: 16)
      chunks.append(chunk)
      next = chunk
    }
    guard let place = next else { preconditionFailure("a chunk was made above") }
    next = place + bytes
    left -= bytes
    return place.bindMemory(to: Value.self, capacity: count)
  }

  /// Returns the end of the last piece to the arena.
  func shrink(bytes: Int) {
    let unused = bytes & ~7
    next = next.map { $0 - unused }
    left += unused
  }
}
