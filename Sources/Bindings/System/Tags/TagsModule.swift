internal import Files
internal import MixCore
internal import ScriptHost

/// `mix.tags`: the tags of audio files in granted folders.
enum TagsModule {
  static func make(_ host: ScriptRun) -> Module {
    var module = Module(
      "tags", "Tags of FLAC, MP3, M4A, Ogg, WAV and AIFF files; a write can be undone to the byte.",
      rules: .refused("reads and writes files"))
    let path = Parameter("path", "relative to the working directory, or absolute", String.self)
    module.asyncFunction(
      "read", "Reads the tags of an audio file, whatever its name.", path,
      returns: "tags.file  its tags and audio; nil, err of kind damaged, missing, limit or io",
      example: "local tags = assert(mix.tags.read(\"01.flac\")).tags; print(tags.TITLE[1])"
    ) { context, path in
      let helper = TagHelper(program: host.settings.tagsProgram)
      return try await context.offloadStoppable { stop in
        try explained("read the tags of", path) {
          try host.grants.reading(path) {
            value(try TagFile($0, helper: helper, stop: stop).read())
          }
        }
      }
    }
    module.asyncFunction(
      "prepare",
      "Makes a copy with changed tags and nothing else changed, which finish puts in the file's place.",
      path,
      Parameter(
        "changes",
        "new values by TagLib's names: a text, a list of texts, or false to remove; others stay",
        LuaValue.self, as: "table<string, string|string[]|false>"),
      returns: "tags.draft  the copy; nil, err of kind damaged, unsupported, missing, limit or io",
      example:
        "local draft = assert(mix.tags.prepare(\"01.flac\", { TITLE = \"Ebb\", COMMENT = false }))"
    ) { context, path, given in
      let changes = try context.withCall("mix.tags.prepare") { try TagChanges.read(given, $0) }
      let helper = TagHelper(program: host.settings.tagsProgram)
      return ObjectResult(
        try await context.openingFileStoppably { slot, stop in
          try explained("write the tags of", path) {
            try host.grants.writing(path) {
              ScriptTagDraft(
                path, try TagFile($0, helper: helper, stop: stop).prepare(changes), slot)
            }
          }
        })
    }
    module.asyncFunction(
      "restore",
      "Puts back a file as it was before its draft was finished, to the byte, with its time of change.",
      path,
      Parameter("undo", "of the draft: draft:undo()", String.self),
      returns:
        "boolean  true; nil, err of kind changed when the file is not the one that was written",
      example: "assert(mix.tags.restore(\"01.flac\", undo))"
    ) { context, path, undo in
      let helper = TagHelper(program: nil)
      return try await context.offloadStoppable { stop in
        try explained("put back the tags of", path) {
          try host.grants.writing(path) {
            try TagFile($0, helper: helper, stop: stop).restore(undo)
          }
          return true
        }
      }
    }
    module.asyncFunction(
      "audio", "The SHA-256 of a file's audio data alone: the same whatever its tags are.", path,
      returns: "string  64 hexadecimal digits; nil, err when the file cannot be read",
      example: "print(assert(mix.tags.audio(\"01.flac\")))"
    ) { context, path in
      let helper = TagHelper(program: nil)
      return try await context.offloadStoppable { stop in
        try explained("read", path) {
          try host.grants.reading(path) {
            try TagFile($0, helper: helper, stop: stop).audioDigest()
          }
        }
      }
    }
    module.type(ScriptTagDraft.luaType)
    addShapes(&module)
    return module
  }

  private static func addShapes(_ module: inout Module) {
    module.shapes(
      Shape(
        "tags.file", "The tags of an audio file, and what its audio is like.",
        [
          .init("format", "string", "flac, mp3, m4a, ogg, opus, wav or aiff"),
          .init("tags", "table<string, string[]>", "values by TagLib's names, such as ALBUMARTIST"),
          .init("kinds", "string[]", "its tags, such as ID3v2.3; a property is that of the first"),
          .init("differing", "string[]", "what a later tag says otherwise, such as APEv2 TITLE"),
          .init("others", "string[]", "what else is in its tags; a write leaves it as it is"),
          .init("staying", "string[]", "texts besides tags, such as Lyrics3; a write keeps them"),
          .init("pictures", "integer", "how many pictures it has"),
          .init("seconds", "number", "how long it plays"),
          .init("bitrate", "integer", "in kbit/s"),
          .init("sample_rate", "integer", "in Hz"),
          .init("channels", "integer", "1 or more"),
        ]))
  }

  // MARK: Values

  static func value(_ tags: AudioTags) -> LuaValue {
    func fact(_ name: String) -> LuaValue { .int(Int64(tags.facts[name] ?? 0)) }
    return .object([
      "format": .string(tags.format),
      "tags": .object(tags.properties.mapValues { .array($0.map(LuaValue.string)) }),
      "kinds": .array(tags.kinds.map(LuaValue.string)),
      "differing": .array(tags.differing.map(LuaValue.string)),
      "others": .array(tags.others.map(LuaValue.string)),
      "staying": .array(tags.staying.map(LuaValue.string)),
      "pictures": fact("pictures"),
      "seconds": .number(Double(tags.facts["milliseconds"] ?? 0) / 1_000),
      "bitrate": fact("bitrate"), "sample_rate": fact("sample_rate"),
      "channels": fact("channels"),
    ])
  }

  /// Runs `work`; its failures name the file.
  static func explained<Value>(
    _ operation: String, _ path: String, _ work: () throws -> Value
  ) throws -> Value {
    do { return try work() } catch let failure as FileFailure {
      throw failure.hostError(operation, path, most: "2 GB")
    } catch let failure as TagFailure {
      throw HostError(
        kind: failure.kind.rawValue, message: "cannot \(operation) \(path): \(failure.reason)",
        fields: ["path": .string(path)])
    }
  }
}
