internal import GRDB

/// The tables of the data file, as a list of migrations.
enum DataFileSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("works 1") { try $0.execute(sql: works) }
    migrator.registerMigration("jobs 1") { try $0.execute(sql: jobs) }
    migrator.registerMigration("refresh 1") { try $0.execute(sql: refresh) }
    migrator.registerMigration("jobs 2") { db in
      // `started`: whether an attempt has begun since the item was taken; kept for items whose
      // process was lost before.
      try db.execute(sql: "ALTER TABLE item ADD COLUMN started INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("jobs 3") { db in
      // Items that have lost processes come after the others of their priority.
      try db.execute(
        sql: """
          DROP INDEX item_ready;
          CREATE INDEX item_ready ON item(job, priority DESC, lost, id) WHERE state = 0;
          """)
    }
    migrator.registerMigration("job keys 1") { try $0.execute(sql: jobKeys) }
    migrator.registerMigration("feed 1") { try $0.execute(sql: RetiredTables.feed) }
    migrator.registerMigration("store 1") { try $0.execute(sql: store) }
    migrator.registerMigration("works 2") { db in
      // `user`: whether the user set the field's earlier value; an edit replaces such a field, too.
      try db.execute(sql: "ALTER TABLE change ADD COLUMN user INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("feed 2") { try $0.execute(sql: RetiredTables.moveFeed) }
    return migrator
  }

  /// AUTOINCREMENT never reuses a number, so a reference to a deleted work finds nothing. A `merge`
  /// row is one act that changed a work; a `change` row holds one field's earlier value. A field
  /// names the change that set it (0: the user's file).
  private static let works = """
    CREATE TABLE work (
      id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, status INTEGER NOT NULL,
      error TEXT, score REAL, decision TEXT, candidates BLOB, folded TEXT NOT NULL,
      merge INTEGER NOT NULL DEFAULT 0, added REAL NOT NULL, updated REAL NOT NULL);
    CREATE INDEX work_status ON work(status, id);
    CREATE INDEX work_folded ON work(folded);
    CREATE TABLE field (
      work INTEGER NOT NULL, name TEXT NOT NULL, value, source TEXT NOT NULL, time REAL NOT NULL,
      user INTEGER NOT NULL, change INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (work, name)) WITHOUT ROWID;
    CREATE INDEX field_identifier ON field(name, value) WHERE name >= 'identifiers.' AND name < 'identifiers/';
    CREATE TABLE merge (
      id INTEGER PRIMARY KEY AUTOINCREMENT, work INTEGER NOT NULL, job INTEGER, time REAL NOT NULL,
      source TEXT NOT NULL, status INTEGER NOT NULL, error TEXT, score REAL, decision TEXT,
      candidates BLOB, before INTEGER NOT NULL);
    CREATE INDEX merge_job ON merge(job);
    CREATE INDEX merge_work ON merge(work);
    CREATE INDEX merge_before ON merge(before);
    CREATE TABLE change (
      id INTEGER PRIMARY KEY AUTOINCREMENT, merge INTEGER NOT NULL, work INTEGER NOT NULL,
      name TEXT NOT NULL, value, source TEXT, time REAL, before INTEGER NOT NULL);
    CREATE INDEX change_merge ON change(merge);
    CREATE INDEX change_before ON change(before);
    CREATE INDEX change_work ON change(work);
    CREATE TABLE decision (
      key TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, creator TEXT NOT NULL,
      identifiers TEXT NOT NULL, verdict TEXT NOT NULL, candidate BLOB, score REAL,
      time REAL NOT NULL);
    """

  private static let jobs = """
    CREATE TABLE job (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, state TEXT NOT NULL,
      created REAL NOT NULL, updated REAL NOT NULL);
    CREATE TABLE job_count (
      job INTEGER NOT NULL, state INTEGER NOT NULL, n INTEGER NOT NULL,
      PRIMARY KEY (job, state)) WITHOUT ROWID;
    CREATE TABLE lease_owner (
      id INTEGER PRIMARY KEY AUTOINCREMENT, pid INTEGER NOT NULL, boot TEXT NOT NULL,
      started INTEGER NOT NULL, namespace TEXT NOT NULL,
      until REAL NOT NULL DEFAULT 0);
    CREATE TABLE item (
      id INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL, work INTEGER NOT NULL,
      priority INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, due REAL NOT NULL DEFAULT 0,
      owner INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
      throttled INTEGER NOT NULL DEFAULT 0, returns INTEGER NOT NULL DEFAULT 0,
      timeouts INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0, error TEXT);
    CREATE UNIQUE INDEX item_open ON item(work) WHERE state < 3;
    CREATE INDEX item_ready ON item(job, priority DESC, id) WHERE state = 0;
    CREATE INDEX item_leased ON item(owner) WHERE state = 1;
    CREATE INDEX item_waiting ON item(due) WHERE state = 2;
    CREATE INDEX item_failed ON item(job) WHERE state = 6;
    CREATE INDEX item_work ON item(work, id);
    CREATE INDEX item_job ON item(job, id);
    CREATE TABLE job_event (
      id INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL, time REAL NOT NULL,
      event TEXT NOT NULL, work INTEGER, attempt INTEGER, wait REAL, reason TEXT);
    CREATE INDEX job_event_job ON job_event(job, id);
    """

  /// Keys of jobs for programs that ask over the network. `served`: the server works on the job
  /// unasked.
  private static let jobKeys = """
    CREATE TABLE job_key (
      key TEXT PRIMARY KEY COLLATE NOCASE, job INTEGER NOT NULL UNIQUE, served INTEGER NOT NULL);
    """

  /// The history of fetching each source; `changes` are times separated by spaces.
  private static let refresh = """
    CREATE TABLE refresh (
      name TEXT NOT NULL, key TEXT NOT NULL, since REAL, success REAL, failure REAL,
      failures INTEGER NOT NULL, error TEXT, not_before REAL, changes TEXT NOT NULL, started REAL,
      PRIMARY KEY (name, key)) WITHOUT ROWID;
    """

  /// Collections of programs. `fields` lists the indexed fields, one on each line; `store_value`
  /// has a row for each of them that a record has. Keys and values keep their own types.
  private static let store = """
    CREATE TABLE store_program (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE store_collection (
      id INTEGER PRIMARY KEY AUTOINCREMENT, program TEXT NOT NULL, name TEXT NOT NULL,
      key TEXT NOT NULL, fields TEXT NOT NULL, UNIQUE (program, name));
    CREATE TABLE store_record (
      id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, key NOT NULL,
      json TEXT NOT NULL, UNIQUE (collection, key));
    CREATE TABLE store_value (
      collection INTEGER NOT NULL, field TEXT NOT NULL, value NOT NULL, record INTEGER NOT NULL,
      PRIMARY KEY (collection, field, value, record)) WITHOUT ROWID;
    CREATE INDEX store_value_record ON store_value(record, field);
    """
}
