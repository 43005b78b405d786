# Shared by the tests of packages; they run as root in a fresh Debian.
set -euo pipefail

fail() { echo "fails: $1" >&2; exit 1; }

# The loopback device of a network namespace is down at first, and `ip` is not there.
loopback() { perl -e 'socket(S, 2, 2, 0); $r = pack("a16 S x22", "lo", 1); ioctl(S, 0x8914, $r) or die $!'; }

# Runs a command as the user who has just been made, with an empty environment.
as_user() { su -s /bin/bash -l alice -c "$*"; }

# The chart without network, by a program: every row with the album and day of the bundled facts. Standard error
# says which services could not be asked.
ten_rows() {
  local rows rank cell=$'[^\t]+\t'
  rows=$("$@" 2>/tmp/errors) || fail "$*: $(cat /tmp/errors)"
  for rank in {1..10}; do
    grep -qE "^${rank}"$'\t'"$cell$cell$cell"$'[0-9]{4}-[0-9]{2}-[0-9]{2}\tbundled$' <<<"$rows" ||
      fail "the chart lacks rank $rank with album and date:
$rows"
  done
}

# status PORT PATH: the HTTP status that a server on this machine answers with.
status() {
  local code
  exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&3
  read -r _ code _ <&3
  exec 3>&-
  echo "$code"
}

# serves PROGRAM: starts `PROGRAM serve` as the user, asks it for its health and page, and ends it by SIGTERM.
serves() {
  local process code waited=0 left ended=0
  as_user "exec $1 serve --port 8799 --no-refresh" >/tmp/served 2>&1 &
  process=$!
  until code=$(status 8799 /health 2>/dev/null); do
    sleep 0.1
    waited=$((waited + 1))
    ((waited < 100)) || fail "serve does not answer: $(cat /tmp/served)"
  done
  [[ $code == 200 ]] || fail "/health answers $code"
  [[ $(status 8799 /) == 200 ]] || fail 'the page is not served'
  for left in /proc/[0-9]*; do
    if [[ $(readlink "$left/exe" 2>/dev/null) == */bin/mixhost ]]; then
      kill -TERM "${left#/proc/}"
      ended=$((ended + 1))
    fi
  done
  ((ended > 0)) || fail 'no process of mixhost runs'
  wait "$process" || fail "serve ended with $?: $(cat /tmp/served)"
}

# Every path outside of what the system keeps about itself.
listing() {
  find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /packages -o -path /var/cache -o \
    -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/log -o -path /run \) -prune -o -print | sort
}
