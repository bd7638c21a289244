'use strict'

const assert = require('node:assert')
const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const https = require('node:https')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const readline = require('node:readline')
const { test } = require('node:test')
const hatpin = require('./hatpin.js')

/** A client that verifies what Node verifies. */
function right(world, options = {}) {
  return new Promise((resolve, reject) => {
    https.get(world.url, { ...world.tls, agent: false, ...options }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}

const inner = {
  unchecked: () => hatpin.cases('time/expired-leaf', (world) => right(world, { rejectUnauthorized: false })),
  idle: () => hatpin.cases('time/expired-leaf', () => {}),
  unknown: () => hatpin.cases('time/expird', right),
  two: () => {
    hatpin.cases('time/expired-leaf', (world) => right(world))
    hatpin.cases('time/expired-leaf', (world) => right(world, { ca: undefined }))
  },
  right: () => hatpin.cases('time/expired-leaf', right),
  plain: () => hatpin.cases('names/exact-name*', (world) => new Promise((resolve) => {
    net.connect(world.port, world.address, function () { this.destroy(); resolve() })
  })),
  staple: () => hatpin.cases('revocation/forged-staple', right),
  own: () => hatpin.cases('names/exact-name*', async (world) => {
    await right(world)
    throw new Error('my own check')
  }),
}

inner.waiting = () => hatpin.cases('time/expired-leaf', () => {
  console.log('it waits')
  return new Promise((resolve) => setTimeout(resolve, 600_000))
})

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hatpin-test-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true }))

/** Makes a command whose process's number is in the file of its name with .pid at the end. */
function command(name, ...lines) {
  const file = path.join(folder, name)
  fs.writeFileSync(file, ['#!/bin/sh', `echo $$ >>${file}.pid`, ...lines, ''].join('\n'), { mode: 0o755 })
  return file
}

/** Makes a command that greets as a lab and goes on with more lines of a shell. */
function fake(name, format, ...lines) {
  return command(name, `echo '{"type":"lab","format":${format},"tool":"hatpin 7"}'`, ...lines)
}

/** Waits until a condition holds, or fails with a message. */
async function until(message, holds) {
  for (const begin = Date.now(); !holds(); await new Promise((resolve) => setTimeout(resolve, 10))) {
    assert.ok(Date.now() - begin < 10_000, message)
  }
}

function isAlive(pid) {
  return fs.existsSync(`/proc/${pid}`)
}

function pids(file) {
  return fs.readFileSync(`${file}.pid`, 'utf8').trim().split('\n')
}

const other = fake('other', 9, 'exec sleep 600')
const unserved = `echo '{"type":"error","code":"not-served","problem":"no descriptors","help":"raise ulimit"}'`

const outer = [
  ['accepts an attack', 'unchecked', {}, 'accepted time/expired-leaf, which must be rejected (reject: expired)'],
  ['never connects', 'idle', {}, 'the client never connected'],
  ['never starts TLS', 'plain', {}, 'the client did not start TLS'],
  ['a case that does not reach the client', 'staple', {}, null],
  ['an unknown case', 'unknown', {}, "'time/expird' selects nothing"],
  ['its own error', 'own', {}, 'my own check'],
  ['no command', 'right', { HATPIN: '/no/hatpin' }, "no lab at '/no/hatpin': spawn /no/hatpin ENOENT; set HATPIN"],
  ['a command that ends', 'right', { HATPIN: 'true' }, "no lab at 'true': it sent no greeting"],
  ['another program', 'right', { HATPIN: 'echo' }, "no lab at 'echo': it sent no greeting"],
  ['another format', 'right', { HATPIN: other }, 'hatpin 7 has format 9 of labs'],
  ['a lab that ends', 'right', { HATPIN: fake('ends', 1, 'read request') }, 'hatpin: the lab has ended'],
  ['a line that is no JSON', 'right', { HATPIN: fake('oops', 1, 'read request', 'echo oops') }, 'a line that is no JSON'],
  ['a setup that cannot be served', 'right', { HATPIN: fake('full', 1, 'read request', unserved, 'cat') },
    'hatpin: no descriptors; raise ulimit'],
  ['two clients without names', 'two', {}, 'but it rejects the control, too'],
  ['no lab at a socket', 'right', { HATPIN_LAB: '/no/socket' }, "no lab at '/no/socket'"],
  ['no lab at a port', 'right', { HATPIN_LAB: 'tcp://127.0.0.1:1' }, 'connect ECONNREFUSED 127.0.0.1:1; start hatpin lab'],
  ['a right client', 'right', {}, null],
]

function environment(added, INNER) {
  return { ...process.env, ...added, INNER, NODE_TEST_CONTEXT: undefined }
}

if (process.env.INNER) {
  inner[process.env.INNER]()
} else {
  hatpin.cases('time/expired-leaf', right)
  hatpin.cases('names/exact-name*', right)
  hatpin.cases('names/entered-u-label', right, { can: ['international-names'] })
  hatpin.cases('pins/addresses-and-spellings', right)
  for (const [name, which, added, sentence] of outer) {
    test(name, async () => {
      const env = environment(added, which)
      const run = spawnSync(process.execPath, [__filename], { env, encoding: 'utf8', timeout: 60_000 })
      assert.strictEqual(run.status, sentence ? 1 : 0, run.stdout)
      if (sentence) assert.ok(run.stdout.includes(sentence), run.stdout)
      for (const pid of added.HATPIN?.startsWith(folder) ? pids(added.HATPIN) : []) {
        await until(`process ${pid} is left`, () => !isAlive(pid))
      }
    })
  }

  test('a test that is killed leaves no lab and no files', async () => {
    const files = fs.mkdtempSync(path.join(folder, 'files-'))
    const wrapper = command('wrapper', `TMPDIR=${files} exec ${process.env.HATPIN || 'hatpin'} "$@"`)
    const run = spawn(process.execPath, [__filename], { env: environment({ HATPIN: wrapper }, 'waiting') })
    for await (const line of readline.createInterface({ input: run.stdout })) {
      if (line.includes('it waits')) break
    }
    run.kill('SIGKILL')
    for (const pid of pids(wrapper)) await until(`process ${pid} is left`, () => !isAlive(pid))
    await until('files are left', () => fs.readdirSync(files).length === 0)
  })

  test('two processes share a lab', async () => {
    const HATPIN_LAB = path.join(folder, 'door')
    const lab = spawn(process.env.HATPIN || 'hatpin', ['lab', '--socket', HATPIN_LAB])
    await until('no door', () => fs.existsSync(HATPIN_LAB))
    const both = [1, 2].map(() => spawn(process.execPath, [__filename], { env: environment({ HATPIN_LAB }, 'right') }))
    const ends = await Promise.all(both.map((run) => new Promise((resolve) => run.on('exit', resolve))))
    lab.kill()
    assert.deepStrictEqual(ends, [0, 0])
  })

  test('a machine that does not answer', async () => {
    const silent = net.createServer(() => {})
    await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const env = environment({ HATPIN_LAB: `tcp://127.0.0.1:${silent.address().port}` }, 'right')
    const run = spawn(process.execPath, [__filename], { env })
    let text = ''
    for await (const part of run.stdout) text += part
    silent.close()
    assert.ok(text.includes('it does not answer; start hatpin lab'), text)
  })
}
