/// A second task reads a merge while it waits for pages.
public struct MergeReadTwice: Error, CustomStringConvertible {
  /// In words.
  public var description: String {
    "the merged list waits for pages on behalf of another task: it has one reader at a time"
  }
}

/// A source gives one page again and again.
public struct MergeRepeats: Error, CustomStringConvertible {
  /// In words.
  public var description: String { "the source gives the same page again and again" }
}
