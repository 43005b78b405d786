internal import MixCore
internal import ScriptHost

/// `mix.library.export`.
enum LibraryExportFunction {
  static func add(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "export", "Writes works as text, piece by piece, so that memory stays flat.",
      .options(
        LibraryFilter.fields + [
          .init("format", .choice(["csv", "json", "ndjson"]), "of the text (default ndjson)"),
          .init("compare", .flag, "add what the user's file said beside each field"),
        ]),
      returns: "iterator  gives pieces of text",
      example: "for text in mix.library.export{format = \"csv\"} do io.write(text) end"
    ) { _, options in
      let filter = try LibraryFilter.read(options)
      let compare = options.bool("compare") ?? false
      let format = options.string("format")
      return ObjectResult(
        format == "csv"
          ? try await csv(host, filter, compare)
          : json(host, filter, compare, isArray: format == "json"))
    }
  }

  private static func json(
    _ host: any StoreHost, _ filter: Library.Filter, _ compare: Bool, isArray: Bool
  ) -> PagedIterator {
    let cursor = Cursor()
    let ending = Cursor(left: 1)
    return PagedIterator { context in
      let after = cursor.last
      let works = try await host.stores.read {
        try $0.library.page(filter, after: after, limit: 200)
      }
      var text: [UInt8] = []
      for work in works {
        if isArray { text += after == 0 && text.isEmpty ? [0x5B] : [0x2C, 0x0A] }
        text += try context.json(context.value(work, compare: compare))
        if !isArray { text.append(0x0A) }
      }
      cursor.last = works.last?.id ?? after
      if works.isEmpty, isArray, ending.left == 1 {
        ending.left = 0
        text = after == 0 ? [0x5B, 0x5D, 0x0A] : [0x5D, 0x0A]
      }
      return text.isEmpty ? [] : [.bytes(text)]
    }
  }

  private static func csv(
    _ host: any StoreHost, _ filter: Library.Filter, _ compare: Bool
  ) async throws -> PagedIterator {
    let names = try await host.stores.read { try $0.library.fieldNames() }
    let table = ExportTable(
      columns: WorkField.all.map(\.name) + names.filter { $0.contains(".") }, compare: compare)
    let cursor = Cursor()
    let header = Cursor(left: 1)
    return PagedIterator { _ in
      let after = cursor.last
      let works = try await host.stores.read {
        try $0.library.page(filter, after: after, limit: 200)
      }
      cursor.last = works.last?.id ?? after
      // Spreadsheets would run a title that begins with "=".
      var writer = CSVWriter(lineEnding: .lf, neutralizesFormulas: true)
      if header.left == 1 {
        header.left = 0
        writer.append(table.header)
      }
      for work in works { writer.append(table.row(work)) }
      let bytes = writer.takeBytes()
      return bytes.isEmpty ? [] : [.bytes(bytes)]
    }
  }
}

/// The columns of an export.
private struct ExportTable: Sendable {
  let columns: [String]
  let compare: Bool

  var header: [String] {
    let names = columns.map { name in
      name.hasPrefix(WorkField.identifierPrefix)
        ? String(name.dropFirst(WorkField.identifierPrefix.count)) : name
    }
    return ["id", "kind", "status", "score", "decision", "error"] + names
      + (compare ? names.map { "original_" + $0 } : [])
  }

  func row(_ work: StoredWork) -> [String] {
    let head = [
      String(work.id), work.kind, work.status.name, work.score.map { String($0) } ?? "",
      work.decision ?? "", work.error ?? "",
    ]
    let record = work.record
    let original = compare ? work.original : WorkRecord()
    return head + columns.map { text(record.fields[$0]) }
      + (compare ? columns.map { text(original.fields[$0]) } : [])
  }

  private func text(_ value: FieldValue?) -> String {
    switch value {
    case .text(let text)?: text
    case .integer(let number)?: String(number)
    case .real(let number)?:
      Int64(exactly: number).map { String($0) } ?? String(number)
    case .list(let texts)?: texts.joined(separator: "; ")
    case nil: ""
    }
  }
}
