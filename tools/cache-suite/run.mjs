// Runs the suite's own client and origin in this process, with `fetch` done by mixhost: see
// tools/cache-tests. A private cache is tested as the suite tests a browser's, without what only the
// Fetch interface of browsers can ask for.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [folder, ...flags] = process.argv.slice(2)
const has = name => flags.includes(name)
const after = name => has(name) ? flags[flags.indexOf(name) + 1] : undefined
const root = path.resolve(import.meta.dirname, '../..')
const suite = name => import(pathToFileURL(path.resolve(folder, name)))
const home = mkdtempSync(path.join(tmpdir(), 'mixhost-cache-tests-'))
console.log = console.error

/** Starts the suite's origin on a free port of 127.0.0.1, where it would listen everywhere. */
async function startOrigin () {
  const { listen } = http.Server.prototype
  let origin
  http.Server.prototype.listen = function () {
    origin = this
    return listen.call(this, 0, '127.0.0.1')
  }
  Object.assign(process.env, {
    npm_config_protocol: 'http', npm_config_port: '80', npm_config_pidfile: path.join(home, 'pid')
  })
  await suite('test-engine/server/server.mjs')
  http.Server.prototype.listen = listen
  return origin.address().port
}

/** A `fetch` that mixhost does: one line of JSON for each request, one for each answer. */
function mixhostFetch (port) {
  const program = spawn(path.join(root, '.build/debug/mixhost'), [
    '--home', home, '--allow-net', `127.0.0.1:${port}`, '--timeout', '1h',
    path.join(import.meta.dirname, 'client.lua')
  ], {
    stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, MIXHOST_HTTP_CONCURRENCY: '64' }
  })
  const waiting = new Map()
  createInterface({ input: program.stdout }).on('line', line => {
    const answer = JSON.parse(line)
    waiting.get(answer.id)(answer)
    waiting.delete(answer.id)
  })
  let count = 0
  const fetch = async (url, init = {}) => {
    const id = ++count
    const headers = {}
    for (const [name, value] of init.headers ?? []) {
      headers[name] = name in headers ? `${headers[name]}, ${value}` : value
    }
    const answered = new Promise(resolve => waiting.set(id, resolve))
    program.stdin.write(JSON.stringify({
      id, url, method: init.method ?? 'GET', headers, body: init.body,
      redirect: init.redirect === 'manual' ? 'none' : 'follow', retry: has('--retries')
    }) + '\n')
    const answer = await answered
    // A cache in front of somebody else says 504 where it may answer with nothing (RFC 9111, 4.2.4 and
    // 5.2.1.7); a client says that it failed.
    if (answer.error) return { status: 504, headers: new Headers(), text: async () => '' }
    return {
      status: answer.status, headers: new Headers(answer.headers), text: async () => answer.body
    }
  }
  return { fetch, program }
}

const port = await startOrigin()
const { fetch: viaMixhost, program } = mixhostFetch(port)
const direct = globalThis.fetch
globalThis.fetch = (url, init) => (url.includes('/test/') ? viaMixhost : direct)(url, init)

const { default: suites } = await suite('tests/index.mjs')
const { runTests, getResults } = await suite('test-engine/client/runner.mjs')
const { determineTestResult, resultTypes } = await suite('test-engine/lib/results.mjs')
const only = after('--id')
const chosen = suites.map(set => ({
  ...set,
  tests: set.tests.filter(test =>
    !test.browser_only && !test.cdn_only && !test.browser_skip && (!only || test.id === only))
}))
await runTests(chosen, true, `http://127.0.0.1:${port}`)
program.stdin.end()
await once(program, 'exit')
rmSync(home, { recursive: true })

const results = getResults()
const counts = {}
for (const test of chosen.flatMap(set => set.tests)) {
  const kind = test.kind ?? 'required'
  const result = determineTestResult(suites, test.id, results, false)
  const passed = result === resultTypes.pass || result === resultTypes.yes
  counts[kind] ??= { passed: 0, all: 0 }
  counts[kind].all += 1
  if (passed) counts[kind].passed += 1
  else if (kind === 'required' || has('--all') || only) {
    process.stdout.write(`${kind}  ${test.id}  ${[results[test.id]].flat().join(': ')}\n`)
  }
}
for (const [kind, { passed, all }] of Object.entries(counts)) {
  process.stdout.write(`${kind}: ${passed} of ${all}\n`)
}
const least = Number(after('--least') ?? (has('--retries') || only ? 0 : 132))
process.exit((counts.required?.passed ?? 0) < least ? 1 : 0)
