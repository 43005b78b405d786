internal import ScriptHost

extension ScreenKind {
  /// The kinds of nodes: the only place that defines what a tree may hold.
  static let all: [ScreenKind] = [
    page, table, cards, detail, form, filters, progress, message, review, plot, list, text, link,
    file, image, audio, embed,
  ]

  private static let tones = Shape.Kind.choice(["info", "success", "warning", "error"])
  private static let shapes = Shape.Kind.choice(["poster", "square", "wide"])

  // MARK: Parts of nodes

  private static func part(
    _ name: String, identity: String? = nil, _ fields: [Shape.Field]
  ) -> Shape {
    Shape("node.part.\(name)", "A part of nodes.", fields, identity: identity)
  }

  private static let column = part(
    "column",
    [
      .init("key", .words, "the field of a row that it shows", required: true),
      .init("title", .words, "its head"),
      .init("align", .choice(["left", "right"]), "default: numbers on the right"),
      .init(
        "format", .choice(["plain", "image", "audio", "link", "time"]),
        "what its cells are; default plain"),
      .init("least", .integer, "columns of a terminal below which it is not narrowed"),
      .init("drop", .integer, "where not all fit, the lowest is left out first"),
    ])

  private static let button = part(
    "button",
    [
      .init("label", .words, "its words", required: true),
      .init("action", .action, "what it does", required: true),
      .init("args", .arguments, "what the action is called with"),
      .init("confirm", .words, "what people are asked before it is done"),
    ])

  private static let fact = part(
    "fact",
    [
      .init("label", .words, "its name", required: true),
      .init("value", .scalar, "what is known", required: true),
      .init("source", .words, "who says so"),
      .init("href", .address, "where more is to be found"),
    ])

  private static let option = part(
    "option",
    [
      .init("value", .scalar, "what the action gets", required: true),
      .init("label", .words, "what people read; default: the value"),
    ])

  private static let flaw = part(
    "flaw",
    [
      .init("line", .integer, "the line of the value, from 1; default: all of it"),
      .init("text", .words, "what is wrong there", required: true),
    ])

  private static let input = part(
    "field", identity: "name",
    [
      .init("name", .words, "the name under which the action gets it", required: true),
      .init("label", .words, "what people read", required: true),
      .init(
        "type",
        .choice([
          "text", "multiline", "code", "file", "password", "number", "integer", "flag", "choice",
          "date", "url",
        ]), "default text; the value of a file is its text"),
      .init("value", .scalar, "its present value"),
      .init("options", .records(option), "what a choice is made from"),
      .init("required", .flag, "whether it may not be empty"),
      .init("help", .words, "one line"),
      .init("error", .words, "what is wrong with its value"),
      .init("errors", .records(flaw), "what is wrong with some of its lines"),
      .init("accept", .words, "the ends of the names of files that fit, such as .csv,.txt"),
    ])

  private static let entry = part(
    "item", identity: "key",
    [
      .init("key", .scalar, "identifies it among its siblings", required: true),
      .init("title", .words, "its name", required: true),
      .init("subtitle", .words, "read aloud after the name"),
      .init("text", .words, "further words"),
      .init("label", .words, "how it is read aloud; default: title and subtitle"),
      .init("image", .address, "a picture"),
      .init("badge", .words, "one or two words, such as a status"),
      .init("tone", tones, "how the badge is meant"),
      .init("href", .address, "where it is to be found"),
      .init("actions", .records(button), "what can be done with it"),
    ])

  private static let part = part(
    "part",
    [
      .init("label", .words, "what was compared", required: true),
      .init("value", .finite, "what it adds to the score", required: true),
      .init("text", .words, "why"),
    ])

  private static let candidate = part(
    "candidate", identity: "key",
    [
      .init("key", .scalar, "identifies it among its siblings", required: true),
      .init("title", .words, "its name", required: true),
      .init("subtitle", .words, "read aloud after the name"),
      .init("image", .address, "a picture"),
      .init("score", .finite, "0 to 1, or points"),
      .init("facts", .records(fact), "what is known of it"),
      .init("parts", .records(part), "how the score came about"),
    ])

  private static let subject = part(
    "subject",
    [
      .init("title", .words, "its name", required: true),
      .init("subtitle", .words, "read aloud after the name"),
      .init("image", .address, "a picture"),
      .init("facts", .records(fact), "what is known of it"),
    ])

  private static let series = part(
    "series", identity: "name",
    [
      .init("name", .words, "what it counts", required: true),
      .init("values", .list(.finite), "from the oldest to the newest", required: true),
    ])

  // MARK: Kinds

  private static let page = ScreenKind(
    "page", "All of a screen, or a part with a title.", .children,
    [
      .init("title", .words, "its head"),
      .init("loading", .flag, "whether what it will show is not here yet: skeletons stand for it"),
    ])

  private static let table = ScreenKind(
    "table", "Rows with columns.",
    [
      .init("key", .words, "the field that identifies rows (default: their places)"),
      .init("columns", .records(column), "in order", required: true),
      .init("rows", .rows, "records", required: true),
      .init("on_select", .action, "called with a row's key"),
      .init("empty", .words, "shown when there are no rows"),
      .init("loading", .flag, "whether rows are on their way: skeletons stand for them"),
    ])

  private static let cards = ScreenKind(
    "cards", "Pictures with titles, in a grid.",
    [
      .init("items", .records(entry), "in order", required: true),
      .init("on_select", .action, "called with an item's key"),
      .init("on_end", .action, "called when the last items come into sight: the next page"),
      .init("empty", .words, "shown when there are no items"),
      .init("loading", .flag, "whether items are on their way: skeletons stand for them"),
      .init("shape", shapes, "the form of its pictures; default poster"),
    ])

  private static let detail = ScreenKind(
    "detail", "One thing, with all that is known of it.", .children,
    [
      .init("title", .words, "its name", required: true),
      .init("subtitle", .words, "read aloud after the name"),
      .init("image", .address, "a picture"),
      .init("facts", .records(fact), "what is known of it"),
      .init("on_close", .action, "called when it is left"),
      .init("shape", shapes, "the form of its picture; default poster"),
    ])

  private static let form = ScreenKind(
    "form", "Fields to fill in, and to send together.",
    [
      .init("title", .words, "its head"),
      .init("fields", .records(input), "in order", required: true),
      .init("submit", .action, "called with the values by name", required: true),
      .init("label", .words, "the words of its button; default Save"),
      .init(
        "on_input", .action,
        "called with the values as they are being typed, unchecked; what is wrong goes into `error`"
      ),
    ])

  private static let filters = ScreenKind(
    "filters", "Choices that change the list at once.",
    [
      .init("fields", .records(input), "in order", required: true),
      .init("on_change", .action, "called with the values by name", required: true),
      .init("notes", .list(.words), "what was switched along, and why"),
    ])

  private static let progress = ScreenKind(
    "progress", "How far a work is.", .field("label", isLeftOut: false),
    [
      .init("label", .words, "what is being done", required: true),
      .init("done", .finite, "how much is done", required: true),
      .init("total", .finite, "how much there is; default: not known"),
      .init(
        "state", .choice(["running", "paused", "stopped", "done", "failed", "canceled"]),
        "default running; stopped: it was cut off"),
      .init("text", .words, "what it waits for, or how it ended"),
      .init("actions", .records(button), "such as cancel"),
    ])

  private static let message = ScreenKind(
    "message", "Something to know now.", .field("text", isLeftOut: true),
    [
      .init("text", .words, "the message; without one the node is left out", required: true),
      .init("tone", tones, "default info"),
      .init("seconds", .finite, "after which it goes; default: it stays"),
      .init("ends_at", .finite, "seconds since 1970, counted down to; then it goes"),
      .init("actions", .records(button), "what can be done about it"),
    ])

  private static let review = ScreenKind(
    "review", "A doubt to decide: one thing and its candidates.",
    [
      .init("key", .scalar, "identifies the doubt", required: true),
      .init("subject", .record(subject), "what is in doubt", required: true),
      .init("candidates", .records(candidate), "best first", required: true),
      .init("on_choose", .action, "called with {key, candidate}", required: true),
      .init("on_reject", .action, "none is right; called with {key}"),
      .init("on_skip", .action, "decided later; called with {key}"),
    ])

  private static let plot = ScreenKind(
    "plot", "Numbers over time.",
    [
      .init("title", .words, "its head"),
      .init("unit", .words, "what the numbers count"),
      .init("series", .records(series), "lines", required: true),
    ])

  private static let list = ScreenKind(
    "list", "Items, one below the other.",
    [
      .init("items", .records(entry), "in order", required: true),
      .init("on_select", .action, "called with an item's key"),
      .init("on_end", .action, "called when the last items come into sight: the next page"),
      .init("empty", .words, "shown when there are no items"),
      .init("loading", .flag, "whether items are on their way: skeletons stand for them"),
      .init("shape", shapes, "the form of its pictures; default wide"),
    ])

  private static let text = ScreenKind(
    "text", "Words.", .field("text", isLeftOut: true),
    [
      .init("text", .words, "the words; without them the node is left out", required: true),
      .init("style", .choice(["plain", "heading", "muted", "code"]), "default plain"),
    ])

  private static let link = ScreenKind(
    "link", "Goes somewhere (href), or does something (action).", .field("label", isLeftOut: false),
    [
      .init("label", .words, "its words", required: true),
      .init("href", .address, "where it goes"),
      .init("action", .action, "what it does"),
      .init("args", .arguments, "what the action is called with"),
      .init("confirm", .words, "what people are asked before the action"),
      .init("command", .words, "the command line that does the same as an href"),
      .init("share", .flag, "whether its address is for others: to be shared or copied"),
    ]
  ) { link in
    if link.has("href") == link.has("action") {
      throw link.wrong("", "a link has either href or action")
    }
  }

  private static let file = ScreenKind(
    "file", "A text to keep as a file.",
    [
      .init("name", .words, "what the file is called", required: true),
      .init("text", .words, "what is in it", required: true),
      .init("label", .words, "the words of its button; default: the name"),
      .init("command", .words, "the command line that writes the same"),
    ])

  private static let image = ScreenKind(
    "image", "A picture.",
    [
      .init("src", .neededAddress, "its address", required: true),
      .init("alt", .words, "what it shows, in words", required: true),
    ])

  private static let audio = ScreenKind(
    "audio", "A sound to play.",
    [
      .init("src", .neededAddress, "its address", required: true),
      .init("title", .words, "what it is", required: true),
    ])

  private static let embed = ScreenKind(
    "embed", "A player of another service, loaded after a click.",
    [
      .init("service", .choice(["youtube"]), "whose player it is", required: true),
      .init(
        "video", .matching("letters, digits, - and _", isVideo),
        "the service's id: letters, digits, - and _", required: true),
      .init("title", .words, "what it plays", required: true),
    ])

  @Sendable private static func isVideo(_ id: String) -> Bool {
    !id.isEmpty
      && id.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
      }
  }
}
