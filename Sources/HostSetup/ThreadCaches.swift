#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Switches off the per-thread caches of freed blocks in glibc. In a server whose threads come and
/// go they keep pages from going back to the system, 4 MB of 18, and make no request faster
/// (docs/performance.md, "make soak").
package enum ThreadCaches {
  private static let variable = "GLIBC_TUNABLES"
  private static let none = "glibc.malloc.tcache_count=0"

  /// Switches them off for the program that this process becomes, which only its environment can
  /// do. Tunables that the user has set are kept.
  package static func forgo() { setenv(variable, none, 0) }

  /// Removes that variable, so that child processes do not inherit it.
  package static func keepFromChildren() {
    guard let value = getenv(variable), strcmp(value, none) == 0 else { return }
    unsetenv(variable)
  }
}
