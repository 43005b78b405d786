internal import CLua

/// Formats call stacks: the scripts' own lines and the host functions they called, without
/// internals of the host (`require`, trampoline).
enum Traceback {
  /// The chunk name of host code, which no traceback shows.
  static let hiddenSource = CLUA_HIDDEN_SOURCE
  private static let hiddenShort = "[mixhost]"
  private static let mostFrames = 24
  /// The most levels that are read, because Lua finds each by walking from the top.
  private static let mostLevels: Int32 = 200
  /// Functions that only pass a call on.
  private static let unshown = ["error", "require", "global", "index", "newindex"]

  /// The frames of a thread from `level` outwards, one line each. Of a deep recursion both ends are
  /// shown, and frames that repeat themselves once.
  static func lines(of pointer: OpaquePointer, from level: Int32 = 0) -> [String] {
    var lines: [String] = []
    var repeats = 0
    var frame = clua_frame()
    var next = level
    while next < level + mostLevels, clua_get_frame(pointer, next, &frame) {
      next += 1
      guard let line = describe(&frame) else { continue }
      if line == lines.last {
        repeats += 1
        continue
      }
      if lines.count == mostFrames {
        next -= 1
        break
      }
      lines.append(contentsOf: again(&repeats) + [line])
    }
    lines += again(&repeats)
    guard clua_get_frame(pointer, next, &frame) else { return lines }
    return lines + ["…"] + outermost(of: pointer, from: next)
  }

  private static func again(_ repeats: inout Int) -> [String] {
    defer { repeats = 0 }
    return repeats == 0 ? [] : ["(and \(repeats) times more)"]
  }

  /// The outermost frame that is shown, at `level` or further out.
  private static func outermost(of pointer: OpaquePointer, from level: Int32) -> [String] {
    var frame = clua_frame()
    var (known, beyond) = (level, level * 2 + 1)
    while clua_get_frame(pointer, beyond, &frame) { (known, beyond) = (beyond, beyond * 2) }
    while beyond - known > 1 {
      let middle = known + (beyond - known) / 2
      if clua_get_frame(pointer, middle, &frame) { known = middle } else { beyond = middle }
    }
    while known >= level {
      if clua_get_frame(pointer, known, &frame), let line = describe(&frame) { return [line] }
      known -= 1
    }
    return []
  }

  /// Joins the frames of a child task to those of the task that waited for it.
  /// - Parameters:
  ///   - task: `task 3 of 10 of mix.task.map`; nil when no child's frames come before.
  ///   - position: `file:line: ` of the waiting call.
  ///   - lines: the frames of the waiting task.
  static func joint(_ task: String?, at position: String, _ lines: [String]) -> [String] {
    guard let task else { return lines }
    let place = position.isEmpty ? "" : " at \(position.dropLast(2))"
    // The task's line already names this call.
    let repeated =
      lines.first.map { $0.hasPrefix("in ") && task.hasSuffix($0.dropFirst(3)) } ?? false
    return ["in \(task)\(place)"] + lines.dropFirst(repeated ? 1 : 0)
  }

  /// `file:line: ` of the innermost Lua frame; empty without one.
  static func position(of pointer: OpaquePointer, from level: Int32 = 0) -> String {
    var frame = clua_frame()
    var level = level
    while clua_get_frame(pointer, level, &frame) {
      level += 1
      if frame.line > 0, source(&frame) != hiddenShort {
        return "\(source(&frame)):\(frame.line): "
      }
    }
    return ""
  }

  /// The line of the innermost Lua frame; 0 without one.
  static func line(of pointer: OpaquePointer) -> Int {
    var frame = clua_frame()
    var level: Int32 = 0
    while clua_get_frame(pointer, level, &frame) {
      if frame.line > 0 { return Int(frame.line) }
      level += 1
    }
    return 0
  }

  private static func describe(_ frame: inout clua_frame) -> String? {
    if let box = frame.box {
      let name = Unmanaged<HostFunctionBox>.fromOpaque(box).takeUnretainedValue().fullName
      return unshown.contains(name) ? nil : "in \(name)"
    }
    let name = text(&frame.name)
    let source = source(&frame)
    if source == hiddenShort { return nil }
    switch UInt8(bitPattern: frame.what) {
    case UInt8(ascii: "C"): return name.isEmpty || unshown.contains(name) ? nil : "in \(name)"
    case UInt8(ascii: "m"): return "\(source):\(frame.line): in main chunk"
    default:
      return "\(source):\(frame.line): in " + (name.isEmpty ? "a function" : "function '\(name)'")
    }
  }

  private static func source(_ frame: inout clua_frame) -> String { text(&frame.source) }

  private static func text<T>(_ tuple: inout T) -> String {
    withUnsafeBytes(of: &tuple) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
