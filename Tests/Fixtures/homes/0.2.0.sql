-- The data file of a home that mixhost 0.2.0 made (5932f2df).
PRAGMA application_id = 1835628644;
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
  name TEXT NOT NULL, value, source TEXT, time REAL, before INTEGER NOT NULL, user INTEGER NOT NULL DEFAULT 0);
CREATE INDEX change_merge ON change(merge);
CREATE INDEX change_before ON change(before);
CREATE INDEX change_work ON change(work);
CREATE TABLE decision (
  key TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, creator TEXT NOT NULL,
  identifiers TEXT NOT NULL, verdict TEXT NOT NULL, candidate BLOB, score REAL,
  time REAL NOT NULL);
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
  timeouts INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0, error TEXT, started INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX item_open ON item(work) WHERE state < 3;
CREATE INDEX item_leased ON item(owner) WHERE state = 1;
CREATE INDEX item_waiting ON item(due) WHERE state = 2;
CREATE INDEX item_failed ON item(job) WHERE state = 6;
CREATE INDEX item_work ON item(work, id);
CREATE INDEX item_job ON item(job, id);
CREATE INDEX item_ready ON item(job, priority DESC, lost, id) WHERE state = 0;
CREATE TABLE job_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL, time REAL NOT NULL,
  event TEXT NOT NULL, work INTEGER, attempt INTEGER, wait REAL, reason TEXT);
CREATE INDEX job_event_job ON job_event(job, id);
CREATE TABLE refresh (
  name TEXT NOT NULL, key TEXT NOT NULL, since REAL, success REAL, failure REAL,
  failures INTEGER NOT NULL, error TEXT, not_before REAL, changes TEXT NOT NULL, started REAL,
  PRIMARY KEY (name, key)) WITHOUT ROWID;
CREATE TABLE job_key (
  key TEXT PRIMARY KEY COLLATE NOCASE, job INTEGER NOT NULL UNIQUE, served INTEGER NOT NULL);
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
INSERT INTO grdb_migrations VALUES ('works 1'), ('jobs 1'), ('refresh 1'), ('jobs 2'), ('jobs 3'), ('job keys 1'), ('feed 1'), ('store 1'), ('works 2'), ('feed 2');
INSERT INTO work VALUES
  (1,'book',2,NULL,1.0,NULL,NULL,'sabrielgarth nix',1,1795000000.0,1795000060.0),
  (2,'book',0,NULL,NULL,NULL,NULL,'the unwritten booknobody known',0,1795000000.0,1795000000.0);
INSERT INTO field VALUES
  (1,'creators','Garth Nix','csv',1795000000.0,1,0),
  (1,'identifiers.isbn13','9780064471831','openlibrary',1795000060.0,0,1),
  (1,'title','Sabriel','csv',1795000000.0,1,0),
  (1,'year',1995,'openlibrary',1795000060.0,0,2),
  (2,'creators','Nobody Known','csv',1795000000.0,1,0),
  (2,'title','The Unwritten Book','csv',1795000000.0,1,0);
INSERT INTO merge VALUES (1,1,1,1795000060.0,'openlibrary',1,NULL,NULL,NULL,NULL,0);
INSERT INTO change VALUES
  (1,1,1,'identifiers.isbn13',NULL,NULL,NULL,0,0),
  (2,1,1,'year',NULL,NULL,NULL,0,0);
INSERT INTO job VALUES (1,'enrich','done',1795000050.0,1795000060.0);
INSERT INTO job_count VALUES (1,0,0),(1,1,0),(1,3,1);
INSERT INTO item VALUES (1,1,1,0,3,0.0,0,1,0,0,0,0,NULL,0);
INSERT INTO job_event VALUES
  (1,1,1795000050.0,'created',NULL,NULL,NULL,NULL),
  (2,1,1795000060.0,'done',NULL,NULL,NULL,NULL);
INSERT INTO refresh VALUES ('feed','youtube',1795000000.0,1795000000.0,NULL,0,NULL,NULL,'1794990000.0',NULL);
INSERT INTO store_program VALUES ('feed',1);
INSERT INTO store_collection VALUES
  (1,'feed','channels','key','account'),
  (2,'feed','videos','key','account'||char(10)||'published'||char(10)||'starred'||char(10)||'unread');
INSERT INTO store_record VALUES
  (1,1,'youtube UCaaaaaaaaaaaaaaaaaaaaaa',
   '{"account":"youtube","id":"UCaaaaaaaaaaaaaaaaaaaaaa","key":"youtube UCaaaaaaaaaaaaaaaaaaaaaa","title":"Finn Tigers"}'),
  (2,2,'youtube BupLZ1r1mCn',
   '{"about":"About it","account":"youtube","channel":"UCaaaaaaaaaaaaaaaaaaaaaa","duration":2935,"id":"BupLZ1r1mCn","key":"youtube BupLZ1r1mCn","published":1794990000,"title":"Carry Secret Kingdom"}');
INSERT INTO store_value VALUES (1,'account','youtube',1),(2,'account','youtube',2),(2,'published',1794990000,2);
COMMIT;
