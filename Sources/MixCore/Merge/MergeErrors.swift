/// A merge is used while it is being read: by a second task while it waits for pages, or by what a
/// comparison calls.
public struct MergeReadTwice: Error, CustomStringConvertible {
  /// The one there is.
  public init() {}

  /// In words.
  public var description: String {
    "the merged list is being read: it has one reader at a time, and what compares its items must "
      + "leave it alone"
  }
}

/// A source gives one page again and again.
public struct MergeRepeats: Error, CustomStringConvertible {
  /// In words.
  public var description: String { "the source gives the same page again and again" }
}
