internal import CFiles
internal import Glibc

extension OpenFile {
  /// Takes the extended attributes of another file, ACLs among them, and drops those that it has
  /// besides, such as an ACL that the folder gave it.
  /// - Throws: ``FileFailure``, which names an attribute that cannot be kept.
  func takeAttributes(of other: OpenFile) throws(FileFailure) {
    let wanted = try other.attributes()
    let present = try attributes()
    for (name, value) in wanted where present[name] != value {
      guard fsetxattr(number, name, value, value.count, 0) != 0 else { continue }
      // The system's own labels are its own affair.
      guard name.hasPrefix("security."), errno == EPERM || errno == ENOTSUP else {
        throw FileFailure.attributeLost(name)
      }
    }
    for name in present.keys where wanted[name] == nil && !name.hasPrefix("security.") {
      guard fremovexattr(number, name) == 0 else { throw FileFailure.attributeLost(name) }
    }
  }

  private func attributes() throws(FileFailure) -> [String: [UInt8]] {
    let list = try grown { flistxattr(number, $0?.assumingMemoryBound(to: CChar.self), $1) }
    var all: [String: [UInt8]] = [:]
    for part in list.split(separator: 0) {
      let name = String(decoding: part, as: UTF8.self)
      all[name] = try grown { fgetxattr(number, name, $0, $1) }
    }
    return all
  }

  /// The bytes that a call puts into a buffer as large as it says it needs. None on file systems
  /// without attributes.
  private func grown(
    _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileFailure) -> [UInt8] {
    while true {
      let size = call(nil, 0)
      if size < 0, errno == ENOTSUP { return [] }
      guard size >= 0 else { throw FileFailure() }
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let got = size == 0 ? 0 : call(buffer.baseAddress, size)
        failure = got < 0 ? errno : 0
        count = max(got, 0)
      }
      if failure == 0 { return bytes }
      // Another process has made it longer meanwhile.
      guard failure == ERANGE else { throw FileFailure(failure) }
    }
  }
}
