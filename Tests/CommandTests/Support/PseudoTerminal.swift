import Foundation

extension Process {
  /// Starts it with a terminal as its standard streams.
  func run(on terminal: PseudoTerminal) throws {
    standardInput = terminal.handle
    standardOutput = terminal.handle
    standardError = terminal.handle
    try run()
  }
}

extension Program {
  /// Starts the program on a terminal.
  func start(
    on terminal: PseudoTerminal, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Process {
    let process = process(arguments, environment: ["TERM": "xterm"].merging(environment) { $1 })
    try process.run(on: terminal)
    return process
  }
}

/// A terminal that a test plays the user of.
final class PseudoTerminal {
  /// TIOCSPTLCK and TIOCGPTN.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private let master: Int32
  private let slave: Int32
  /// The standard streams of the program under test.
  let handle: FileHandle
  /// Everything that was shown so far.
  private(set) var shown = ""

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // Linux: pty(7), ioctl_tty(2). posix_openpt and its like are hidden from Swift.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, Self.setLock, &locked) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { throw CocoaError(.fileReadUnknown) }
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw CocoaError(.fileReadUnknown) }
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// Whether it is as a shell expects it: it waits for lines, and shows what is typed.
  var isAsBefore: Bool {
    var mode = termios()
    guard tcgetattr(slave, &mode) == 0 else { return false }
    let both = tcflag_t(ICANON | ECHO)
    return mode.c_lflag & both == both
  }

  /// Types a text as soon as keys are read one by one; false after two minutes without that: test machines may be busy.
  func typeKeys(_ text: String) -> Bool {
    let end = Date(timeIntervalSinceNow: 120)
    while isAsBefore, end.timeIntervalSinceNow > 0 { poll(nil, 0, 5) }
    type(text)
    return end.timeIntervalSinceNow > 0
  }

  func type(_ text: String) {
    _ = text.utf8CString.withUnsafeBytes { write(master, $0.baseAddress, $0.count - 1) }
  }

  /// Reads until the text has been shown since the last call; false after `seconds` without it.
  func waits(for text: String, seconds: Double = 120) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    var seen = ""
    var block = [UInt8](repeating: 0, count: 65_536)
    while end.timeIntervalSinceNow > 0 {
      if seen.contains(text) { return true }
      var event = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 100) > 0 else { continue }
      let count = read(master, &block, block.count)
      guard count > 0 else { return seen.contains(text) }
      let part = String(decoding: block[..<count], as: UTF8.self)
      seen += part
      shown += part
    }
    return false
  }
}
