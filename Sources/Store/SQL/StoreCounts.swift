package import Synchronization

/// Counters of a process about its stores for `/metrics`, since its start.
package enum StoreCounts {
  /// The items that were taken back from processes that ended or hung.
  package static let leasesLost = Atomic<Int>(0)
  /// The connections to a server that ended while they were in use; each is replaced.
  package static let connectionsLost = Atomic<Int>(0)
}
