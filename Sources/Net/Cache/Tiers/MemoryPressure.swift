internal import Glibc

/// Notices when the machine runs short of memory, from the kernel's pressure figures.
///
/// `/proc/pressure/memory` tells for what share of the last ten seconds some task waited for memory.
/// Where the kernel has no such file, nothing is ever reported.
struct MemoryPressure {
  /// The share of time, in percent, above which memory is short.
  static let threshold = 10.0
  /// How many stores pass between two looks at the file.
  static let interval = 512

  private let path: String
  private var untilLook = MemoryPressure.interval

  init(path: String = "/proc/pressure/memory") { self.path = path }

  /// Counts a store; every ``interval``-th one looks. Returns whether memory is short.
  mutating func isShortAfterStore() -> Bool {
    untilLook -= 1
    guard untilLook <= 0 else { return false }
    untilLook = Self.interval
    return (some() ?? 0) > Self.threshold
  }

  // The line reads "some avg10=0.00 avg60=0.00 avg300=0.00 total=0".
  private func some() -> Double? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    let field = text.split(separator: " ").first { $0.hasPrefix("avg10=") }
    return field.flatMap { Double($0.dropFirst("avg10=".count)) }
  }
}
