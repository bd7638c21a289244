'use strict'

// Tests node:https; script/test-real compares the verdicts with those of its definition.

const https = require('node:https')
const hatpin = require('./hatpin.js')

for (const selector of ['names/*', 'anchors/*', 'time/*']) {
  const client = (world) => new Promise((resolve, reject) => {
    https.get(world.url, { ...world.tls, agent: false }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
  hatpin.cases(selector, client, { client: 'node-https', can: ['addresses', 'international-names'] })
}
