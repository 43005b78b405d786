@testable import Match

extension TextWork {
  private struct Watch: TextWorkWatch {
    let body: (Int) throws -> Void

    func look(heldBytes: Int) throws { try body(heldBytes) }
  }

  /// Work whose looks a test takes part in.
  init(
    steps: Int = TextWork.program, isRenewed: Bool = false, look: @escaping (Int) throws -> Void
  ) {
    self.init(steps: steps, isRenewed: isRenewed, watch: Watch(body: look))
  }
}
