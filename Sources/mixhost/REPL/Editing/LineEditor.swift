import Bindings
import CEdit
import Glibc
import HostSetup

// @unchecked Sendable: all but `show` is confined to the reading thread; the C side guards the
// rest.
/// A session's terminal: reads lines, writes texts. One per process.
final class LineEditor: @unchecked Sendable {  // confined: see above
  /// The result of a read.
  enum Input: Equatable {
    case line(String)
    /// Ctrl-C: the typed text is dropped.
    case interrupted
    /// Ctrl-D.
    case end
  }

  private let complete: (String) -> (insert: String, shown: String)

  /// Opens the terminal.
  /// - Parameter complete: called at Tab with the text before the cursor; returns the text to
  ///   insert and the lines to show.
  /// - Throws: ``CommandFailure`` when the terminal cannot be used.
  init(plain: Bool, complete: @escaping (String) -> (insert: String, shown: String)) throws {
    self.complete = complete
    let opened = cedit_open(
      plain, Int32(History.mostEntries),
      { owner, before in
        let editor = Unmanaged<LineEditor>.fromOpaque(owner!).takeUnretainedValue()
        return editor.completion(String(cString: before!))
      }, Unmanaged.passUnretained(self).toOpaque())
    guard opened else {
      throw CommandFailure("the terminal cannot be used: \(String(cString: strerror(errno)))")
    }
    cedit_divert_output()
    OutputSettings.divertErrors { Self.show($0) }
  }

  private func completion(_ before: String) -> cedit_completion {
    let found = complete(before)
    return cedit_completion(
      insert: found.insert.isEmpty ? nil : strdup(found.insert),
      shown: found.shown.isEmpty ? nil : strdup(found.shown))
  }

  /// Reads a line, or several that were pasted.
  func read(_ prompt: String) -> Input {
    var start: UnsafePointer<CChar>?
    var length = 0
    let result = prompt.withCString { cedit_read($0, &start, &length) }
    switch Int(result) {
    case CEDIT_INTERRUPTED: return .interrupted
    case CEDIT_END: return .end
    default:
      let bytes = UnsafeRawBufferPointer(start: start, count: length)
      return .line(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Adds an entry for the arrow keys; an entry of several lines stays one.
  func remember(_ entry: String) { cedit_remember(entry) }

  /// Writes to the terminal, above the line that is being typed. Any thread.
  static func show(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cedit_show($0.baseAddress, $0.count) }
    }
  }
}
