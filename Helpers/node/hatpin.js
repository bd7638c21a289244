'use strict'

// Tests a TLS client of your own against false certificates, with node:test and hatpin lab.
//
//   const hatpin = require('hatpin-test')
//
//   hatpin.cases('names/*', (world) => myClient(world.url, world.tls))
//
// The function runs the client once. Whether it throws does not decide: the server sees whether the
// client has accepted.

const { spawn } = require('node:child_process')
const dns = require('node:dns')
const fs = require('node:fs')
const net = require('node:net')
const readline = require('node:readline')
const { test } = require('node:test')
const { domainToASCII } = require('node:url')

const FORMAT = 1

/** How long a lab that HATPIN_LAB names may take to greet, in milliseconds. */
const PATIENCE = 10_000

/** The setup of a case. Its properties are the members of the lab's answer, in camelCase. */
class World {
  constructor(setup) {
    for (const [name, value] of Object.entries(setup)) {
      this[name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())] = value
    }
    this.lookup = this.lookup.bind(this)
  }

  /** Resolves the server's name as dns.lookup does, for net, tls, https and undici. */
  lookup(name, options, callback) {
    if (typeof options === 'function') [options, callback] = [{}, options]
    if (!this.hosts.split(' ').some((host) => ascii(name) === ascii(host))) {
      return dns.lookup(name, options, callback)
    }
    const family = net.isIP(this.address)
    if (options.all) callback(null, [{ address: this.address, family }])
    else callback(null, this.address, family)
  }

  /** Options of tls.connect and https.request: trust anchors, certificate, key and lookup. */
  get tls() {
    const read = (path) => path && fs.readFileSync(path)
    return {
      ca: read(this.ca),
      cert: read(this.clientCertificate),
      key: read(this.clientKey),
      lookup: this.lookup,
    }
  }
}

/** Returns the ASCII form of a name, which clients convert before they resolve it. */
function ascii(name) {
  return (domainToASCII(name) || name).toLowerCase().replace(/\.$/, '')
}

/** The lab of this process: the one that HATPIN_LAB names, or a child. */
class Lab {
  /** Returns the answer to a request. */
  ask(request) {
    const answer = this.last.then(() => this.exchange(request))
    this.last = answer.catch(() => {})
    return answer
  }

  last = Promise.resolve()

  async exchange(request) {
    if (!this.lines) await this.open()
    // Only a request that has no answer yet keeps the process alive.
    for (const part of this.parts) part.ref()
    this.writing.write(JSON.stringify(request) + '\n')
    const next = await this.lines.next().catch((error) => ({ error }))
    for (const part of this.parts) part.unref()
    const answer = parsed(next.value)
    if (!answer) {
      this.lines = undefined // The next test asks another lab.
      this.close()
      const problem = next.value === undefined ? next.error?.message : 'it sent a line that is no JSON'
      throw new Error(['hatpin: the lab has ended', problem].filter(Boolean).join(': '))
    }
    if (answer.type !== 'error') return answer
    throw new Error('hatpin: ' + [answer.problem, answer.help].filter(Boolean).join('; '))
  }

  async open() {
    const place = process.env.HATPIN_LAB
    const command = process.env.HATPIN || 'hatpin'
    const [reading, problem] = place ? this.connect(place) : this.start(command)
    const lines = readline.createInterface({ input: reading })[Symbol.asyncIterator]()
    const first = await Promise.race([lines.next(), problem]).catch((error) => ({ error }))
    const greeting = parsed(first.value)
    if (greeting?.type !== 'lab') {
      this.close()
      const start = 'start hatpin lab with --socket or --listen (tcp://HOST:PORT)'
      const way = place ? start : "set HATPIN to hatpin's path, or see its message"
      const problem = first.error ? first.error.message : 'it sent no greeting'
      throw new Error(`hatpin: no lab at '${place || command}': ${problem}; ${way}`)
    }
    if (greeting.format !== FORMAT) {
      this.close()
      throw new Error(`hatpin: ${greeting.tool} has format ${greeting.format} of labs, and this ` +
        `module has ${FORMAT}: install the same version of both`)
    }
    if (place) reading.setTimeout(0)
    this.lines = lines
  }

  connect(place) {
    const url = place.startsWith('tcp://') ? new URL(place) : null
    const connection = net.connect(
      url ? { host: url.hostname.replace(/[[\]]/g, ''), port: Number(url.port) } : { path: place }
    )
    connection.setTimeout(PATIENCE, () => connection.destroy(new Error('it does not answer')))
    this.writing = connection
    this.parts = [connection]
    this.close = () => connection.destroy()
    return [connection, failure(connection)]
  }

  start(command) {
    // A child ends with its standard input.
    const child = spawn(command, ['lab'], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.writing = child.stdin
    this.writing.on('error', () => {})
    this.parts = [child, child.stdin, child.stdout]
    this.close = () => {
      child.kill('SIGKILL')
      child.unref()
      child.stdin.destroy()
      child.stdout.destroy()
    }
    return [child.stdout, failure(child)]
  }
}

/** Returns the object of a line; undefined if the line is no JSON. */
function parsed(line) {
  try {
    return JSON.parse(line) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns a promise that fails with the first error of an emitter. */
function failure(emitter) {
  return new Promise((_, reject) => emitter.on('error', reject))
}

const lab = new Lab()
let count = 0

/**
 * Runs a function with each case that a selector matches; each case is a test of node:test.
 *
 * Options: can, a list of abilities; speaks, a protocol other than HTTPS; client, a name. Calls with
 * the same name share controls, so without a name each call is a client of its own.
 */
function cases(selector, client, options = {}) {
  const name = options.client || `${client.name || 'client'} ${++count}`
  const usual = { ...options, client: name }
  return test(selector, async (context) => {
    const listed = await lab.ask({ ...usual, cases: selector })
    for (const { case: id } of listed.cases) {
      await context.test(id, (test) => judge({ ...usual, case: id }, client, test))
    }
    for (const { case: id, reason } of listed.excluded) {
      await context.test(id, { skip: reason }, () => {})
    }
  })
}

async function judge(request, client, test) {
  let problem
  let answer = await lab.ask(request)
  while (answer.type === 'setup') {
    problem = undefined
    try {
      await client(new World(answer))
    } catch (error) {
      problem = error ?? new Error('the client failed without an error')
    }
    // A lone surrogate is no JSON.
    const says = problem && String(problem.cause || problem).toWellFormed()
    try {
      answer = await lab.ask({ verdict: answer.id, accepted: !problem, says })
    } catch (error) {
      error.cause = problem
      throw error
    }
  }
  if (!answer.passed) {
    const failed = new Error(`${answer.sentence}\n${answer.command || ''}`)
    failed.stack = failed.message
    throw failed
  }
  if (answer.outcome === 'not-delivered') return test.skip(answer.sentence)
  // The client has accepted as it must, so this is about something else.
  if (problem && answer.verdict === 'accept') throw problem
}

module.exports = { cases, World }
