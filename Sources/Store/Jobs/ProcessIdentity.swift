internal import Files
internal import Glibc

/// Identifies one process among all others; process numbers alone are reused.
public struct ProcessIdentity: Sendable, Hashable {
  /// The process's number.
  public var pid: Int32
  /// The kernel's ID of the machine's current boot.
  public var boot: String
  /// When the process began, in clock ticks since that boot.
  public var started: Int64
  /// The namespace of the process's number; processes of another container cannot be looked up.
  public var namespace: String

  /// Makes an identity from its parts.
  public init(pid: Int32, boot: String, started: Int64, namespace: String) {
    self.pid = pid
    self.boot = boot
    self.started = started
    self.namespace = namespace
  }

  /// Whether a process is known to exist.
  public enum Liveness: Sendable {
    case alive, dead
    /// The process runs in another container, so only its lease tells.
    case unknown
  }

  /// This process.
  public static let current = ProcessIdentity(
    pid: getpid(), boot: currentBoot, started: startTime(of: getpid()) ?? 0,
    namespace: currentNamespace)

  /// Looks the process up.
  public var liveness: Liveness {
    if boot != Self.currentBoot { return .dead }
    if namespace != Self.currentNamespace { return .unknown }
    return Self.startTime(of: pid) == started ? .alive : .dead
  }

  private static let currentBoot: String = {
    let text = (try? PrivateFile.read("/proc/sys/kernel/random/boot_id")) ?? []
    return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
  }()

  private static let currentNamespace: String = {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/ns/pid", $0.bindMemory(to: CChar.self).baseAddress!, $0.count)
    }
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }()

  /// The start time, field 22 of /proc/PID/stat (proc(5)); the name in field 2 may hold spaces and
  /// brackets. nil for a process that has ended, even if it is not waited for yet.
  private static func startTime(of pid: Int32) -> Int64? {
    guard let text = try? PrivateFile.read("/proc/\(pid)/stat"),
      let bracket = text.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: text[(bracket + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return Int64(fields[19])
  }
}
