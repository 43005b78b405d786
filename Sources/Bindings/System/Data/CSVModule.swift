internal import CLua
internal import Files
internal import MixCore
internal import ScriptHost

/// `mix.csv`: tables as text (RFC 4180).
enum CSVModule {
  /// Most bytes of a table in holes, of which a tiny file may have gigabytes; text has none.
  private static let mostHoles = 16_000_000
  private static let delimiters = [",", ";", "\t", "|"]
  private static let delimiterDoc = "\",\", \";\", \"\\t\" or \"|\""

  static func make(_ host: ScriptRun) -> Module {
    var module = Module(
      "csv", "CSV into tables and back.",
      rules: .refused("reads documents, which a program does before it asks a rule"))
    module.function(
      "parse",
      "Reads CSV with quotes, any line ends, a byte order mark and ragged rows.",
      Parameter("text", "the text, UTF-8", TextPosition.self),
      .options(
        .init(
          "header", .flag,
          "whether the first row names the columns: rows become records (default true) or lists"),
        .init(
          "delimiter", .choice(delimiters + ["auto"]),
          delimiterDoc + "; \"auto\" (default): as the first row shows")),
      returns:
        "table[], csv.report  the rows, and what was odd about them; nil, err of kind parse with "
        + "line, column and row when a quote is not closed",
      example: "local rows, report = mix.csv.parse(text, {delimiter = \"auto\"})"
    ) { call, text, options in
      let delimiter = options.delimiter ?? .automatic
      let header = options.bool("header") ?? true
      try call.stack.withBytes(text.index) { bytes in
        var reader = try CSVRows(call.stack, call.context, header: header)
        try reader.read(bytes, delimiter: delimiter)
      }
      return Pushed(2)
    }
    module.function(
      "encode", "Writes rows as CSV.",
      Parameter("rows", "records with named fields, or lists", [LuaValue].self),
      .options(
        .init(
          "columns", .texts, "the names of the columns to write, in order (default: all, by name)"),
        .init("header", .flag, "whether the first row names the columns (default true)"),
        .init("delimiter", .choice(delimiters), delimiterDoc + " (default \",\")"),
        .init("newline", .choice(["\n", "\r\n"]), "\"\\n\" (default) or \"\\r\\n\""),
        .init(
          "safe", .flag,
          "put ' before texts that a spreadsheet would run as a formula (default true)")),
      returns: "string  the text",
      example: "print(mix.csv.encode(songs, {columns = {\"artist\", \"title\"}}))"
    ) { call, rows, options in
      var encoder = try CSVEncoder(call, options)
      return Bytes(try encoder.encode(rows))
    }
    module.shapes(report, leftOver)
    addReader(&module, host)
    return module
  }

  private static func addReader(_ module: inout Module, _ host: ScriptRun) {
    module.asyncFunction(
      "open", "Opens a CSV file to be read piece by piece, whatever its size.",
      Parameter(
        "path", "relative to the working directory; \"-\" is the standard input", String.self),
      .options(
        .init("delimiter", .choice(delimiters + ["auto"]), delimiterDoc + "; \"auto\" (default)"),
        .init(
          "encoding", .choice(of: CSVFile.Encoding.self),
          "\"utf-8\", \"iso-8859-1\", \"windows-1252\", \"utf-16\" or \"auto\" (default): by its byte "
            + "order mark; a field that is not UTF-8 is Windows-1252")),
      returns: "csv.reader  with next, info and close; nil, err when it cannot be read",
      example: "local reader = assert(mix.csv.open(\"books.csv\"))"
    ) { context, path, options -> ObjectResult<CSVReaderHandle> in
      let delimiter = options.delimiter ?? .automatic
      let encoding = options.choice("encoding") ?? CSVFile.Encoding.automatic
      let shown = path == "-" ? "the standard input" : path
      let charge = try context.memory.charge()
      let file = try await context.openingFile { slot in
        do {
          let file =
            path == "-"
            ? OpenFile.standardInput : try host.grants.reading(path) { try $0.open() }
          // Standard input may have been read in part, and this would rewind it.
          guard path == "-" || !file.hasHoles(over: mostHoles) else {
            let reason = "it has holes: more than 16 MB of it were never written"
            throw HostError(kind: "io", message: "cannot read \(shown): \(reason)")
          }
          return CSVFile(file, slot, shown: shown, delimiter: delimiter, encoding: encoding)
        } catch let failure as FileFailure {
          throw failure.hostError("read", shown)
        }
      }
      return ObjectResult(CSVReaderHandle(file, shown: shown, charge))
    }
    module.type(CSVReaderHandle.luaType)
  }

  private static let report = Shape(
    "csv.report", "The form of a CSV text.",
    [
      .init("columns", "string[]", "the columns' names; empty without a header"),
      .init("delimiter", "string", "what separated the fields"),
      .init("ragged", "integer[]", "the rows with more or fewer fields than the first"),
      .init("extra", "csv.extra[]", "the fields that had no column"),
    ])

  private static let leftOver = Shape(
    "csv.extra", "Fields without a column.",
    [
      .init("row", "integer", "which row, from 1"),
      .init("fields", "string[]", "what stood there"),
    ])
}

extension Fields {
  /// The option `delimiter`; nil when it was not given.
  var delimiter: CSVDelimiter? {
    switch string("delimiter") {
    case ",": .comma
    case ";": .semicolon
    case "\t": .tab
    case "|": .bar
    case "auto": .automatic
    default: nil
    }
  }
}
