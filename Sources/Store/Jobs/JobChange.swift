/// A change to the jobs of a store, as other processes are notified of it.
public enum JobChange: Sendable, Equatable {
  /// A job has items to take; nil means any job.
  case work(Int64?)
  /// A job was canceled or paused.
  case state(Int64)
  /// Items of a job were settled.
  case progress(Int64)
  /// Changes may have been missed: check everything.
  case unknown

  /// Whether the change affects which items a run may take.
  var concernsRuns: Bool {
    if case .progress = self { return false }
    return true
  }
}

/// A subscription to changes; it ends when the object is released.
public protocol JobWatch: AnyObject, Sendable {}
