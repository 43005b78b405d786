/// The screen of `mixhost help`: the commands by what they are for, in 24 lines of 80 columns.
enum HelpScreen {
  static let text = """
    mixhost matches lists of songs, books and films with any catalogue.

      match, link, dedupe    a list with a catalogue or service; two lists; one list
      chart                  the music chart, each song looked up
      books                  a library of books: import, look up, decide, export
      trailers               films and series, with their trailers
      feed                   news of channels, podcasts and sites that you follow
      playlist               playlists by rules, written and undone; backups
      tags                   tags of music files: plan, write, undo to the byte
      subsonic, jellyfin, listenbrainz    playlists of music servers
      reconcile, connect, mcp    answers for OpenRefine, readers, assistants
      notify, host           notices on your phone or by mail; runs, waits, failures

      auth, config, doctor   sign in; settings and keys; what is missing here
      serve, screen          the page in a browser; its screens in the terminal
      rules, programs, new   rules to copy and measure; programs; your own of each
      refresh, worker, store, backup, restore    work on time, on hosts; the data
      cache, logs, mock, test, docs, types, trust    for a closer look

    mixhost COMMAND --help has options and examples; mixhost --help the flags.
    Without keys or network: mixhost --mock chart, mixhost --mock books run.
    A script: mixhost SCRIPT.lua. A prompt: mixhost. Your own programs: mixhost
    programs list. More: man mixhost.
    """
}
