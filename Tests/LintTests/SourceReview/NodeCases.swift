import Lint

// The environment of Node.js.

extension WebTests {
    static let node: [CodeCase] = [
        CodeCase(
            "NOD-002",
            "server.js",
            """
            const express = require('express');
            process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
            """,
            right: "// process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'",
            "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '1';",
            "process.env.NODE_TLS_REJECT_UNAUTHORIZED = 'false';"
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
            "export NODE_EXTRA_CA_CERTS=ca.pem",
            "export NODE_TLS_REJECT_UNAUTHORIZED=false"
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
    ]
}
