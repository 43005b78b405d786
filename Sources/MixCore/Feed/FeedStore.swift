internal import GRDB

/// A video of a feed.
public struct FeedVideo: Sendable, Equatable {
  /// As the source names it.
  public var id: String
  /// The channel's id.
  public var channel: String
  /// When it was published; seconds since 1970.
  public var published: Double
  /// Its title.
  public var title: String
  /// What it is about, when known.
  public var about: String?
  /// The address of a picture, when known.
  public var thumbnail: String?
  /// Its length in seconds, when known.
  public var duration: Double?

  /// A video.
  public init(
    id: String, channel: String, published: Double, title: String, about: String? = nil,
    thumbnail: String? = nil, duration: Double? = nil
  ) {
    self.id = id
    self.channel = channel
    self.published = published
    self.title = title
    self.about = about
    self.thumbnail = thumbnail
    self.duration = duration
  }
}

/// The channels and videos of feeds, in the data file: what is shown when the source is down.
///
/// A feed belongs to an account: a hub with a user, or the channels' own feeds. Calls block.
public final class FeedStore: Sendable {
  /// How many videos of an account are kept, the newest ones.
  public static let mostVideos = 5_000

  private let file: DataFile

  /// - Parameter file: opened.
  public init(_ file: DataFile) { self.file = file }

  /// Keeps videos; one that is known already gets what is known of it now.
  /// - Parameter now: when they were seen; seconds since 1970.
  /// - Returns: those that were not known, in their order.
  /// - Throws: ``DataFileError``.
  public func merge(
    _ videos: [FeedVideo], of account: String, now: Double
  ) throws -> [FeedVideo] {
    try file.write { db in
      let known = try PreparedStatement(
        db, "SELECT 1 FROM feed_video WHERE account = ? AND id = ?")
      let put = try PreparedStatement(
        db,
        """
        INSERT INTO feed_video
        (account, id, channel, published, title, about, thumbnail, duration, seen)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (account, id) DO UPDATE SET
        channel = excluded.channel, published = excluded.published, title = excluded.title,
        about = excluded.about, thumbnail = excluded.thumbnail,
        duration = coalesce(excluded.duration, duration)
        """)
      var new: [FeedVideo] = []
      for video in videos {
        let isKnown = try known.first(.text(account), .text(video.id)) { _ in true } ?? false
        if !isKnown { new.append(video) }
        try put.run(
          .text(account), .text(video.id), .text(video.channel), .real(video.published),
          .text(video.title), Cell(video.about), Cell(video.thumbnail), Cell(video.duration),
          .real(now))
      }
      try PreparedStatement(
        db,
        """
        DELETE FROM feed_video WHERE account = ?1 AND id IN (SELECT id FROM feed_video
        WHERE account = ?1 ORDER BY published DESC, id LIMIT -1 OFFSET \(Self.mostVideos))
        """
      ).run(.text(account))
      return new
    }
  }

  /// Stored videos, newest first.
  /// - Parameters:
  ///   - before: only those published before; seconds since 1970.
  ///   - limit: at most so many.
  /// - Throws: ``DataFileError``.
  public func videos(
    of account: String, before: Double = .infinity, limit: Int
  ) throws -> [FeedVideo] {
    try file.read { db in
      try PreparedStatement(
        db,
        """
        SELECT id, channel, published, title, about, thumbnail, duration FROM feed_video
        WHERE account = ? AND published < ? ORDER BY published DESC, id LIMIT ?
        """
      ).map(.text(account), .real(before), .int(Int64(limit))) { row in
        FeedVideo(
          id: row.text(0), channel: row.text(1), published: row.real(2), title: row.text(3),
          about: row.isNull(4) ? nil : row.text(4), thumbnail: row.isNull(5) ? nil : row.text(5),
          duration: row.isNull(6) ? nil : row.real(6))
      }
    }
  }

  /// How many videos are stored.
  /// - Throws: ``DataFileError``.
  public func count(of account: String) throws -> Int {
    try file.read { db in
      try PreparedStatement(db, "SELECT count(*) FROM feed_video WHERE account = ?")
        .first(.text(account)) { Int($0.int(0)) } ?? 0
    }
  }

  // MARK: Channels

  /// A followed channel.
  public struct Channel: Sendable, Equatable {
    /// `UC` and 22 characters.
    public var id: String
    /// Its name, when known.
    public var title: String?
    /// Whether the hub has been told.
    public var isRegistered: Bool

    /// A channel.
    public init(id: String, title: String? = nil, isRegistered: Bool = false) {
      self.id = id
      self.title = title
      self.isRegistered = isRegistered
    }
  }

  /// The channels of an account, in the order in which they were added.
  /// - Throws: ``DataFileError``.
  public func channels(of account: String) throws -> [Channel] {
    try file.read { db in
      try PreparedStatement(
        db, "SELECT id, title, registered FROM feed_channel WHERE account = ? ORDER BY rowid"
      ).map(.text(account)) {
        Channel(
          id: $0.text(0), title: $0.isNull(1) ? nil : $0.text(1), isRegistered: $0.int(2) != 0)
      }
    }
  }

  /// Adds channels, and sets what is known of those that are there.
  /// - Returns: how many were not there.
  /// - Throws: ``DataFileError``.
  public func add(_ channels: [Channel], to account: String) throws -> Int {
    try file.write { db in
      let insert = try PreparedStatement(
        db,
        "INSERT OR IGNORE INTO feed_channel (account, id, title, registered) VALUES (?, ?, ?, ?)")
      let update = try PreparedStatement(
        db,
        """
        UPDATE feed_channel SET title = coalesce(?, title), registered = max(registered, ?)
        WHERE account = ? AND id = ?
        """)
      var added = 0
      for channel in channels {
        let registered = Cell.int(channel.isRegistered ? 1 : 0)
        added += try insert.run(
          .text(account), .text(channel.id), Cell(channel.title), registered)
        try update.run(Cell(channel.title), registered, .text(account), .text(channel.id))
      }
      return added
    }
  }

  /// Forgets that the hub was told of any channel, as it does not know the user.
  /// - Throws: ``DataFileError``.
  public func forgetRegistrations(of account: String) throws {
    _ = try file.write { db in
      try PreparedStatement(db, "UPDATE feed_channel SET registered = 0 WHERE account = ?")
        .run(.text(account))
    }
  }

  /// Stops following channels.
  /// - Returns: how many were followed.
  /// - Throws: ``DataFileError``.
  public func remove(_ ids: [String], from account: String) throws -> Int {
    try file.write { db in
      let delete = try PreparedStatement(
        db, "DELETE FROM feed_channel WHERE account = ? AND id = ?")
      return try ids.reduce(0) { $0 + (try delete.run(.text(account), .text($1))) }
    }
  }
}
