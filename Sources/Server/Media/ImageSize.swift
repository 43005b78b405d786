internal import Bindings
internal import MixCore

/// Reads a picture's size from its header: a few bytes may claim more pixels than a browser has
/// memory for.
enum ImageSize {
  /// The longest edge that is passed on, in pixels.
  private static let mostEdge = 16_384
  /// The most pixels that are passed on.
  private static let mostPoints = 40_000_000

  /// Why a picture is not passed on; nil if it may be.
  static func problem(_ bytes: [UInt8], _ type: MediaType) -> String? {
    guard type.media == .image else { return nil }
    guard let (width, height) = read(ImageBytes(bytes), type), width > 0, height > 0 else {
      return "the picture's header is damaged"
    }
    guard max(width, height) <= mostEdge, width * height <= mostPoints else {
      return "the picture has \(width) × \(height) points, which is too much"
    }
    return nil
  }

  /// Width and height; nil if the header has none.
  static func read(_ bytes: ImageBytes, _ type: MediaType) -> (Int, Int)? {
    switch type {
    case .png: bytes.has("IHDR", at: 12) ? pair(bytes.big(16, 4), bytes.big(20, 4)) : nil
    case .gif: pair(bytes.little(6, 2), bytes.little(8, 2))
    case .jpeg: jpeg(bytes)
    case .webp: webp(bytes)
    case .avif: avif(bytes)
    case .mp3, .mp4, .aac, .wav: nil
    }
  }

  private static func pair(_ width: Int?, _ height: Int?) -> (Int, Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }

  /// The frame header (ITU-T T.81, B.2.2), which follows segments that state their lengths.
  private static func jpeg(_ bytes: ImageBytes) -> (Int, Int)? {
    var place = 2
    while let mark = bytes.byte(place), mark == 0xFF, let kind = bytes.byte(place + 1) {
      switch kind {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD7: place += 2
      // C4, C8 and CC are tables, not frames.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(kind):
        return pair(bytes.big(place + 7, 2), bytes.big(place + 5, 2))
      case 0xD9, 0xDA: return nil
      default:
        guard let length = bytes.big(place + 2, 2), length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  private static func webp(_ bytes: ImageBytes) -> (Int, Int)? {
    if bytes.has("VP8X", at: 12) {
      return pair(bytes.little(24, 3).map { $0 + 1 }, bytes.little(27, 3).map { $0 + 1 })
    }
    if bytes.has("VP8L", at: 12), let bits = bytes.little(21, 4) {
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if bytes.has("VP8 ", at: 12) {
      return pair(bytes.little(26, 2).map { $0 & 0x3FFF }, bytes.little(28, 2).map { $0 & 0x3FFF })
    }
    return nil
  }

  /// The largest `ispe` property (ISO/IEC 23008-12, 6.5.3) among the file's first boxes.
  private static func avif(_ bytes: ImageBytes) -> (Int, Int)? {
    var found: (Int, Int)?
    for place in 0..<min(bytes.count, 16_384) where bytes.has("ispe", at: place) {
      guard let size = pair(bytes.big(place + 8, 4), bytes.big(place + 12, 4)) else { continue }
      if found.map({ size.0 > $0.0 || size.1 > $0.1 }) ?? true { found = size }
    }
    return found
  }
}
