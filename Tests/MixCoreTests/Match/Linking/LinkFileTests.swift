import Foundation
import GRDB
import Testing

@testable import Match

@Suite("Link files")
struct LinkFileTests {
  @Test("Another program's database is refused, and stays as it is")
  func foreign() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/library.sqlite"
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE film(title TEXT)") }
    try other.close()
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: LinkFileError.self) { try LinkFile(path: path) }
    #expect(error?.description.contains("another program's database") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test(
    "A file with something of somebody else's in it is refused, and stays as it is",
    arguments: [
      ("CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM note; END", "the trigger evil"),
      (
        "DROP TABLE link; CREATE VIEW link AS SELECT 1 AS left, 2 AS right, 3 AS score",
        "the view link"
      ),
      ("CREATE INDEX evil ON note(abs(value))", "the index evil"),
      ("ALTER TABLE note ADD COLUMN evil AS (abs(name))", "the table note"),
    ])
  func odd(_ sql: String, _ object: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/run.sqlite"
    try LinkFile(path: path).close()
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: sql) }
    try other.close()
    let error = #expect(throws: LinkFileError.self) { try LinkFile(path: path) }
    #expect(error?.description.contains("holds \(object), which mixhost did not make") == true)
  }

  @Test(
    "A file whose rows have numbers that it has no room for is refused, by table and number",
    arguments: [-5, 0, 100_000, 1 << 31, .max], ["left_row", "right_row"])
  func numbers(_ number: Int, _ table: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/run.sqlite"
    let file = try LinkFile(path: path)
    let row = LinkFile.Row(record: "", keys: [], gold: nil)
    for side in [LinkFile.Side.left, .right] {
      #expect(try file.add(side, Array(repeating: row, count: 5000), note: nil) == 5000)
    }
    file.close()
    // One that mixhost has made itself, of the smallest rows.
    try LinkFile(path: path).close()
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "INSERT INTO \(table)(id) VALUES (\(number))") }
    try other.close()
    let error = #expect(throws: LinkFileError.self) { try LinkFile(path: path) }
    #expect(
      error?.description.contains("holds a row \(number) in the table \(table), ") == true,
      "\(error as Any)")
  }

  @Test("Marks for each row are counted before they are made")
  func marks() throws {
    struct Full: Error {}
    let folder = TemporaryFolder()
    let file = try LinkFile(path: folder.path + "/run.sqlite")
    let row = LinkFile.Row(record: "x", keys: [], gold: nil)
    _ = try file.add(.left, Array(repeating: row, count: 99), note: nil)
    var held: [Int] = []
    let count = { held.append($0) }
    #expect(try file.assign(single: true, holding: count).links == 0)
    #expect(try file.cluster(holding: count).clusters == 0)
    #expect(held == [101, 400])
    #expect(throws: Full.self) { try file.cluster { _ in throw Full() } }
  }

  @Test("A journal that lies beside a file is not put back: it may name another file to remove")
  func journal() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/run.sqlite"
    try LinkFile(path: path).close()
    try folder.write("journal", to: "run.sqlite-journal")
    let error = #expect(throws: LinkFileError.self) { try LinkFile(path: path) }
    #expect(error?.description.contains("run.sqlite-journal lies beside") == true)
    #expect(folder.text("run.sqlite-journal") == "journal")
  }

  @Test("A file is opened again, and removed by who has it open alone")
  func reopened() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/run.sqlite"
    let first = try LinkFile(path: path)
    _ = try first.add(.left, [LinkFile.Row(record: "a", keys: [1], gold: nil)], note: nil)
    #expect(first.close())
    let second = try LinkFile(path: path)
    #expect(try second.count(.left) == 1)
    #expect(!first.remove())
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(second.remove())
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A reader's memory is counted as it grows; its error ends the reading as it is")
  func counted() throws {
    struct Full: Error {}
    let folder = TemporaryFolder()
    let file = try LinkFile(path: folder.path + "/run.sqlite")
    let row = LinkFile.Row(record: String(repeating: "x", count: 1000), keys: [1], gold: nil)
    _ = try file.add(.left, Array(repeating: row, count: 20), note: nil)
    _ = try file.add(.right, Array(repeating: row, count: 20), note: nil)
    _ = try file.index(.right)
    var held = 0
    #expect(throws: Full.self) {
      try file.candidates(1...20, LinkSearch()) { bytes in
        held += bytes
        if held > 30_000 { throw Full() }
      }
    }
    #expect((30_001...32_200).contains(held))
    #expect(try file.results(1...20, clusters: false).count == 20)
  }

  @Test(
    "A key has the same rows however much of the index is in memory",
    arguments: [(2_000_000, 4_000_000), (700, 900)])
  func postings(_ mostSorted: Int, _ mostHeld: Int) throws {
    let folder = TemporaryFolder()
    let file = try LinkFile(path: folder.path + "/run.sqlite")
    // Key 0 is that of every row, and twice of each third; the others are spread over all bits.
    func key(_ number: Int) -> Int64 { number == 0 ? 0 : Int64(number) &* 0x1234_5678_9ABC_DEF1 }
    let rows = (1...3000).map { row in
      LinkFile.Row(
        record: "", keys: [key(row % 50 + 1), key(0), key(row % 3 == 0 ? 0 : row % 77 + 51)],
        gold: nil)
    }
    _ = try file.add(.right, rows, note: nil)
    let postings = LinkPostings(mostSorted: mostSorted, mostHeld: mostHeld)
    #expect(try file.writing { try postings.make($0, .right) } == 9000)
    try file.reading { db in
      try postings.reading(db) { reader in
        for number in 0...130 {
          let bucket = try reader.bucket(of: key(number))
          let wanted = (1...3000).filter { rows[$0 - 1].keys.contains(key(number)) }
          #expect(bucket.rows[bucket.places(of: key(number), most: 5000)].map(Int.init) == wanted)
          #expect(bucket.places(of: key(number), most: 7).count == min(7, wanted.count))
        }
      }
    }
  }

  @Test("A group that is too large is linked by the best pairs first, and counted")
  func crowded() {
    // Row 1 may be 1 or 2, row 2 may be 1; row 3 stands alone.
    let pairs = [
      LinkAssignment.Pair(left: 1, right: 1, score: 0.99, isFirst: true),
      LinkAssignment.Pair(left: 1, right: 2, score: 0.9, isFirst: false),
      LinkAssignment.Pair(left: 2, right: 1, score: 0.95, isFirst: true),
      LinkAssignment.Pair(left: 3, right: 3, score: 0.9, isFirst: true),
    ]
    let solved = LinkAssignment(pairs)
    #expect(solved.taken == [1, 2, 3] && solved.crowded == 0)
    let crowded = LinkAssignment(pairs, mostWork: 5)
    #expect(crowded.taken == [0, 3] && crowded.crowded == 2)
    #expect(LinkAssignment([]).taken.isEmpty)
  }

  @Test("A long chain of rows that push each other on is solved")
  func chain() {
    let count = 1500
    let pairs =
      (1...count).flatMap { row in
        [
          LinkAssignment.Pair(left: row, right: row, score: 0.95, isFirst: true),
          LinkAssignment.Pair(left: row, right: row + 1, score: 0.949_999_9, isFirst: false),
        ]
      } + [LinkAssignment.Pair(left: count + 1, right: 1, score: 0.99, isFirst: true)]
    let solved = LinkAssignment(pairs)
    #expect(solved.taken.count == count + 1 && solved.crowded == 0)
    #expect(solved.taken.first == 1)
  }

  @Test("Scores that are not numbers, and huge ones, are still linked")
  func extremes() {
    let scores = [Double.nan, .infinity, -1, 0, 1e300]
    let pairs = scores.enumerated().map {
      LinkAssignment.Pair(left: $0 + 1, right: 1, score: $1, isFirst: true)
    }
    #expect(LinkAssignment(pairs).taken == [1])
  }
}
