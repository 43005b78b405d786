internal import MixCore
internal import ScriptHost

/// `mix.text`: forms of text in which spellings of the same words are equal, and similarities.
enum TextModule {
  static func make() -> Module {
    var module = Module(
      "text", "Folds, splits and compares texts (Unicode).", rules: .allowed())
    addForms(&module)
    TextComparison.add(to: &module)
    TextSearchFunctions.add(to: &module)
    ForeignText.add(to: &module)
    module.type(TextSimilarities.luaType)
    return module
  }

  private static func addForms(_ module: inout Module) {
    let text = Parameter("text", "the text, 4 MB at most", FoldableText.self)
    module.function(
      "fold", "Removes case, accents and typographic variants; spaces and punctuation stay.", text,
      returns: "string  the folded text", example: "print(mix.text.fold(\"Beyoncé\"))  --> beyonce"
    ) { call, text in try TextFold.fold(text.text, pace: call.textPace) }
    module.function(
      "casefold", "Removes differences of case only; accents, spaces and punctuation stay.", text,
      returns: "string  the text in small letters, ß as ss",
      example: "print(mix.text.casefold(\"BEYONCÉ\"))  --> beyoncé"
    ) { call, text in try TextFold.caseFold(text.text, pace: call.textPace) }
    module.function(
      "normalize", "Folds, and makes every run of spaces, punctuation and symbols one space.", text,
      returns: "string  the words, separated by single spaces",
      example: "print(mix.text.normalize(\"AC/DC – Don’t\"))  --> ac dc don t"
    ) { call, text in try TextFold.normalize(text.text, pace: call.textPace) }
    module.function(
      "tokens", "The words of the normalized text, in order.", text,
      returns: "string[]  the words",
      example: "for _, word in ipairs(mix.text.tokens(title)) do print(word) end"
    ) { call, text in try TextFold.tokens(text.text, pace: call.textPace) }
    module.function(
      "slug", "The words of the normalized text joined by -, as in addresses.", text,
      returns: "string  letters of other scripts stay as they are",
      example: "print(mix.text.slug(\"Señorita (Remix)\"))  --> senorita-remix"
    ) { call, text in try TextFold.slug(text.text, pace: call.textPace) }
  }
}
