import Foundation
import Testing

@Suite("Command: books with the rules of document 002", .ownThreads)
struct BooksClassicTests {
  private struct Score: Decodable {
    let right: Int
    let wrong_matched: Int
    let uncertain: Int
    let missed: Int
  }

  @Test("--rules classic looks up a library: points as scores, other books accepted, none in doubt")
  func wholeLibrary() throws {
    let rig = try BooksRig(books: 150)
    let run = try rig.run("run", "--rules", "classic", "--quiet")
    #expect(run.status == 0, "\(run.errors)")
    let works = try rig.works()
    #expect(works.allSatisfy { $0.status == "enriched" || $0.status == "not_found" })
    // The sums of 100 or 50, 50 or 25 and 30 or 15 from 60 on.
    let sums: Set<Double> = [65, 75, 80, 90, 95, 100, 105, 115, 125, 130, 140, 150, 155, 165, 180]
    let scores = works.compactMap(\.score)
    #expect(scores.count >= 140 && scores.allSatisfy(sums.contains), "\(scores)")
    #expect(scores.filter { $0 == 180 }.count > 70)
    let export = try rig.run("export", "--format", "json")
    try rig.program.write("export.json", export.output)
    let judged = try rig.program.run("mock", "--score-books", "export.json")
    let score = try JSONDecoder().decode(Score.self, from: Data(judged.output.utf8))
    // Measured: 91.8 % right of 1,500 (docs/matching-figures.md).
    #expect((130...145).contains(score.right) && score.uncertain == 0, "\(score)")
    #expect(score.wrong_matched > 0)
  }

  @Test("Points stand in list, show and review as points")
  func points() throws {
    let rig = try BooksRig(books: 3)
    try rig.run("run", "--rules", "classic", "--quiet")
    #expect(try rig.run("list").output.contains(" 180"))
    #expect(try rig.run("show", "2").output.contains("Enriched, score 180\n"))
  }

  @Test("Rules that nobody has are named before anything is asked")
  func unknownRules() throws {
    let rig = try BooksRig(books: 2)
    let run = try rig.run("run", "--rules", "clasic")
    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean classic?"), "\(run.errors)")
    #expect(try rig.works("--status", "pending").count == 2)
  }
}
