internal import ScriptHost

// A script's declaration of its command line as the reference and the editor types show it; the keys
// are those that the checks know.
extension ArgumentSpec {
  static let shape = TableShape(
    "args.spec", "A script's declaration of its command line.",
    [
      .init("name", "string?", "as messages call the script (default: its file's name)"),
      .init("summary", "string?", "what it does, in one line"),
      .init("options", "args.item[]?", "options, given as --name value"),
      .init("positional", "args.item[]?", "arguments, given by position"),
      .init("examples", "string[]?", "command lines for --help"),
    ])

  static let itemShape = TableShape(
    "args.item", "One option or positional argument.",
    [
      .init("[1]", "string", "the name, such as \"top\""),
      .init(
        "type", "(\(kinds))?",
        "a flag takes no value; a path is granted for this run (default string)"),
      .init("help", "string?", "one line for --help"),
      .init("default", "any?", "the value when it is not given; texts as on the command line"),
      .init("min", "number?", "the smallest number, seconds or bytes allowed"),
      .init("max", "number?", "the largest"),
      .init("choices", "string[]?", "what a choice may be"),
      .init("access", "(\"read\"|\"write\")?", "what is granted for a path (default read)"),
      .init("optional", "boolean?", "whether a positional argument may be missing"),
      .init("many", "boolean?", "whether it takes all that follow, as a list"),
      .init("placeholder", "string?", "what --help calls its value"),
    ])

  private static let kinds = Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
}
