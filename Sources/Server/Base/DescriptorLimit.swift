#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How many files and sockets the process may have open.
package enum DescriptorLimit {
  /// Raises the limit to the highest that the system allows this process.
  /// - Returns: the limit that holds now.
  package static func raise() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0 else { return 256 }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(kind, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The connections that a limit has room for: half of a small one, and all but 512 of a large one,
  /// are left to files, upstreams and scripts.
  package static func connections(of limit: Int) -> Int { max(limit / 2, limit - 512) }
}
