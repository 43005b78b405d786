#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Memory of engines that have ended, whose threads each had a heap of their own.
enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32

  // Looked up: Swift's module of glibc does not have it, and other libraries of C lack it.
  private static let trim: Trim? = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim").map {
    unsafeBitCast($0, to: Trim.self)
  }

  /// Gives it back to the system: glibc keeps what was freed for threads that come later, which in a server
  /// that begins and ends engines for weeks is most of its memory. Takes some milliseconds.
  static func giveBack() async {
    guard let trim else { return }
    _ = try? await blocking { trim(0) }
  }
}
