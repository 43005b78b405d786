# In the container, as its user: container.sh ENTRYPOINT HEALTHCHECK.
. /packages/common.sh
[[ -n ${1:-} && -n ${2:-} ]] || fail 'the image has no entry point or no health check'
[[ $(id -un) == mixhost ]] || fail "the container runs as $(id -un)"
# Nothing keeps this container from the network of the machine.
ten_rows mixhost --offline chart
mixhost-tags </dev/null >/tmp/tags 2>&1 || [[ $? -lt 126 ]] || fail "mixhost-tags: $(cat /tmp/tags)"
! bash -c "$2" 2>/dev/null || fail 'the health check passes without a server'
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
