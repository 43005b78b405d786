// How rows come in, and how those of one source are compared.
extension KWayMerge {
  /// Makes room for more rows of a source.
  public func reserve(_ rows: Int, in source: Int) {
    precondition(isFed.indices.contains(source))
    buffers[source].reserve(rows)
  }

  /// Adds a row of a source; ``settle(_:)`` follows after the last row of a page.
  /// - Parameter values: one for each key.
  public func append(_ handle: Int, _ values: [MergeValue], to source: Int) {
    precondition(values.count == width && isFed.indices.contains(source))
    let rank = Double(buffers[source].arrivals)
    let row = buffers[source].append(handle)
    for key in 0..<width {
      if keys[key].isRank {
        row[key] = MergeWord.pack(rank, numberKeys[key])
        continue
      }
      let (word, isExact) = MergeWord.pack(values[key], keys[key])
      row[key] = word
      if !isExact {
        hasSharedWords = true
        buffers[source].keep(effective(values[key], keys[key]), key)
      }
    }
  }

  /// As ``append(_:_:to:)``, for rows of numbers alone; NaN is missing.
  /// - Parameters:
  ///   - first: the first row's handle; those of the others count on.
  ///   - numbers: row by row one for each key, finite and below 2^53 or NaN.
  public func append(
    handlesFrom first: Int, numbers: UnsafeBufferPointer<Double>, to source: Int
  ) {
    precondition(width > 0 && numbers.count % width == 0 && isFed.indices.contains(source))
    guard let start = numbers.baseAddress, !numbers.isEmpty else { return }
    let rows = numbers.count / width
    let arrivals = buffers[source].arrivals
    let words = buffers[source].append(rows, handlesFrom: first)
    for key in 0..<width {
      let packed = numberKeys[key]
      // By columns: what turns the order round stays in registers.
      if packed.isRank {
        for row in 0..<rows {
          words[row * width + key] = MergeWord.pack(Double(arrivals + row), packed)
        }
      } else {
        for row in 0..<rows {
          words[row * width + key] = MergeWord.pack(start[row * width + key], packed)
        }
      }
    }
  }

  private func effective(_ value: MergeValue, _ key: MergeKey) -> MergeValue {
    if value.isMissing, case .counts(let standIn) = key.missing { return standIn }
    return value
  }

  /// Puts the rows that a source has given since the last call in the order of the keys. One that is
  /// compared by a function is taken as it is: asking about each row would double the calls.
  public func settle(_ source: Int) {
    let rows = buffers + source
    if width > 0, !isOrdered(rows.pointee) {
      let before = rows.pointee
      rows.pointee.rearrange(
        Array(before.head..<before.end).sorted { precedes(before, $0, $1) })
    }
    rows.pointee.setSettled(safeEnd: safeEnd(rows.pointee))
    noteSupply(of: source)
    isBuilt = false
  }

  private func isOrdered(_ rows: MergeBuffer) -> Bool {
    // With words that decide everything, mostly the first of them, this is a walk over numbers.
    if !hasSharedWords {
      var row = rows.firstUnsettled
      while row < rows.end {
        let (word, before) = (rows.words[row * width], rows.words[(row - 1) * width])
        if word < before
          || word == before && order(rows, row, rows, row - 1, keys: 1..<width) == true
        {
          return false
        }
        row += 1
      }
      return true
    }
    for row in stride(from: rows.firstUnsettled, to: rows.end, by: 1)
    where precedes(rows, row, row - 1) {
      return false
    }
    return true
  }

  /// The rows before the last run of the first key, which the next page may continue. A rank has no
  /// runs, a single key and a comparison tell nothing within one.
  private func safeEnd(_ rows: MergeBuffer) -> Int {
    guard width > 1, !keys[0].isRank else { return rows.end }
    var end = rows.end
    while end > rows.head, order(rows, end - 1, rows, rows.end - 1, keys: 0..<1) == nil { end -= 1 }
    return end
  }

  // MARK: Rows of one source

  private func precedes(_ rows: MergeBuffer, _ first: Int, _ second: Int) -> Bool {
    order(rows, first, rows, second, keys: 0..<width) == true
  }

  /// Whether one row comes before another; nil when their keys are equal.
  func order(
    _ left: MergeBuffer, _ first: Int, _ right: MergeBuffer, _ second: Int, keys: Range<Int>
  ) -> Bool? {
    for key in keys {
      let words = (left.words[first * width + key], right.words[second * width + key])
      if words.0 != words.1 { return words.0 < words.1 }
      guard hasSharedWords else { continue }
      let values = (left.value(first, key), right.value(second, key))
      if values.0.precedes(values.1) { return self.keys[key].direction == .ascending }
      if values.1.precedes(values.0) { return self.keys[key].direction == .descending }
    }
    return nil
  }
}
