internal import CPostgres

/// Converts Swift texts and values into libpq's form for the duration of a call.
enum PostgresArguments {
  static func withStrings<T>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> T
  ) rethrows -> T {
    let copies = texts.map { Array($0.utf8CString) }
    let buffer = copies.map { copy -> UnsafeMutablePointer<CChar> in
      let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: copy.count)
      pointer.initialize(from: copy, count: copy.count)
      return pointer
    }
    defer { for pointer in buffer { pointer.deallocate() } }
    let list: [UnsafePointer<CChar>?] = buffer.map { UnsafePointer($0) } + [nil]
    return try list.withUnsafeBufferPointer { try body($0.baseAddress!) }
  }

  static func withValues<T>(
    _ values: [PostgresValue], _ body: (UnsafePointer<cpostgres_values>) throws -> T
  ) rethrows -> T {
    let forms = values.map(\.bytes)
    // One block holds all values. An empty value needs an address, too; without one it would be
    // null.
    let block = UnsafeMutablePointer<UInt8>.allocate(
      capacity: forms.reduce(1) { $0 + ($1?.count ?? 0) })
    defer { block.deallocate() }
    var offset = 0
    var pointers: [UnsafePointer<CChar>?] = []
    for form in forms {
      guard let form else {
        pointers.append(nil)
        continue
      }
      let start = block + offset
      form.withUnsafeBufferPointer {
        if let base = $0.baseAddress { start.initialize(from: base, count: form.count) }
      }
      offset += form.count
      pointers.append(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
    }
    let types = values.map(\.type)
    let lengths = forms.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: values.count)
    return try types.withUnsafeBufferPointer { types in
      try pointers.withUnsafeBufferPointer { pointers in
        try lengths.withUnsafeBufferPointer { lengths in
          try formats.withUnsafeBufferPointer { formats in
            var list = cpostgres_values(
              count: Int32(values.count), types: types.baseAddress, values: pointers.baseAddress,
              lengths: lengths.baseAddress, formats: formats.baseAddress)
            return try body(&list)
          }
        }
      }
    }
  }
}
