import Notation
import Testing

@testable import Server

/// Screens by one request: what a page can do, a client without a socket can do.
@Suite(.serialized) struct ScreenVisitTests {
  private static let counter = """
    return { view = function(state)
        if state.count == 3 then error("three is too many", 0) end
        return { "page", { "text", ("%d so far"):format(state.count or 0), id = "count" },
          { "link", "Add", action = "add" }, { "link", "Break", action = "fall" },
          { "form", id = "set", submit = "set", fields = { { name = "to", label = "To", type = "number" } } } }
      end,
      actions = {
        add = function(state) state.count = (state.count or 0) + 1 end,
        set = function(state, values) state.count = values.to end,
        fall = function() error("it broke", 0) end,
      } }
    """
  private static let path = "/api/screens/count/counter"

  /// The server's answers to some steps, one after the other.
  private static func answers(
    _ bodies: [String], path: String = path, screen: String = counter
  ) async throws -> [(status: Int, json: JSON)] {
    let server = try await TestServer.with(screens: ["count/counter": screen])
    var answers: [(Int, JSON)] = []
    for body in bodies {
      let answer = try await server.post(path, body)
      answers.append((answer.status, try answer.json()))
    }
    await server.stop()
    return answers
  }

  private static func firstText(_ answer: JSON) -> JSON? {
    guard case .array(let children)? = answer["tree"]?["children"] else { return nil }
    return children.first?["text"]
  }

  @Test func stepsAreDoneInTheirOrderAndTheTreeIsWhatFollows() async throws {
    let answers = try await Self.answers([
      #"{"steps":[]}"#,
      #"{"steps":[{"action":"set","args":{"to":7}},{"action":"add"},{"action":"add","args":null}]}"#,
      #"{"steps":[]}"#,
    ])
    #expect(answers.map(\.status) == [200, 200, 200])
    #expect(answers[0].json["title"] == .string("Counter"))
    #expect(Self.firstText(answers[0].json) == .string("0 so far"))
    #expect(Self.firstText(answers[1].json) == .string("9 so far"))
    #expect(Self.firstText(answers[2].json) == .string("0 so far"), "a request has its own state")
  }

  @Test func stepsFollowWhatTheScreenLoads() async throws {
    let opened = Self.counter.replacing(
      "return { view",
      with: """
        return { on_open = function(state)
            mix.task.sleep(0.05)
            state.count = 5
          end, view
        """)
    let answers = try await Self.answers([#"{"steps":[{"action":"add"}]}"#], screen: opened)
    #expect(Self.firstText(answers[0].json) == .string("6 so far"))
  }

  @Test func aStepThatFailsIsNamed() async throws {
    let answers = try await Self.answers([
      #"{"steps":[{"action":"add"},{"action":"fall"},{"action":"add"}]}"#,
      #"{"steps":[{"action":"view"}]}"#,
      #"{"steps":[{"action":"set","args":{"to":"x"}}]}"#,
      #"{"steps":[{"action":"set","args":{"to":3}}]}"#,
    ])
    #expect(answers.map(\.status) == [409, 409, 409, 500])
    #expect(answers[0].json["error"] == .string("steps[1], fall: it broke"))
    #expect(answers[3].json["error"] == .string("three is too many"))
  }

  @Test(arguments: [
    ("{}", 400), ("[]", 400), ("5", 400), (#"{"steps":{}}"#, 400), (#"{"steps":[1]}"#, 400),
    (#"{"steps":[{"action":5}]}"#, 400), (#"{"steps":[]"#, 400),
  ])
  func aWrongBodyIsRefused(_ body: String, _ status: Int) async throws {
    let answers = try await Self.answers([body])
    #expect(answers[0].status == status, "\(answers[0].json)")
  }

  @Test func aScreenThatIsNotThereAndTooManyStepsAreRefused() async throws {
    let many =
      #"{"steps":[\#([String](repeating: #"{"action":"add"}"#, count: 17).joined(separator: ","))]}"#
    #expect(try await Self.answers([many])[0].status == 400)
    let missing = try await Self.answers([#"{"steps":[]}"#], path: "/api/screens/count/no")
    #expect(missing[0].status == 404)
    #expect(missing[0].json["error"] == .string("there is no screen count/no"))
  }

  @Test func lookingNeedsTheTokenAsWell() async throws {
    let server = try await TestServer.with(screens: ["count/counter": Self.counter])
    let answer = try await server.post(Self.path, #"{"steps":[]}"#, fields: "")
    #expect(answer.status == 401)
    await server.stop()
  }
}
