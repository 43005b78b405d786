internal import ScriptHost

// The table of a playlist rule file as the reference and the editor types show it.
extension PlaylistRules {
  static let shapes = [
    TableShape(
      "playlist.rule", "What a rule file of the kind `playlist` returns.",
      [
        .init("kind", "\"playlist\"", "which kind of rules this is"),
        .init("name", "string?", "what mixhost rules list shows"),
        .init("doc", "string?", "what the rules do, in a line"),
        .init("steps", "playlist.steps", "what a build goes through"),
      ]),
    TableShape(
      "playlist.steps", "The steps of a build; docs/playlists.md says what they take and return.",
      [
        .init("name", "fun(options: table, today: string): string", "what the playlist is called"),
        .init(
          "describe", "fun(options: table, build: string): string",
          "the description of a new playlist; build: the identifier of this build"),
        .init(
          "resolve", "fun(query: string, matches: table[]): table?",
          "which of the artists that a search found is meant"),
        .init(
          "artists", "fun(options: table, found: table): table",
          "the artists in order, or {fetch, limit}: a source to ask first"),
        .init(
          "tracks", "fun(options: table, chosen: integer): integer?",
          "how many top tracks of the next artist to ask for; nil: no more artists"),
        .init(
          "dedupe", "fun(options: table, fetched: table[], chosen: table[], memory: table): table",
          "{kept, dropped}: which of an artist's tracks to take; memory lasts for the build"),
        .init("order", "fun(options: table, tracks: table[]): table[]", "the tracks in order"),
        .init("trim", "fun(options: table, tracks: table[]): table[]", "those that fit"),
        .init(
          "target", "fun(options: table, name: string, playlists: table[]?, user: string): table?",
          "the playlist to reuse, nil for a new one, or {fetch = \"playlists\"}"),
        .init(
          "write", "fun(options: table, prepared: string[], existing: string[]?): table",
          "{action, items, added}: what is written"),
      ]),
  ]
}
