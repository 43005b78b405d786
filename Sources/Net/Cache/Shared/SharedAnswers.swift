internal import Notation

/// The third tier of the response cache: answers that several machines share.
public struct SharedAnswers: Sendable {
  package let source: any SharedAnswerSource

  package init(_ source: any SharedAnswerSource) { self.source = source }
}

/// Keeps shared answers. No request blocks on it, and everything fails open: while it cannot be reached, or takes
/// long, requests go to their services at once.
package protocol SharedAnswerSource: Sendable {
  /// How long a request waits for an answer in all, in seconds: for the server, and for a machine that asks
  /// the same.
  var patience: Double { get }

  /// Whether it is likely to answer soon.
  var isUsable: Bool { get }

  /// The question of a request; nil for one that shares nothing.
  func question(_ request: HTTPRequest, _ url: HTTPURL) -> SharedQuestion?

  /// Looks for an answer that was stored after `seen`, and takes the right to ask the service. Waits
  /// for another machine that has it until `deadline`, in seconds of the machine's clock.
  /// - Parameter done: called once, on any thread.
  func ask(
    _ question: SharedQuestion, after seen: Double, until deadline: Double,
    _ done: @escaping @Sendable (SharedFinding) -> Void)

  /// As ``ask(_:after:until:_:)``, without waiting for another machine.
  func lookOnce(
    _ question: SharedQuestion, after seen: Double,
    _ done: @escaping @Sendable (SharedFinding) -> Void)

  /// Keeps an answer soon, if it is for everybody.
  func put(_ response: StoredResponse, to request: HTTPRequest, url: String)

  /// Forgets soon what all machines have of an address.
  func remove(url: String)

  /// Waits until everything has been written, or a server that hangs has had its time.
  func flush() async
}

/// The answer to a question.
package struct SharedFinding: Sendable {
  /// The stored answer, by this machine's clock.
  package var response: StoredResponse?
  /// When it was stored, by the server's clock.
  package var stored = -Double.infinity
  /// The right to ask the service; nil: another machine is asking, or the server does not say.
  package var claim: (any SharedClaim)?
  /// Whether asking here again makes sense.
  package var isWorthWaiting = false

  package init() {}
}

/// The right to ask a service for all machines; it ends when it is let go.
package protocol SharedClaim: AnyObject, Sendable {}
