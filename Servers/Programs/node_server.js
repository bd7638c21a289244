// A server on Node's https that requires a client certificate: node_server.js PORT CERT KEY CA
// [CRLS].
//
// It answers each request with the user that the certificate names and the request's path.
'use strict'
const fs = require('fs')
const https = require('https')

const [port, cert, key, ca, crls] = process.argv.slice(2)
const options = {
  cert: fs.readFileSync(cert),
  key: fs.readFileSync(key),
  ca: fs.readFileSync(ca),
  requestCert: true,
  rejectUnauthorized: true
}
// Node reads one CRL of each text.
if (crls) options.crl = fs.readFileSync(crls, 'latin1').match(/-----BEGIN[^]*?-----END.*\n/g)

const server = https.createServer(options, (request, response) => {
  const name = request.socket.getPeerCertificate().subject?.CN ?? ''
  response.end(`user=${name} path=${request.url}\n`)
})
server.on('tlsClientError', (error, socket) => {
  console.error(error.message, socket.authorizationError ?? '')
})
server.listen(Number(port), '127.0.0.1')
