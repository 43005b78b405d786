#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The caches of freed blocks that glibc keeps for each thread. In a server whose threads come and go they keep
/// pages from going back to the system, 4 MB of 18, and make no request faster (docs/performance.md, "make soak").
package enum ThreadCaches {
  private static let variable = "GLIBC_TUNABLES"
  private static let none = "glibc.malloc.tcache_count=0"

  /// Lets the program that this process becomes do without; only its environment can say so. Tunables that the user
  /// has set stay.
  package static func forgo() { setenv(variable, none, 0) }

  /// Keeps that from the programs that this process starts.
  package static func keepFromChildren() {
    guard let value = getenv(variable), strcmp(value, none) == 0 else { return }
    unsetenv(variable)
  }
}
