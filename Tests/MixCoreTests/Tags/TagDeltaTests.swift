import Testing

@testable import MixCore

@Suite("The way back from a change of tags")
struct TagDeltaTests {
  private static func bytes(_ seed: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed &* 17) ^ ($0 >> 3)) }
  }

  @Test("Pieces are found in each of many parts of the other version")
  func parts() throws {
    let parts = (0..<1_000).map { (place: $0 * 1_000, bytes: Self.bytes($0, 48)) }
    let source = TagDeltaSource(parts)
    for (_, bytes) in parts {
      let found = try #require(source.match(bytes, 0))
      #expect(found.count >= 24)
      let start = try #require(parts.first { $0.place == found.lowerBound / 1_000 * 1_000 })
      let offset = found.lowerBound - start.place
      #expect(Array(start.bytes[offset..<offset + found.count]) == Array(bytes[..<found.count]))
    }
  }

  @Test("A text that leads to more bytes than there are numbers has a length")
  func length() throws {
    var delta = TagDelta()
    delta.copy(0..<Int.max)
    delta.copy(1..<Int.max)
    #expect(delta.count == Int.max)
  }

  @Test("Work that is to stop does")
  func stops() {
    let stop = WorkStop()
    stop.ask()
    var delta = TagDelta()
    #expect(throws: CancellationError.self) {
      try delta.add([1, 2, 3], from: TagDeltaSource([]), checking: stop)
    }
  }
}
