/// A change to the jobs of a store, as all its processes hear of it.
public enum JobChange: Sendable, Equatable {
  /// A job, or for nil any of them, has items that may be taken.
  case work(Int64?)
  /// A job was canceled or paused.
  case state(Int64)
  /// Items of a job were settled.
  case progress(Int64)
  /// Changes may have been missed: look at everything.
  case unknown

  /// The jobs may be worked on otherwise than before.
  var concernsRuns: Bool {
    if case .progress = self { return false }
    return true
  }
}

/// Somebody who hears of changes, until it is let go.
public protocol JobWatch: AnyObject, Sendable {}
