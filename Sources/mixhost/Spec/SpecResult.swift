import ScriptHost

/// How one test, or the set-up of a block, went.
struct SpecResult: Sendable {
  enum Status: String, Sendable, CaseIterable {
    case passed, failed, error, pending
    /// Named by `--list`.
    case listed
  }

  /// With the names of the blocks around it; empty for the file itself.
  let name: String
  let status: Status
  /// Whether it is a test, and not what stands around tests.
  let isTest: Bool
  /// Its place in its file.
  let line: Int?
  let message: String?
  /// `file:line` of what failed.
  let position: String?
  let trace: [String]
  /// Its output.
  let output: String
  /// How long it took, with what ran before and after it.
  let seconds: Double

  var isGood: Bool { status != .failed && status != .error }

  /// A failure of the file as a whole.
  init(fileError message: String, position: String? = nil) {
    name = ""
    status = .error
    isTest = false
    line = nil
    self.message = message
    self.position = position
    trace = []
    output = ""
    seconds = 0
  }

  /// A test's result from lib/spec/runner.lua; nil for anything else.
  init?(_ value: LuaValue, seconds: Double) {
    guard case .object(let fields) = value, case .string(let name)? = fields["name"],
      case .string(let word)? = fields["status"], let status = Status(rawValue: word)
    else { return nil }
    func text(_ name: String) -> String? {
      switch fields[name] {
      case .string(let text)?: text
      case .bytes(let bytes)?: String(decoding: bytes, as: UTF8.self)
      default: nil
      }
    }
    self.name = name
    self.status = status
    isTest = text("kind") == "test"
    line = if case .int(let line)? = fields["line"] { Int(line) } else { nil }
    message = text("message")
    position = text("position")
    var trace: [String] = []
    if case .array(let lines)? = fields["trace"] {
      for case .string(let line) in lines { trace.append(line) }
    }
    self.trace = trace
    output = text("output") ?? ""
    self.seconds = seconds
  }
}

/// The results of a file's tests.
struct SpecFileResult: Sendable {
  let path: String
  var results: [SpecResult] = []
  /// The fault of the command line, as only Lua could tell.
  var usageProblem: String?
  var seconds = 0.0

  var isGood: Bool { results.allSatisfy(\.isGood) }

  func count(_ status: SpecResult.Status) -> Int { results.count { $0.status == status } }
}

/// Everything that a run came to.
struct SpecReport {
  let files: [SpecFileResult]
  /// The order, when it was mixed.
  let seed: Int?
  /// How long the run took.
  let seconds: Double
  let lists: Bool

  /// - Parameter stopsAtFailure: what comes after the first failure is left out.
  init(
    files: [SpecFileResult], seed: Int?, seconds: Double, lists: Bool, stopsAtFailure: Bool
  ) {
    self.seed = seed
    self.seconds = seconds
    self.lists = lists
    guard stopsAtFailure, let first = files.firstIndex(where: { !$0.isGood }) else {
      self.files = files
      return
    }
    self.files = Array(files[...first])
  }

  func count(_ status: SpecResult.Status) -> Int { files.reduce(0) { $0 + $1.count(status) } }

  var usageProblem: String? { files.lazy.compactMap(\.usageProblem).first }

  /// Whether all went well; a run of no test at all did not.
  var isGood: Bool {
    files.allSatisfy(\.isGood) && files.contains { !$0.results.isEmpty }
  }

  /// `12 passed, 1 failed, 1 pending in 0.3 s`.
  var summary: String {
    if lists { return "\(count(.listed)) tests in \(files.count) files" }
    var parts = ["\(count(.passed)) passed"]
    let errors = count(.error)
    if count(.failed) > 0 { parts.append("\(count(.failed)) failed") }
    if errors > 0 { parts.append("\(errors) error\(errors == 1 ? "" : "s")") }
    if count(.pending) > 0 { parts.append("\(count(.pending)) pending") }
    return parts.joined(separator: ", ") + " in \(SpecText.seconds(seconds))"
  }
}
