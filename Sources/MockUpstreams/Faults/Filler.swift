import Hummingbird
import NIOCore

/// JSON of any size: an array with nothing but spaces in it.
enum Filler {
  private static let pieceSize = 65_536

  /// Spaces for a body in pieces.
  static let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: pieceSize)

  /// An array of a number of bytes, 2 or more.
  static func bytes(_ count: Int) -> [UInt8] {
    [UInt8(ascii: "[")] + [UInt8](repeating: UInt8(ascii: " "), count: count - 2)
      + [UInt8(ascii: "]")]
  }

  /// The same as a body that is never in memory as a whole.
  static func body(_ count: Int) -> ResponseBody {
    ResponseBody(contentLength: count) { writer in
      try await writer.write(ByteBuffer(string: "["))
      for start in stride(from: 0, to: count - 2, by: pieceSize) {
        let length = min(pieceSize, count - 2 - start)
        try await writer.write(piece.getSlice(at: 0, length: length) ?? piece)
      }
      try await writer.write(ByteBuffer(string: "]"))
      try await writer.finish(nil)
    }
  }
}
