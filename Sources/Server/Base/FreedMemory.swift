internal import SQL

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Memory of engines and jobs that have ended: pages of SQLite's files, and what their threads left in glibc's heaps.
package enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32
  private typealias Option = @convention(c) (Int32, Int32) -> Int32

  // Looked up: Swift's module of glibc does not have them, and other libraries of C lack them.
  private static let trim = function("malloc_trim", Trim.self)

  private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
  }

  /// Leaves one heap for each processor, where glibc makes eight; before the first thread. An engine's thread gets the
  /// next heap in turn, so that what a long-lived block keeps from going back is kept once a heap.
  package static func limitHeaps() {
    let mostHeaps: Int32 = -8  // glibc's M_ARENA_MAX
    _ = function("mallopt", Option.self)?(mostHeaps, Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Gives it back to the system: glibc keeps what was freed for threads that come later, which in a server
  /// that begins and ends engines for weeks is most of its memory. Takes some milliseconds.
  static func giveBack() async {
    try? await blocking {
      PageCaches.giveBack()
      _ = trim?(0)
    }
  }
}
