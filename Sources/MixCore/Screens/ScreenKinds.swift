extension ScreenKind {
  /// The kinds of nodes: the only place that defines what a tree may hold.
  public static let all: [ScreenKind] = [
    page, table, cards, detail, form, filters, progress, message, review, plot, list, text, link,
    file, image, audio, embed,
  ]

  private static let tones = ScreenType.choice(["info", "success", "warning", "error"])
  private static let shapes = ScreenType.choice(["poster", "square", "wide"])

  // MARK: Parts of nodes

  private static let column = ScreenRecord(
    "column",
    [
      .init("key", .text, "the field of a row that it shows", required: true),
      .init("title", .text, "its head"),
      .init("align", .choice(["left", "right"]), "default: numbers on the right"),
      .init(
        "format", .choice(["plain", "image", "audio", "link", "time"]),
        "what its cells are; default plain"),
      .init("least", .integer, "columns of a terminal below which it is not narrowed"),
      .init("drop", .integer, "where not all fit, the lowest is left out first"),
    ])

  private static let button = ScreenRecord(
    "button",
    [
      .init("label", .text, "its words", required: true),
      .init("action", .action, "what it does", required: true),
      .init("args", .arguments, "what the action is called with"),
      .init("confirm", .text, "what people are asked before it is done"),
    ])

  private static let fact = ScreenRecord(
    "fact",
    [
      .init("label", .text, "its name", required: true),
      .init("value", .scalar, "what is known", required: true),
      .init("source", .text, "who says so"),
      .init("href", .address, "where more is to be found"),
    ])

  private static let option = ScreenRecord(
    "option",
    [
      .init("value", .scalar, "what the action gets", required: true),
      .init("label", .text, "what people read; default: the value"),
    ])

  private static let flaw = ScreenRecord(
    "flaw",
    [
      .init("line", .integer, "the line of the value, from 1; default: all of it"),
      .init("text", .text, "what is wrong there", required: true),
    ])

  private static let input = ScreenRecord(
    "field", identity: "name",
    [
      .init("name", .text, "the name under which the action gets it", required: true),
      .init("label", .text, "what people read", required: true),
      .init(
        "type",
        .choice([
          "text", "multiline", "code", "file", "password", "number", "integer", "flag", "choice",
          "date", "url",
        ]), "default text; the value of a file is its text"),
      .init("value", .scalar, "its present value"),
      .init("options", .list(.record(option)), "what a choice is made from"),
      .init("required", .flag, "whether it may not be empty"),
      .init("help", .text, "one line"),
      .init("error", .text, "what is wrong with its value"),
      .init("errors", .list(.record(flaw)), "what is wrong with some of its lines"),
      .init("accept", .text, "the ends of the names of files that fit, such as .csv,.txt"),
    ])

  private static let entry = ScreenRecord(
    "item", identity: "key",
    [
      .init("key", .scalar, "identifies it among its siblings", required: true),
      .init("title", .text, "its name", required: true),
      .init("subtitle", .text, "read aloud after the name"),
      .init("text", .text, "further words"),
      .init("label", .text, "how it is read aloud; default: title and subtitle"),
      .init("image", .address, "a picture"),
      .init("badge", .text, "one or two words, such as a status"),
      .init("tone", tones, "how the badge is meant"),
      .init("href", .address, "where it is to be found"),
      .init("actions", .list(.record(button)), "what can be done with it"),
    ])

  private static let part = ScreenRecord(
    "part",
    [
      .init("label", .text, "what was compared", required: true),
      .init("value", .number, "what it adds to the score", required: true),
      .init("text", .text, "why"),
    ])

  private static let candidate = ScreenRecord(
    "candidate", identity: "key",
    [
      .init("key", .scalar, "identifies it among its siblings", required: true),
      .init("title", .text, "its name", required: true),
      .init("subtitle", .text, "read aloud after the name"),
      .init("image", .address, "a picture"),
      .init("score", .number, "0 to 1, or points"),
      .init("facts", .list(.record(fact)), "what is known of it"),
      .init("parts", .list(.record(part)), "how the score came about"),
    ])

  private static let subject = ScreenRecord(
    "subject",
    [
      .init("title", .text, "its name", required: true),
      .init("subtitle", .text, "read aloud after the name"),
      .init("image", .address, "a picture"),
      .init("facts", .list(.record(fact)), "what is known of it"),
    ])

  private static let series = ScreenRecord(
    "series", identity: "name",
    [
      .init("name", .text, "what it counts", required: true),
      .init("values", .list(.number), "from the oldest to the newest", required: true),
    ])

  // MARK: Kinds

  private static let page = ScreenKind(
    "page", "All of a screen, or a part with a title.", .children,
    [
      .init("title", .text, "its head"),
      .init("loading", .flag, "whether what it will show is not here yet: skeletons stand for it"),
    ])

  private static let table = ScreenKind(
    "table", "Rows with columns.",
    [
      .init("key", .text, "the field that identifies rows (default: their places)"),
      .init("columns", .list(.record(column)), "in order", required: true),
      .init("rows", .rows, "records", required: true),
      .init("on_select", .action, "called with a row's key"),
      .init("empty", .text, "shown when there are no rows"),
      .init("loading", .flag, "whether rows are on their way: skeletons stand for them"),
    ])

  private static let cards = ScreenKind(
    "cards", "Pictures with titles, in a grid.",
    [
      .init("items", .list(.record(entry)), "in order", required: true),
      .init("on_select", .action, "called with an item's key"),
      .init("on_end", .action, "called when the last items come into sight: the next page"),
      .init("empty", .text, "shown when there are no items"),
      .init("loading", .flag, "whether items are on their way: skeletons stand for them"),
      .init("shape", shapes, "the form of its pictures; default poster"),
    ])

  private static let detail = ScreenKind(
    "detail", "One thing, with all that is known of it.", .children,
    [
      .init("title", .text, "its name", required: true),
      .init("subtitle", .text, "read aloud after the name"),
      .init("image", .address, "a picture"),
      .init("facts", .list(.record(fact)), "what is known of it"),
      .init("on_close", .action, "called when it is left"),
      .init("shape", shapes, "the form of its picture; default poster"),
    ])

  private static let form = ScreenKind(
    "form", "Fields to fill in, and to send together.",
    [
      .init("title", .text, "its head"),
      .init("fields", .list(.record(input)), "in order", required: true),
      .init("submit", .action, "called with the values by name", required: true),
      .init("label", .text, "the words of its button; default Save"),
      .init(
        "on_input", .action,
        "called with the values as they are being typed, unchecked; what is wrong goes into `error`"
      ),
    ])

  private static let filters = ScreenKind(
    "filters", "Choices that change the list at once.",
    [
      .init("fields", .list(.record(input)), "in order", required: true),
      .init("on_change", .action, "called with the values by name", required: true),
      .init("notes", .list(.text), "what was switched along, and why"),
    ])

  private static let progress = ScreenKind(
    "progress", "How far a work is.", .field("label", isLeftOut: false),
    [
      .init("label", .text, "what is being done", required: true),
      .init("done", .number, "how much is done", required: true),
      .init("total", .number, "how much there is; default: not known"),
      .init(
        "state", .choice(["running", "paused", "done", "failed", "canceled"]), "default running"),
      .init("text", .text, "what it waits for, or how it ended"),
      .init("actions", .list(.record(button)), "such as cancel"),
    ])

  private static let message = ScreenKind(
    "message", "Something to know now.", .field("text", isLeftOut: true),
    [
      .init("text", .text, "the message; without one the node is left out", required: true),
      .init("tone", tones, "default info"),
      .init("seconds", .number, "after which it goes; default: it stays"),
      .init("ends_at", .number, "seconds since 1970, counted down to; then it goes"),
      .init("actions", .list(.record(button)), "what can be done about it"),
    ])

  private static let review = ScreenKind(
    "review", "A doubt to decide: one thing and its candidates.",
    [
      .init("key", .scalar, "identifies the doubt", required: true),
      .init("subject", .record(subject), "what is in doubt", required: true),
      .init("candidates", .list(.record(candidate)), "best first", required: true),
      .init("on_choose", .action, "called with {key, candidate}", required: true),
      .init("on_reject", .action, "none is right; called with {key}"),
      .init("on_skip", .action, "decided later; called with {key}"),
    ])

  private static let plot = ScreenKind(
    "plot", "Numbers over time.",
    [
      .init("title", .text, "its head"),
      .init("unit", .text, "what the numbers count"),
      .init("series", .list(.record(series)), "lines", required: true),
    ])

  private static let list = ScreenKind(
    "list", "Items, one below the other.",
    [
      .init("items", .list(.record(entry)), "in order", required: true),
      .init("on_select", .action, "called with an item's key"),
      .init("on_end", .action, "called when the last items come into sight: the next page"),
      .init("empty", .text, "shown when there are no items"),
      .init("loading", .flag, "whether items are on their way: skeletons stand for them"),
      .init("shape", shapes, "the form of its pictures; default wide"),
    ])

  private static let text = ScreenKind(
    "text", "Words.", .field("text", isLeftOut: true),
    [
      .init("text", .text, "the words; without them the node is left out", required: true),
      .init("style", .choice(["plain", "heading", "muted", "code"]), "default plain"),
    ])

  private static let link = ScreenKind(
    "link", "Goes somewhere (href), or does something (action).", .field("label", isLeftOut: false),
    [
      .init("label", .text, "its words", required: true),
      .init("href", .address, "where it goes"),
      .init("action", .action, "what it does"),
      .init("args", .arguments, "what the action is called with"),
      .init("confirm", .text, "what people are asked before the action"),
      .init("command", .text, "the command line that does the same as an href"),
      .init("share", .flag, "whether its address is for others: to be shared or copied"),
    ])

  private static let file = ScreenKind(
    "file", "A text to keep as a file.",
    [
      .init("name", .text, "what the file is called", required: true),
      .init("text", .text, "what is in it", required: true),
      .init("label", .text, "the words of its button; default: the name"),
      .init("command", .text, "the command line that writes the same"),
    ])

  private static let image = ScreenKind(
    "image", "A picture.",
    [
      .init("src", .address, "its address", required: true),
      .init("alt", .text, "what it shows, in words", required: true),
    ])

  private static let audio = ScreenKind(
    "audio", "A sound to play.",
    [
      .init("src", .address, "its address", required: true),
      .init("title", .text, "what it is", required: true),
    ])

  private static let embed = ScreenKind(
    "embed", "A player of another service, loaded after a click.",
    [
      .init("service", .choice(["youtube"]), "whose player it is", required: true),
      .init("video", .text, "the service's id: letters, digits, - and _", required: true),
      .init("title", .text, "what it plays", required: true),
    ])
}
