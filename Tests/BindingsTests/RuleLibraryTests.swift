import Bindings
import FoundationEssentials
import ScriptHost
import Testing

/// The rules that come with mixhost, told by tables of examples in `Tests/RuleSpecs`.
@Suite("Rule files")
struct RuleLibraryTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test(arguments: ["titles", "credits", "names", "booktitles", "values", "tracks", "books"])
  func agreeWithTheirExamples(name: String) async throws {
    let folders = [Self.repository + "/scripts", Self.repository + "/Tests/RuleSpecs"]
    let test = await TestHost(
      moduleFolders: folders, configure: { $0.rulesFolders = [folders[0] + "/rules"] })
    let values = try await test.run("return require('\(name)')")
    guard case .object(let result)? = values.first, case .int(let checks)? = result["checks"] else {
      throw UnexpectedValue()
    }
    #expect(checks > 20)
    if case .array(let failures)? = result["failures"] {
      for failure in failures { Issue.record("\(failure)") }
    }
  }
}
