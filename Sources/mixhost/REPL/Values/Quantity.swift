import Notation

/// Formats amounts with up to three digits.
enum Quantity {
  /// `1.3 ms`, `12.5 s`.
  static func seconds(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-3: "\(rounded(seconds * 1e6)) µs"
    case ..<1: "\(rounded(seconds * 1e3)) ms"
    default: "\(rounded(seconds)) s"
    }
  }

  /// `640 bytes`, `1.2 MB`.
  static func bytes(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) bytes"
    case ..<1_000_000: "\(rounded(Double(bytes) / 1e3)) kB"
    default: "\(rounded(Double(bytes) / 1e6)) MB"
    }
  }

  private static func rounded(_ value: Double) -> String {
    value >= 100 ? "\(Int(clamping: value.rounded()))" : "\((value * 10).rounded() / 10)"
  }
}
