/// A pattern that a whole setting's text must match: an extended regular expression of POSIX, on
/// bytes, matched in time linear in the text.
///
/// Patterns come from manifests of strangers. They have no back-references, and repetitions (`{2}`)
/// are expanded, so an expression that would grow past ``mostSteps`` is refused.
public struct SettingPattern: Sendable {
  private let steps: [PatternStep]
  private let expected: String

  /// The longest text that is matched, in bytes.
  private static let mostBytes = 4_096

  /// Compiles a pattern; nil for a text that is not an expression or takes too many steps.
  /// - Parameters:
  ///   - text: such as `[a-z]{2}`; anchored at both ends.
  ///   - expected: the form that messages ask for, after "must be".
  public init?(_ text: String, expected: String) {
    var parser = PatternParser(Array(text.utf8))
    guard let node = parser.parse(), let steps = PatternStep.compile(node) else { return nil }
    self.steps = steps
    self.expected = expected
  }

  /// The fault of a text; nil when it matches.
  public func problem(_ value: String) -> String? {
    guard value.utf8.count <= Self.mostBytes, !value.utf8.contains(0) else { return "is too long" }
    return matches(Array(value.utf8)) ? nil : "must be \(expected)"
  }

  /// The most steps that matching a text takes.
  package func steps(for text: String) -> Int { (text.utf8.count + 1) * steps.count }

  /// Whether a text matches. Follows all paths at once: each step at most once for each byte.
  private func matches(_ text: [UInt8]) -> Bool {
    var present = [0]
    for place in 0...text.count {
      var seen = [Bool](repeating: false, count: steps.count)
      var next: [Int] = []
      while let number = present.popLast() {
        guard !seen[number] else { continue }
        seen[number] = true
        switch steps[number] {
        case .byte(let set):
          if place < text.count, set.contains(text[place]) { next.append(number + 1) }
        case .either(let a, let b): present += [b, a]
        case .start: if place == 0 { present.append(number + 1) }
        case .end: if place == text.count { present.append(number + 1) }
        case .matched: if place == text.count { return true }
        }
      }
      present = next
    }
    return false
  }
}

/// A step of a compiled pattern; a step that matches continues with the next one.
enum PatternStep: Sendable {
  case byte(ByteSet)
  /// Continues at one of two steps.
  case either(Int, Int)
  case start
  case end
  case matched

  /// Most steps of a pattern: `[a-z]{1,255}` has 510.
  private static let most = 1_000

  /// Compiles an expression; nil when it has too many steps.
  static func compile(_ node: PatternNode) -> [PatternStep]? {
    var steps: [PatternStep] = []
    // Empty parts count as well: a nested `(){255}` has no steps, but takes time.
    var left = most
    guard add(node, to: &steps, &left), steps.count < most else { return nil }
    return steps + [.matched]
  }

  private static func add(
    _ node: PatternNode, to steps: inout [PatternStep], _ left: inout Int
  ) -> Bool {
    left -= 1
    guard left > 0, steps.count < most else { return false }
    switch node {
    case .byte(let set): steps.append(.byte(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let nodes): return nodes.allSatisfy { add($0, to: &steps, &left) }
    case .choice(let first, let second):
      let fork = steps.count
      steps.append(.either(fork + 1, fork + 1))
      guard add(first, to: &steps, &left) else { return false }
      let jump = steps.count
      steps.append(.either(jump + 1, jump + 1))
      steps[fork] = .either(fork + 1, steps.count)
      guard add(second, to: &steps, &left) else { return false }
      steps[jump] = .either(steps.count, steps.count)
    case .many(let node, let least, let most):
      for _ in 0..<least where !add(node, to: &steps, &left) { return false }
      guard let most else { return loop(node, &steps, &left) }
      var forks: [Int] = []
      for _ in least..<most {
        forks.append(steps.count)
        steps.append(.either(steps.count + 1, steps.count + 1))
        guard add(node, to: &steps, &left) else { return false }
      }
      for fork in forks { steps[fork] = .either(fork + 1, steps.count) }
    }
    return true
  }

  private static func loop(
    _ node: PatternNode, _ steps: inout [PatternStep], _ left: inout Int
  ) -> Bool {
    let fork = steps.count
    steps.append(.either(fork + 1, fork + 1))
    guard add(node, to: &steps, &left) else { return false }
    steps.append(.either(fork, fork))
    steps[fork] = .either(fork + 1, steps.count)
    return true
  }
}

/// A set of bytes.
struct ByteSet: Sendable {
  private var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  init(_ ranges: [ClosedRange<UInt8>], inverted: Bool = false) {
    for byte in UInt8.min...UInt8.max
    where ranges.contains(where: { $0.contains(byte) }) != inverted {
      let bit = UInt64(1) << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: words.0 |= bit
      case 1: words.1 |= bit
      case 2: words.2 |= bit
      default: words.3 |= bit
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }
}
