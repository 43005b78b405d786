#!/bin/sh
# install.sh [--prefix DIR]: copies mixhost from this folder to DIR (default: /usr/local for root, ~/.local
# otherwise). install.sh --uninstall [--prefix DIR] removes the same files and nothing else.
set -eu
# All users may run what root installs.
umask 022

here=$(cd "$(dirname "$0")" && pwd -P)
if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
action=install

fail() {
  echo "install.sh: $1" >&2
  exit "${2:-1}"
}

while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      [ $# -ge 2 ] || fail '--prefix needs a folder' 2
      prefix=$2
      shift
      ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) action=uninstall ;;
    -h | --help)
      sed -n '2,3s/^# //p' "$0"
      exit
      ;;
    *) fail "unknown argument $1; see --help" 2 ;;
  esac
  shift
done
case $prefix in
  /*) ;;
  '') fail '--prefix needs a folder' 2 ;;
  # No shell expands the ~ of --prefix=~/opt.
  '~/'*) prefix=$HOME/${prefix#'~/'} ;;
  *) prefix=$(pwd)/$prefix ;;
esac
# One name for each folder: `--prefix .` here would remove the files before it copies them.
if [ -d "$prefix" ]; then prefix=$(cd "$prefix" && pwd -P); fi
[ "$prefix" != "$here" ] || fail "$prefix is this folder; choose another --prefix"

# Where a file of the archive goes: manual pages, completions and the unit keep their places below a prefix.
list=$here/share/mixhost/files
installed=$prefix/share/mixhost/files
[ -e "$list" ] || fail "$list is missing: unpack the archive again"

# The folders that an installation has made, and which one that ends takes with it if they are empty.
made=$prefix/share/mixhost/folders

# parents: the folders of the files that come in, each once, those around them first.
parents() {
  while IFS= read -r file; do
    folder=$(dirname "$file")
    while [ "$folder" != . ]; do
      echo "$folder"
      folder=$(dirname "$folder")
    done
  done | sort -u
}

# unit_program: the program as the unit names it: quoted when systemd or sed would read more into it.
unit_program() {
  program=$prefix/bin/mixhost
  case $program in
    *[!A-Za-z0-9/._+@-]*) program=\"$(printf '%s\n' "$program" | sed 's/[\\"]/\\&/g; s/%/%%/g')\" ;;
  esac
  printf '%s\n' "$program" | sed 's/[\\&|]/\\&/g'
}

# remove: takes away what is installed; the deepest folders first.
remove() {
  copy=$(mktemp)
  cat "$installed" >"$copy"
  while IFS= read -r file; do rm -f "$prefix/$file"; done <"$copy"
  if [ -e "$made" ]; then cat "$made" >"$copy"; else : >"$copy"; fi
  rm -f "$installed" "$made"
  sort -r "$copy" | while IFS= read -r folder; do rmdir "$prefix/$folder" 2>/dev/null || true; done
  # What could not be removed is ours still at the next installation.
  while IFS= read -r folder; do
    if [ -d "$prefix/$folder" ]; then echo "$folder"; fi
  done <"$copy"
  rm -f "$copy"
}

if [ "$action" = uninstall ]; then
  [ -e "$installed" ] || fail "mixhost is not installed below $prefix (--prefix DIR)"
  remove >/dev/null
  echo "Removed mixhost from $prefix"
  exit
fi

mkdir -p "$prefix" 2>/dev/null || true
[ -w "$prefix" ] || fail "$prefix cannot be written: choose another --prefix, or run as root"
ours=$(mktemp)
trap 'rm -f "$ours"' EXIT
if [ -e "$installed" ]; then remove >"$ours"; fi
parents <"$list" | while IFS= read -r folder; do
  [ -d "$prefix/$folder" ] || echo "$folder"
done >>"$ours"
while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  # A running program keeps the file that it was started from.
  rm -f "$prefix/$file"
  case $file in
    */mixhost.service) sed "s|@PREFIX@/bin/mixhost|$(unit_program)|" "$here/$file" >"$prefix/$file" ;;
    *) cp "$here/$file" "$prefix/$file" ;;
  esac
done <"$list"
cp "$list" "$installed"
sort -u "$ours" >"$made"
echo "Installed $prefix/bin/mixhost"

case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "Add $prefix/bin to PATH to call it as mixhost." ;;
esac
found=no
for folder in /usr/lib /usr/lib64 /lib /usr/lib/*-linux-gnu /usr/local/lib; do
  if [ -e "$folder/libcurl.so.4" ]; then found=yes; fi
done
[ "$found" = yes ] || echo 'libcurl was not found; fetching needs it (Debian: apt install libcurl4 ca-certificates).'
