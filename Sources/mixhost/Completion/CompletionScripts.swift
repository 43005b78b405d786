/// The scripts that shells run for Tab. They ask `mixhost --complete WORDS…`, so that commands of
/// programs that are added later are completed as well.
enum CompletionScripts {
  static let shells = ["bash", "zsh", "fish"]

  /// The script for a shell; nil for an unknown one.
  static func text(_ shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  private static let bash = #"""
    # Tab for mixhost in bash. mixhost itself gives the candidates, a line each: "WORD<tab>MEANING";
    # ":files" stands for the names of files.
    _mixhost() {
      local line current=${COMP_WORDS[COMP_CWORD]}
      local -a lines
      [[ $current == = ]] && current=
      mapfile -t lines < <(
        "${COMP_WORDS[0]/#\~/$HOME}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      COMPREPLY=()
      for line in "${lines[@]}"; do
        if [[ $line == :files ]]; then
          compopt -o filenames 2>/dev/null
          mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        else
          COMPREPLY+=("${line%%$'\t'*}")
        fi
      done
    }
    complete -F _mixhost mixhost

    """#

  private static let zsh = #"""
    #compdef mixhost
    # Tab for mixhost in zsh. mixhost itself gives the candidates, a line each: "WORD<tab>MEANING";
    # ":files" stands for the names of files.
    _mixhost() {
      local line files=
      local -a lines found
      lines=("${(@f)$("${words[1]/#\~/$HOME}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      for line in $lines; do
        if [[ $line == :files ]]; then
          files=1
        else
          found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        fi
      done
      (( $#found )) && _describe 'mixhost' found
      if [[ -n $files ]]; then _files; fi
    }
    if [[ $funcstack[1] == _mixhost ]]; then _mixhost "$@"; else compdef _mixhost mixhost; fi

    """#

  private static let fish = #"""
    # Tab for mixhost in fish. mixhost itself gives the candidates, a line each: "WORD<tab>MEANING";
    # ":files" stands for the names of files.
    function __mixhost_complete
        set -l words (commandline -opc)
        set -l program $words[1]
        set -e words[1]
        set -l current (commandline -ct)
        for line in ($program --complete $words "$current" 2>/dev/null)
            if test "$line" = :files
                __fish_complete_path "$current"
            else
                echo $line
            end
        end
    end
    complete -c mixhost -f -a '(__mixhost_complete)'

    """#
}
