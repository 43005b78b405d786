import Foundation
import ScriptHost
import Testing

@testable import Bindings

/// Every escape and exhaustion trick of Tests/Fixtures/sandbox, in this process: what must block it
/// does, and the engine runs the next script. `make sandbox-check` tries them in the real program.
///
/// Serialized: the limits are short, and a test that has to wait for others would meet them early.
@Suite("Sandbox", .serialized)
struct SandboxTests {
  @Test(.timeLimit(.minutes(10)), arguments: try await Trick.all())
  func blocks(trick: Trick) async throws {
    let folder = try TrickFolder(trick)
    let test = await TestHost(
      grants: Grants(defaults: [folder.path]),
      limits: Limits(memoryBytes: 64_000_000, sliceSeconds: trick.sliceSeconds),
      moduleFolders: [folder.path]
    ) { settings in
      settings.rulesFolders = [folder.path]
      settings.shareFolder = folder.path
    }
    let message = await folder.outcome(of: trick, in: test)
    #expect(trick.messages.contains { message.contains($0) }, "\(message)")
    let next = try await test.run(folder.sane)
    #expect(next == [.string("matched")], "what runs next is not affected")
  }
}

/// A trick, in one of the classes of code.
struct Trick: Sendable, CustomTestStringConvertible {
  let name: String
  let isRule: Bool
  let code: String
  /// One of them must be in what the trick ends with.
  let messages: [String]

  /// Short where the time limit is what blocks it, or may be: on a slow machine it would come before another.
  var sliceSeconds: Double {
    if isRule { return 2 }
    return messages.contains { "time limit: the script ran".contains($0) } ? 0.15 : 60
  }

  var testDescription: String { (isRule ? "rule: " : "program: ") + name }

  /// The folder of the tricks.
  static let fixtures = Checkout.fixtures + "/sandbox"

  static func all() async throws -> [Trick] {
    let test = await TestHost(moduleFolders: [fixtures])
    guard case .array(let found)? = try await test.run("return require('tricks')").first else {
      return []
    }
    return found.compactMap { value in
      guard case .object(let fields) = value, case .string(let name)? = fields["name"],
        case .string(let kind)? = fields["class"], case .string(let message)? = fields["message"]
      else { return nil }
      let code: String
      switch fields["code"] {
      case .string(let text)?: code = text
      case .bytes(let bytes)?: code = String(decoding: bytes, as: UTF8.self)
      default: return nil
      }
      return Trick(
        name: name, isRule: kind == "rule", code: code,
        messages: message.split(separator: "|").map(String.init))
    }
  }
}

/// A trick's view of its surroundings.
private final class TrickFolder {
  let path: String

  init(_ trick: Trick) throws {
    path = FileManager.default.temporaryDirectory.path + "/mixhost-trick-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    try files.copyItem(atPath: Trick.fixtures + "/sane.lua", toPath: path + "/sane.lua")
    try files.createSymbolicLink(
      atPath: path + "/link.lua", withDestinationPath: "/etc/passwd")
    // Modules such as mix.grid have their Lua there.
    try files.createSymbolicLink(
      atPath: path + "/scripts", withDestinationPath: Checkout.scripts)
    try Data(body(of: trick).utf8).write(to: URL(filePath: path + "/trick_rule.lua"))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A rule that must go through whatever the trick did.
  var sane: String { judge("sane.lua") + " return answer.decision" }

  private func judge(_ file: String) -> String {
    """
    local rules = mix.rules.load('\(path)/\(file)')
    local answer = mix.match.best({ title = 'B a' }, { { title = 'b A' } }, rules)
    """
  }

  private func body(of trick: Trick) -> String {
    """
    local BIG = 4000000
    local function trick(query, candidate)
    \(trick.code)
    end
    return { kind = 'match', accept = 0.9, review = 0.5, margin = 0,
      features = { { name = 'trick', weight = 1, score = function(query, candidate)
        local result = trick(query, candidate)
        error(tostring(result), 0)
      end } } }
    """
  }

  /// The error that the trick ends with, its kind in front, or its result.
  func outcome(of trick: Trick, in test: TestHost) async -> String {
    do {
      guard !trick.isRule else {
        return "\(try await test.run(judge("trick_rule.lua")))"
      }
      let code = trick.code.replacing("./sane.lua", with: path + "/sane.lua")
      return
        "\(try await test.run("local BIG = 4000000\nlocal function trick()\n\(code)\nend return trick()"))"
    } catch let error as ScriptError {
      return "\(error.kind): \(error)"
    } catch {
      return "\(error)"
    }
  }
}
