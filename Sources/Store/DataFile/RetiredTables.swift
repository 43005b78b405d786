internal import GRDB

/// Tables that programs had before collections (`mix.store`) existed. Their migrations stay,
/// because homes of earlier versions have them.
enum RetiredTables {
  /// The former table of one program's channels and videos; see ``moveFeed``.
  static let feed = """
    CREATE TABLE feed_video (
      account TEXT NOT NULL, id TEXT NOT NULL, channel TEXT NOT NULL, published REAL NOT NULL,
      title TEXT NOT NULL, about TEXT, thumbnail TEXT, duration REAL, seen REAL NOT NULL,
      PRIMARY KEY (account, id)) WITHOUT ROWID;
    CREATE INDEX feed_video_published ON feed_video(account, published DESC, id);
    CREATE TABLE feed_channel (
      account TEXT NOT NULL, id TEXT NOT NULL, title TEXT, registered INTEGER NOT NULL,
      UNIQUE (account, id));
    """

  /// Moves the rows into the program's collections, in the form of its first `store_version`. Null
  /// members are dropped (RFC 7396), because Lua tables have none.
  static let moveFeed = """
    CREATE TEMP TABLE moved AS
      SELECT 'channels' AS name, account || ' ' || id AS key, rowid AS place,
        json_patch('{}', json_patch(
          json_object('key', account || ' ' || id, 'account', account, 'id', id, 'title', title),
          iif(registered, '{"registered":true}', '{}'))) AS json
      FROM feed_channel
      UNION ALL
      SELECT 'videos', account || ' ' || id, published,
        json_patch('{}', json_object(
          'key', account || ' ' || id, 'account', account, 'id', id, 'channel', channel,
          'published', published, 'title', title, 'about', about, 'thumbnail', thumbnail,
          'duration', duration))
      FROM feed_video;
    INSERT OR IGNORE INTO store_program (name, version)
      SELECT 'feed', 1 WHERE EXISTS (SELECT 1 FROM moved);
    INSERT INTO store_collection (program, name, key, fields)
      SELECT 'feed', column1, 'key', column2
      FROM (VALUES ('channels', 'account'), ('videos', 'account' || char(10) || 'published'))
      WHERE EXISTS (SELECT 1 FROM moved);
    INSERT INTO store_record (collection, key, json)
      SELECT c.id, m.key, m.json FROM moved m
      JOIN store_collection c ON c.program = 'feed' AND c.name = m.name
      ORDER BY m.name, m.place;
    INSERT INTO store_value (collection, field, value, record)
      SELECT r.collection, f.column1, json_extract(r.json, '$.' || f.column1), r.id
      FROM store_record r JOIN store_collection c ON c.id = r.collection AND c.program = 'feed'
      JOIN (VALUES ('account'), ('published')) f
      WHERE json_type(r.json, '$.' || f.column1) IS NOT NULL;
    DROP TABLE moved;
    DROP TABLE feed_video;
    DROP TABLE feed_channel;
    """
}
