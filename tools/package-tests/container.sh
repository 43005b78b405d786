# In the container, as its user: container.sh ENTRYPOINT HEALTHCHECK.
. /packages/common.sh
[[ $(id -un) == mixhost ]] || fail "the container runs as $(id -un)"
ten_rows mixhost chart
# shellcheck disable=SC2086
$1 >/tmp/served 2>&1 &
process=$!
waited=0
until bash -c "$2" 2>/dev/null; do
  sleep 0.1
  waited=$((waited + 1))
  ((waited < 100)) || fail "the health check fails: $(cat /tmp/served)"
done
[[ -e /data/state || -n $(ls /data) ]] || fail 'nothing is kept in /data'
kill -TERM "$process"
wait "$process" || fail "serve ended with $?: $(cat /tmp/served)"
