# In a fresh Debian, without network: the tarball in place, installed for a user, installed for all.
. /packages/common.sh
loopback
useradd --create-home --shell /bin/bash alice
apt-get install -y -qq --no-install-recommends libcurl4 >/dev/null 2>&1

mkdir /elsewhere
tar -C /elsewhere -xzf /packages/mixhost-*.tar.gz
mv /elsewhere/mixhost-* "/elsewhere/a folder"
chown -R root:root /elsewhere
ten_rows as_user '"/elsewhere/a folder/bin/mixhost" chart'
serves '"/elsewhere/a folder/bin/mixhost"'
listing >/tmp/before

# As the user, below the home.
said=$(as_user '"/elsewhere/a folder/install.sh"')
grep -q '^Installed /home/alice/.local/bin/mixhost$' <<<"$said" ||
  fail 'install.sh does not say where'
ten_rows as_user .local/bin/mixhost chart
grep -q '^ExecStart=/home/alice/.local/bin/mixhost ' /home/alice/.local/share/systemd/user/mixhost.service ||
  fail 'the unit names another program'
as_user '"/elsewhere/a folder/install.sh" --uninstall' >/dev/null

# As root, for all; twice, as an upgrade does.
"/elsewhere/a folder/install.sh" >/dev/null
"/elsewhere/a folder/install.sh" >/dev/null
ten_rows as_user mixhost chart
serves mixhost
"/elsewhere/a folder/install.sh" --uninstall >/dev/null
listing >/tmp/after
left=$(comm -13 /tmp/before /tmp/after | grep -vE '^/home/alice/\.(config|cache|local)(/(share|state))?(/mixhost(/.*)?)?$' || true)
[[ -z $left ]] || fail "uninstall leaves $left"
lost=$(comm -23 /tmp/before /tmp/after)
[[ -z $lost ]] || fail "uninstall takes $lost"
# Below a home the program and the user's data share a folder: nothing of the archive may stay in it.
for part in "/elsewhere/a folder/share/mixhost"/*; do
  [[ ! -e /home/alice/.local/share/mixhost/${part##*/} ]] || fail "uninstall leaves ${part##*/}"
done
! "/elsewhere/a folder/install.sh" --uninstall 2>/dev/null || fail 'a second uninstall says it has done something'
