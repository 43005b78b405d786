#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The number of files and sockets that the process may have open.
package enum DescriptorLimit {
  /// The fewest with which a server starts. Below some 30 the libraries that it stands on end the
  /// process.
  package static let least = 48

  /// Raises the limit to the maximum that the system allows this process.
  /// - Returns: the limit now in force.
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

  /// The number of connections that a limit allows. The rest is kept for files, upstreams and
  /// scripts: half of a small limit, 512 of a large one.
  package static func connections(of limit: Int) -> Int { max(limit / 2, limit - 512) }
}
