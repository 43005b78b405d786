import Bindings
import ScriptHost
import Testing

@Suite("Rules: classic")
struct ClassicRulesTests {
  /// The points of the book enrichment's table.
  @Test(arguments: [
    ("Dune", "Frank Herbert", 1965, "dune", "FRANK HERBERT", 1965, 180.0),
    ("Dune", "Frank Herbert", 1965, "Dune Messiah", "Frank Herbert", 1969, 100),
    ("Dune", "Frank Herbert", 1965, "Dune", "Herbert", 1966, 140),
    ("Dune", "Frank Herbert", 1965, "Dune", "Someone Else", 1968, 100),
    ("Dune", "Frank Herbert", 1965, "Whipping Star", "Frank Herbert", 1967, 65),
    ("Dune", "Frank Herbert", 1965, "Whipping Star", "Frank Herbert", 1970, 50),
    ("Harry Potter (Series, #1)", "J.K. Rowling", 1997, "Harry Potter", "J.K. Rowling", 1999, 165),
  ])
  func booksGetTheTablesPoints(
    title: String, author: String, year: Int, otherTitle: String, otherAuthor: String,
    otherYear: Int, points: Double
  ) async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    let values = try await folder.test.run(
      """
      local m = mix.match.best({title = "\(title)", author = "\(author)", year = \(year)},
        {{title = "\(otherTitle)", author = "\(otherAuthor)", year = \(otherYear)}},
        mix.rules.load("match/books/classic"))
      return m.score, m.decision
      """)
    #expect(values == [.number(points), .string(points >= 60 ? "matched" : "none")])
  }

  @Test(arguments: [
    ("Harry Potter (Series, #1)", "Harry Potter"),
    ("  A [Deluxe] Title  (x)  here ", "A Title here"),
    ("It: A Novel", "It"),
    ("Short: Two", "Short: Two"),
    ("S.P: A - B", "S.P: A"),
    ("Long enough - a subtitle", "Long enough"),
    ("Dept. of Speculation", "Dept of Speculation"),
    ("(Book One)", ""),
  ])
  func booksCleanTitlesForTheSearch(title: String, cleaned: String) async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    let value = try await folder.test.value(
      "mix.rules.load('match/books/classic'):search({title = '\(title)'})[1].title")
    #expect(value == .string(cleaned))
  }

  @Test func theFirstResultIsTheTrack() async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    let values = try await folder.test.run(
      """
      local rules = mix.rules.load("match/tracks/classic")
      local m = mix.match.best({title = "Halo"}, {{title = "Karaoke"}, {title = "Halo"}}, rules)
      return m.decision, m.index, mix.match.best({title = "Halo"}, {}, rules).decision
      """)
    #expect(values == [.string("matched"), .int(1), .string("none")])
  }

  @Test func everyShippedRuleFilePassesItsCheck() async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    let values = try await folder.test.run(
      """
      local count = 0
      for _, rules in ipairs(mix.rules.list()) do
        assert(mix.rules.check(rules.name))
        assert(rules.doc and not rules.problem and not rules.own, rules.name)
        count = count + 1
      end
      return count >= 3
      """)
    #expect(values == [.bool(true)])
  }
}
