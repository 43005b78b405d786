/// Thrown when a merge is used while it is being read: by a second task while it waits for pages,
/// or from within a comparison.
public struct MergeReadTwice: Error, CustomStringConvertible {
  /// Makes the error.
  public init() {}

  /// The message.
  public var description: String {
    "the merged list is being read: it has one reader at a time, and what compares its items must "
      + "leave it alone"
  }
}

/// Thrown when a source gives empty pages without an end.
public struct MergeRunsEmpty: Error, CustomStringConvertible {
  /// Most empty pages in a row.
  static let most = 1_000

  /// The message.
  public var description: String {
    "the source gave \(Self.most) empty pages in a row and says that there are more"
  }
}

/// Thrown when a source gives the same page repeatedly.
public struct MergeRepeats: Error, CustomStringConvertible {
  /// The message.
  public var description: String { "the source gives the same page again and again" }
}
