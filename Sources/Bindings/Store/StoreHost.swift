internal import MixCore

/// A run with a library, a queue of jobs and the records of programs.
protocol StoreHost: NetHost {
  /// Works and jobs; the file is opened by the first function that needs it.
  var stores: Stores { get }

  /// The collections of the program that runs.
  var store: StoreAccess { get }

  /// How refreshes went.
  var refreshes: RefreshTimes { get }

  /// While a run is recorded: the times that hold beyond it.
  var lastingRefreshes: RefreshTimes? { get }

  /// Told on the reactor what became of each item that `mix.jobs.run` works on.
  var onJobItem: (@Sendable (LeasedItem, ItemVerdict) -> Void)? { get }

  /// Told at once, on the reactor, that items of a job wait.
  var onJobWait: (@Sendable (Int64, JobWait) -> Void)? { get }
}
