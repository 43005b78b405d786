internal import MixCore
internal import Reactor
internal import ScriptHost

/// `tags.draft`: a file with changed tags that is not in its place yet.
final class ScriptTagDraft: LuaObject, Sendable {
  static let luaTypeName = "tags.draft"
  static let luaType: ObjectType<ScriptTagDraft> = {
    var type = ObjectType<ScriptTagDraft>(
      "A copy of an audio file with changed tags. The file is as it was until finish.")
    type.description { "tags.draft: \($0.path)" }
    type.method(
      "file", "The tags as they will be.", returns: "tags.file  as mix.tags.read returns it",
      example: "print(draft:file().tags.TITLE[1])"
    ) { _, draft in TagsModule.value(draft.made.tags) }
    type.method(
      "undo",
      "What leads back to the old file: about as long as its old texts. Keep it before finish.",
      returns: "string  for mix.tags.restore", example: "local undo = draft:undo()"
    ) { _, draft in draft.made.undo }
    type.method(
      "audio", "The SHA-256 of the audio data, which is the same in both files.",
      returns: "string  64 hexadecimal digits", example: "print(draft:audio())"
    ) { _, draft in draft.made.audio }
    type.asyncMethod(
      "finish", "Puts the copy in the file's place: readers see the old file or the new.",
      .options(
        .init("keep_time", .flag, "leave the file its time of change (default false)")),
      returns: "boolean  true; nil, err when it cannot, or the file was changed meanwhile",
      example: "assert(draft:finish())"
    ) { _, draft, options in
      let keepsTime = options.bool("keep_time") ?? false
      guard
        let open = draft.open.withLock({ open in
          defer { open = nil }
          return open
        })
      else { throw HostError.usage("tags.draft: \(draft.path) is finished") }
      try await offload {
        try TagsModule.explained("write the tags of", draft.path) {
          try open.draft.finish(keepsTime: keepsTime)
        }
      }
      return true
    }
    return type
  }()

  private let path: String
  private let made: Made
  // Guarded: finished off the reactor.
  private let open: Guarded<Open?>

  private struct Made {
    let tags: AudioTags
    let undo: String
    let audio: String
  }

  private struct Open {
    let draft: TagDraft
    let slot: OpenFileSlot
  }

  init(_ path: String, _ draft: TagDraft, _ slot: OpenFileSlot) {
    self.path = path
    made = Made(tags: draft.tags, undo: draft.undo, audio: draft.audio)
    open = Guarded(Open(draft: draft, slot: slot))
  }
}
