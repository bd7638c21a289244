'use strict'

// Tests the client that CLIENT names: CLIENT=node-https node --test real.js.
// script/test-real compares the verdicts with those of the definitions.

const https = require('node:https')
const hatpin = require('./hatpin.js')

const clients = {
  'node-https': (world) => new Promise((resolve, reject) => {
    https.get(world.url, { ...world.tls, agent: false }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  }),
  'node-fetch': async (world) => {
    const { Agent, fetch } = require('undici')
    const dispatcher = new Agent({ connect: world.tls })
    try {
      await (await fetch(world.url, { dispatcher })).arrayBuffer()
    } finally {
      await dispatcher.destroy()
    }
  },
}

const name = process.env.CLIENT
for (const selector of ['names/*', 'anchors/*', 'time/*']) {
  hatpin.cases(selector, clients[name], { client: name, can: ['addresses', 'international-names'] })
}
