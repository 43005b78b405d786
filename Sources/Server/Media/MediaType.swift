internal import Bindings
internal import MixCore

/// A file's type by its content; the type that a service claims is ignored.
enum MediaType: String, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  case avif = "image/avif"
  case mp3 = "audio/mpeg"
  case mp4 = "audio/mp4"
  case aac = "audio/aac"
  case wav = "audio/wav"

  /// The use that the type is allowed for.
  var media: ScreenMedia {
    switch self {
    case .png, .jpeg, .gif, .webp, .avif: .image
    case .mp3, .mp4, .aac, .wav: .audio
    }
  }

  /// Detects the type of a file; nil for all others, such as SVG and HTML.
  init?(_ bytes: [UInt8]) {
    let start = ImageBytes(bytes)
    if start.has("\u{89}PNG\r\n\u{1A}\n", at: 0) {
      self = .png
    } else if start.byte(0) == 0xFF, start.byte(1) == 0xD8, start.byte(2) == 0xFF {
      self = .jpeg
    } else if start.has("GIF87a", at: 0) || start.has("GIF89a", at: 0) {
      self = .gif
    } else if start.has("RIFF", at: 0), start.has("WEBP", at: 8) {
      self = .webp
    } else if start.has("RIFF", at: 0), start.has("WAVE", at: 8) {
      self = .wav
    } else if start.has("ftyp", at: 4) {
      self = start.has("avif", at: 8) || start.has("avis", at: 8) ? .avif : .mp4
    } else if start.has("ID3", at: 0) {
      self = .mp3
    } else if start.byte(0) == 0xFF, let second = start.byte(1), second & 0xE0 == 0xE0 {
      // A frame's header: layer 0 is AAC in ADTS, layer 3 (01) is MP3.
      switch second & 0x06 {
      case 0x00 where second & 0xF0 == 0xF0: self = .aac
      case 0x02: self = .mp3
      default: return nil
      }
    } else {
      return nil
    }
  }
}

/// Reads numbers and marks from a file's bytes, within their bounds.
struct ImageBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(_ place: Int) -> Int? {
    bytes.indices.contains(place) ? Int(bytes[place]) : nil
  }

  /// Whether a mark of Latin-1 letters is at an offset.
  func has(_ mark: String, at place: Int) -> Bool {
    let letters = mark.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard place >= 0, place + letters.count <= bytes.count else { return false }
    return bytes[place..<place + letters.count].elementsEqual(letters)
  }

  /// Reads a big-endian number.
  func big(_ place: Int, _ length: Int) -> Int? {
    guard place >= 0, place + length <= bytes.count else { return nil }
    return bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a little-endian number.
  func little(_ place: Int, _ length: Int) -> Int? {
    guard place >= 0, place + length <= bytes.count else { return nil }
    return bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The first offset of a mark, searched in the first `limit` bytes only.
  func place(of mark: String, within limit: Int) -> Int? {
    (0..<min(limit, bytes.count)).first { has(mark, at: $0) }
  }
}
