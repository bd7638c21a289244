import Lint

// Node.js, React Native.

extension WebTests {
    static let node: [CodeCase] = [
        CodeCase(
            "NOD-001",
            "api.ts",
            """
            import https from 'https';
            // { rejectUnauthorized: false } was here
            const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
            """,
            right: """
                const text = "rejectUnauthorized: false";
                /* rejectUnauthorized: false */
                const agent = new https.Agent({ rejectUnauthorized: true, ca: pem });
                """,
            "https.createServer({ requestCert: true, rejectUnauthorized: false }, app).listen(443);",
            "const options = { key, cert, requestCert: true, rejectUnauthorized: false };",
            "const options = { key, rejectUnauthorized: false };\nhttps.createServer(options, app);",
            "const re = /rejectUnauthorized: false/;"
        ),
        CodeCase(
            "NOD-001",
            "both.js",
            """
            const options = { rejectUnauthorized: false };
            https.createServer((q, a) => https.get(url, options, (r) => r.pipe(a))).listen(443);
            """,
            right: """
                const options = { rejectUnauthorized: true };
                https.createServer((q, a) => https.get(url, options, (r) => r.pipe(a))).listen(443);
                """
        ),
        CodeCase(
            "NOD-002",
            "server.js",
            """
            const express = require('express');
            process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
            """,
            right: "// process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'",
            "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '1';"
        ),
        CodeCase(
            "NOD-002",
            "package.json",
            """
            {
              "scripts": { "start": "NODE_TLS_REJECT_UNAUTHORIZED=0 node index.js" }
            }
            """,
            right: #"{ "scripts": { "start": "node index.js" } }"#
        ),
        CodeCase(
            "NOD-002",
            "deploy.sh",
            """
            #!/bin/sh
            export NODE_TLS_REJECT_UNAUTHORIZED=0
            node index.js
            """,
            right: "# export NODE_TLS_REJECT_UNAUTHORIZED=0\nnode index.js",
            "export NODE_EXTRA_CA_CERTS=ca.pem"
        ),
        CodeCase(
            "NOD-003",
            "client.js",
            """
            const request = https.request({
              host: 'api.example.com',
              checkServerIdentity: () => undefined,
            });
            """,
            right: """
                https.request({ checkServerIdentity: (host, cert) => {
                  const fault = tls.checkServerIdentity(host, cert);
                  if (fault) return fault;
                  return pinOf(cert) === PIN ? undefined : new Error('pin');
                } });
                """
        ),
        CodeCase(
            "NOD-004",
            "pinned.js",
            """
            const options = {
              rejectUnauthorized: false,
              checkServerIdentity: (host, cert) => {
                if (cert.fingerprint256 !== PIN) { return new Error('pin'); }
              },
            };
            """,
            right: """
                const options = {
                  checkServerIdentity: (host, cert) => {
                    if (cert.fingerprint256 !== PIN) { return new Error('pin'); }
                  },
                };
                """
        ),
        CodeCase(
            "NOD-005",
            "Dockerfile",
            """
            FROM node:22.14.0-alpine AS build
            COPY . .
            RUN npm ci
            """,
            right: "FROM node:22.23.2-alpine\n",
            "FROM node:22\n",
            "FROM node:26.5.1\n",
            "FROM debian:13\nRUN echo node:22.14.0\n",
            project: [.nodeIdentityCheck: ["src/pins.ts"]]
        ),
        CodeCase(
            "NOD-006",
            "tunnel.js",
            """
            const request = require('request');

            request({
              url: 'https://api.example.com/v1',
              checkServerIdentity: (host, cert) => {
                if (cert.fingerprint256 !== PIN) return new Error('not the pinned certificate');
              },
            }, done);
            """,
            right: """
                const https = require('https');

                https.request({
                  host: 'api.example.com',
                  checkServerIdentity: (host, cert) => {
                    if (cert.fingerprint256 !== PIN) return new Error('not the pinned certificate');
                  },
                }, done);
                """,
            isFixed: false
        ),
    ]

    static let reactNative: [CodeCase] = [
        CodeCase(
            "RNV-001",
            "Api.tsx",
            """
            import { fetch } from 'react-native-ssl-pinning';
            fetch(url, { method: 'GET', disableAllSecurity: true });
            """,
            right: "fetch(url, { sslPinning: { certs: ['ca'] } });"
        ),
        CodeCase(
            "RNV-002",
            "Login.tsx",
            """
            import { fetch } from 'react-native-ssl-pinning';
            await fetch(url, { sslPinning: { certs: ['ca'] } });
            await axios.post(url, body);
            """,
            right: "await axios.post(url, body);",
            isFixed: false
        ),
        CodeCase(
            "RNV-003",
            "App.tsx",
            """
            import { initializeSslPinning } from 'react-native-ssl-public-key-pinning';

            async function start() {
              const status = await fetch('https://api.example.com/status');
              await initializeSslPinning({ 'example.com': { includeSubdomains: true, publicKeyHashes } });
              return status.json();
            }
            """,
            right: """
                import { initializeSslPinning } from 'react-native-ssl-public-key-pinning';

                const load = async () => { await fetch('https://api.example.com/status'); };

                async function start() {
                  await initializeSslPinning({ 'example.com': { publicKeyHashes } });
                  await fetch('https://api.example.com/status');
                }
                """,
            isFixed: false
        ),
    ]
}
