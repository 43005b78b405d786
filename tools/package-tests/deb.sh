# In a fresh Debian, without network: the life of the Debian package.
. /packages/common.sh
loopback
useradd --create-home --shell /bin/bash alice
# Its dependencies stay: only what the package itself brings and leaves counts.
mapfile -t tags < <(dpkg-deb -f /packages/mixhost_*.deb Recommends | grep -oE 'libtag[0-9a-z]+')
((${#tags[@]})) || fail 'the package recommends no TagLib'
apt-get install -y -qq --no-install-recommends libcurl4 "${tags[@]}" >/tmp/apt 2>&1 || fail "$(cat /tmp/apt)"
listing >/tmp/before

apt-get install -y -qq --no-install-recommends /packages/mixhost_*.deb >/tmp/apt 2>&1 || fail "$(cat /tmp/apt)"
began=$(date +%s%N)
ten_rows as_user mixhost chart
took=$((($(date +%s%N) - began) / 1000000))
((took < 10000)) || fail "the chart took $took ms after the installation"
echo "figure: ten rows $took ms after apt's end"

[[ $(as_user mixhost --version) == "mixhost $VERSION" ]] || fail "the version is $(as_user mixhost --version)"
[[ $(as_user mixhost --complete boo) == books* ]] || fail 'Tab does not find books'
# dpkg of a minimal Debian may leave manual pages out; those of the package are complete.
for file in /usr/share/man/man1/mixhost.1.gz \
  /usr/share/bash-completion/completions/mixhost /usr/share/zsh/vendor-completions/_mixhost \
  /usr/share/fish/vendor_completions.d/mixhost.fish /usr/lib/systemd/user/mixhost.service \
  /usr/share/doc/mixhost/copyright; do
  [[ -e $file ]] || fail "$file is missing"
done
grep -q '^ExecStart=/usr/bin/mixhost serve' /usr/lib/systemd/user/mixhost.service || fail 'the unit names another program'
[[ -s /var/lib/dpkg/info/mixhost.md5sums ]] || fail 'the package has no checksums to verify'
dpkg --verify mixhost | grep . && fail 'files differ from what the package says'
as_user mixhost test /usr/share/mixhost/scripts/spec/lib >/tmp/specs 2>&1 || fail "$(tail -20 /tmp/specs)"
serves mixhost

# 200 s of silence get the tags of a song, and lose them again.
as_user 'mkdir music && perl -e "print((pack(qq(C4), 255, 251, 144, 0) . (qq(\0) x 413)) x 7660)" > "music/The Weeknd - Blinding Lights.mp3"'
silence=$(sha256sum /home/alice/music/*.mp3)
as_user mixhost --mock tags plan music >/tmp/tags 2>&1 || fail "$(cat /tmp/tags)"
grep -q 'to write' /tmp/tags || fail "no tags are planned: $(cat /tmp/tags)"
as_user mixhost --mock tags write music >/tmp/tags 2>&1 || fail "$(cat /tmp/tags)"
[[ $(sha256sum /home/alice/music/*.mp3) != "$silence" ]] || fail 'tags write changed nothing'
as_user mixhost --mock tags undo music >/tmp/tags 2>&1 || fail "$(cat /tmp/tags)"
[[ $(sha256sum /home/alice/music/*.mp3) == "$silence" ]] || fail 'tags undo leaves something'
rm -r /home/alice/music

# Removed, installed again and over itself, purged.
apt-get remove -y -qq mixhost >/tmp/apt 2>&1 || fail "$(cat /tmp/apt)"
[[ ! -e /usr/bin/mixhost && ! -e /usr/share/mixhost ]] || fail 'remove leaves the program'
for _ in 1 2; do
  apt-get install -y -qq --reinstall --no-install-recommends /packages/mixhost_*.deb >/tmp/apt 2>&1 || fail "$(cat /tmp/apt)"
  ten_rows as_user mixhost chart
done
apt-get purge -y -qq mixhost >/tmp/apt 2>&1 || fail "$(cat /tmp/apt)"
listing >/tmp/after
left=$(comm -13 /tmp/before /tmp/after | grep -vE '^/home/alice/\.(config|cache|local)(/(share|state))?(/mixhost(/.*)?)?$' || true)
[[ -z $left ]] || fail "purge leaves $left"
lost=$(comm -23 /tmp/before /tmp/after)
[[ -z $lost ]] || fail "purge takes $lost"
grep -q '^/home/alice/.*mixhost/' <<<"$(comm -13 /tmp/before /tmp/after)" || fail "the user's data went, too"
