/// The places in the file that boxes of an MP4 file name: of pieces of sound, and of fragments.
enum MP4Places {
  /// The ranges of the numbers in the content of a box.
  static func fields(_ name: String, _ content: some RandomAccessCollection<UInt8>) -> [Range<Int>]
  {
    let bytes = Array(content)
    switch name {
    case "stco", "co64":
      let width = name == "stco" ? 4 : 8
      let count = bytes.dropFirst(4).prefix(4).bigEndian
      guard bytes.count >= 8, count <= (bytes.count - 8) / width else { return [] }
      return (0..<count).map { 8 + $0 * width..<8 + ($0 + 1) * width }
    case "tfhd":
      return bytes.count >= 16 && bytes[3] & 0x01 != 0 ? [8..<16] : []
    default: return []
    }
  }

  /// Boxes with places that are written in other ways.
  private static let unknown: Set = ["iloc", "saio", "tfra"]

  /// Moves places that lie behind a place.
  /// - Throws: ``TagFailure`` for places that cannot be moved.
  static func shift(_ bytes: inout [UInt8], from start: Int, by more: Int) throws {
    try shift(&bytes, 0..<bytes.count, start, more, MP4Box.deepest)
  }

  private static func shift(
    _ bytes: inout [UInt8], _ range: Range<Int>, _ start: Int, _ more: Int, _ depth: Int
  ) throws {
    guard depth > 0 else { throw MP4Box.damaged }
    for box in try MP4Box.list(bytes, range) {
      guard !unknown.contains(box.name) else {
        throw TagFailure.unsupported("it has no room for longer tags beside its \(box.name)")
      }
      if MP4Box.containers.contains(box.name) {
        try shift(&bytes, box.content, start, more, depth - 1)
      }
      for field in fields(box.name, bytes[box.content]) {
        let whole =
          box.content.lowerBound + field.lowerBound..<box.content.lowerBound + field.upperBound
        let place = bytes[whole].bigEndian
        guard place >= start else { continue }
        guard whole.count == 8 || place + more <= 0xFFFF_FFFF else {
          throw TagFailure(.limit, "it becomes longer than 4 GB")
        }
        bytes.replaceSubrange(whole, with: [UInt8].bigEndian(place &+ more, whole.count))
      }
    }
  }
}
