import Foundation
import MixCore
import Testing

@testable import Bindings

@Suite("docs/configuration.md")
struct ConfigurationDocumentTests {
  @Test("has every known setting with its environment variables and default")
  func documented() throws {
    let root = URL(fileURLWithPath: Checkout.root)
    let document = try String(
      contentsOf: root.appendingPathComponent("docs/configuration.md"), encoding: .utf8)
    let lines = Set(document.split(separator: "\n").map(String.init))
    // A service's own settings stand in its folder, so that a new one touches no document.
    let programs = TestHost.registry.catalogue.programs
    let ofServices = Set(
      programs.flatMap(\.serviceSettings).map(\.name)
        + programs.flatMap(\.upstreams).map(\.setting.name))
    let rows = TestHost.registry.all.filter { !ofServices.contains($0.name) }.map { setting in
      let variables = setting.environment.map { "`\($0)`" }.joined(separator: ", ")
      let standard = setting.defaultText.map { "`\($0)`" } ?? "–"
      return "| `\(setting.name)` | \(variables) | \(setting.kind.name) | \(standard) | "
        + "\(setting.summary) |"
    }
    #expect(rows.filter { !lines.contains($0) } == [], "add these rows to docs/configuration.md")
  }
}
