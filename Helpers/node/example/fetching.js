'use strict'

// The client of the example: it reads a document from a server.

const https = require('node:https')

/** Reads the document at a URL. The options are those of https.request, such as ca. */
function read(url, options = {}) {
  return new Promise((resolve, reject) => {
    https.get(url, { agent: false, ...options }, async (response) => {
      if (response.statusCode !== 200) {
        return reject(new Error(`the server answers ${response.statusCode}`))
      }
      const parts = []
      for await (const part of response) parts.push(part)
      resolve(Buffer.concat(parts))
    }).on('error', reject)
  })
}

module.exports = { read }
