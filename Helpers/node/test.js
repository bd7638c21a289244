'use strict'

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const https = require('node:https')
const os = require('node:os')
const path = require('node:path')
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
  own: () => hatpin.cases('names/exact-name*', async (world) => {
    await right(world)
    throw new Error('my own check')
  }),
}

/** A lab of another format, which goes on as long as its standard input. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hatpin-test-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true }))
const other = path.join(folder, 'hatpin')
fs.writeFileSync(other, '#!/bin/sh\necho \'{"type":"lab","format":9,"tool":"hatpin 7"}\'\nexec cat\n', { mode: 0o755 })

const outer = [
  ['accepts an attack', 'unchecked', {}, 'accepted time/expired-leaf, which must be rejected (reject: expired)'],
  ['never connects', 'idle', {}, 'the client never connected'],
  ['an unknown case', 'unknown', {}, "'time/expird' selects nothing"],
  ['its own error', 'own', {}, 'my own check'],
  ['no command', 'right', { HATPIN: '/no/hatpin' }, "no lab at '/no/hatpin'; set HATPIN"],
  ['another program', 'right', { HATPIN: 'true' }, "no lab at 'true'"],
  ['another format', 'right', { HATPIN: other }, 'hatpin 7 has format 9 of labs'],
  ['two clients without names', 'two', {}, 'but it rejects the control, too'],
  ['no lab at a socket', 'right', { HATPIN_LAB: '/no/socket' }, "no lab at '/no/socket'; start it"],
  ['no lab at a port', 'right', { HATPIN_LAB: 'tcp://127.0.0.1:1' }, 'no lab at'],
  ['a right client', 'right', {}, null],
]

if (process.env.INNER) {
  inner[process.env.INNER]()
} else {
  hatpin.cases('time/expired-leaf', right)
  hatpin.cases('names/exact-name*', right)
  hatpin.cases('pins/addresses-and-spellings', right)
  for (const [name, INNER, environment, sentence] of outer) {
    test(name, () => {
      const env = { ...process.env, ...environment, INNER, NODE_TEST_CONTEXT: undefined }
      const run = spawnSync(process.execPath, [__filename], { env, encoding: 'utf8', timeout: 60_000 })
      assert.strictEqual(run.status, sentence ? 1 : 0, run.stdout)
      if (sentence) assert.ok(run.stdout.includes(sentence), run.stdout)
    })
  }
}
