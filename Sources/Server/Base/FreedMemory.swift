internal import SQL

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Returns memory of ended engines and jobs: pages of SQLite's files, and what their threads left
/// in glibc's heaps.
package enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32
  private typealias Option = @convention(c) (Int32, Int32) -> Int32

  // Looked up at run time: Swift's Glibc module lacks them, and so do other C libraries.
  private static let trim = function("malloc_trim", Trim.self)

  private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
  }

  /// Limits glibc to one heap for each processor instead of eight; call it before the first thread
  /// starts. Engines' threads take turns on the heaps, and a long-lived block in each keeps memory
  /// from going back.
  package static func limitHeaps() {
    let mostHeaps: Int32 = -8  // glibc's M_ARENA_MAX
    _ = function("mallopt", Option.self)?(mostHeaps, Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Returns free memory to the system. glibc keeps freed memory for later threads, which is most
  /// of the memory of a server that starts and ends engines for weeks. Takes some milliseconds.
  static func giveBack() async {
    try? await blocking {
      PageCaches.giveBack()
      _ = trim?(0)
    }
  }
}
