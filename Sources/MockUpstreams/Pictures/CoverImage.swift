/// The sizes of covers, and what stands for one that is missing.
enum CoverImage {
  enum Size: String, Sendable {
    case small = "S"
    case medium = "M"
    case large = "L"

    /// Edges in units of eight points.
    var blocks: (across: Int, down: Int) {
      switch self {
      case .small: (5, 8)
      case .medium: (22, 34)
      case .large: (40, 62)
      }
    }
  }

  /// One transparent point (GIF89a), as services send for a cover that they do not have.
  static let blank: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1,
      0,
      1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]
}
